/** Functions of the schema `app` whose result depends on their arguments alone. */
export const pastFunctions: ReadonlySet<string> = new Set([
  'column_texts',
  'folded',
  'joined_texts',
  'search_key',
  'search_pattern',
  'sort_key',
])

/** The moment that is shown, which each reading sets. */
const moment = `(current_setting('console.past_at')::timestamptz)`

/**
 * Past content of tables that are not in the log: SQL by table of the schema `app`, where `%1$I` is the schema of the
 * moment. What has a time is shown as of then, as far as it is still kept (docs/console.md lists what is). A table that is
 * missing here has no past.
 */
const views = {
  /** Rows by version: each reading of each moment has its own, so nothing is cached across them. */
  row_changes: `SELECT oid AS relation, 0::bigint AS changes FROM pg_class WHERE relnamespace = '%1$I'::regnamespace`,
  traffic_logs: `SELECT * FROM app.traffic_logs WHERE "timestamp" <= ${moment}`,
  traffic_counts: `SELECT is_unique_visit, is_crawler, response_status, count(*) AS row_count
    FROM app.traffic_logs WHERE "timestamp" <= ${moment} GROUP BY 1, 2, 3`,
  user_activity_log: `SELECT * FROM app.user_activity_log WHERE created_at <= ${moment}`,
  sign_ins: `SELECT * FROM app.sign_ins WHERE at <= ${moment}`,
  /** Of a session that went on, only its beginning is known to have been a visit by then. */
  user_sessions: `SELECT id, user_id, login_time,
      CASE WHEN last_seen_at <= ${moment} THEN last_seen_at ELSE login_time END AS last_seen_at,
      CASE WHEN logout_time <= ${moment} THEN logout_time END AS logout_time,
      extract(epoch FROM least(logout_time, ${moment}) - login_time)::integer AS session_duration,
      coalesce(logout_time > ${moment}, true) AS is_active
    FROM app.user_sessions WHERE login_time <= ${moment}`,
  /** Those that were open: a sign-out takes the row away (identity/session-ends.ts). */
  sessions: `SELECT user_id, last_seen_at, 'infinity'::timestamptz AS expires_at FROM %1$I.user_sessions WHERE is_active`,
  last_visits: `SELECT id AS user_id, coalesce(greatest(
        (SELECT max(last_seen_at) FROM %1$I.sessions WHERE user_id = person.id),
        (SELECT max(at) FROM %1$I.sign_ins WHERE user_id = person.id AND is_success)), '-infinity') AS at
    FROM %1$I.users AS person`,
  /** Complete, since only the actions of that moment look up their addresses. */
  admin_addresses: 'SELECT * FROM app.admin_addresses',
} as const

export const pastViews: ReadonlySet<string> = new Set(Object.keys(views))

/** SQL that adds them to a schema, whose name needs no quotes. */
export const createPastViewsSql = (schema: string): string =>
  Object.entries(views)
    .map(([name, query]) => `CREATE VIEW ${schema}.${name} AS ${query.replaceAll('%1$I', schema)}`)
    .join(';\n')
