import type pg from 'pg'

/** The content of a template; its copies are reset to it. */
export type Template = {
  /** Rows as JSON, by table; all other tables are empty. */
  rows: { [table: string]: string }
  /** Position of its sequences; null: not used. */
  sequences: { [sequence: string]: string | null }
  /** Number of entries, by catalog. */
  catalogs: { [catalog: string]: number }
}

/** The first transaction that may change a copy after this moment. */
export type Moment = string

const firstOwn = 16384 // The ids below are PostgreSQL's own.
/** Changing tables, columns, indexes, functions, triggers or the planner's statistics leaves a trace in one of these. */
const catalogs: [name: string, entries: string][] = [
  ...['class', 'proc', 'trigger', 'constraint', 'attrdef', 'policy', 'rewrite', 'event_trigger'].map(
    (name): [string, string] => [name, `pg_${name} WHERE oid >= ${firstOwn}`],
  ),
  ['attribute', `pg_attribute WHERE attrelid >= ${firstOwn}`],
  ['index', `pg_index WHERE indexrelid >= ${firstOwn}`],
  ['statistic', `pg_statistic WHERE starelid >= ${firstOwn}`],
  // The schemas of temporary tables stay.
  ['namespace', "pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'"],
]
const page = 8192 // bytes
const tables = `SELECT oid, oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND oid >= ${firstOwn}`
const sequences = `SELECT oid::regclass::text AS name, pg_sequence_last_value(oid)::text AS last
  FROM pg_class WHERE relkind = 'S' AND oid >= ${firstOwn}`

export async function readTemplate(pool: pg.Pool): Promise<Template> {
  const template: Template = { rows: {}, sequences: {}, catalogs: {} }
  const filled = await pool.query<{ name: string }>(`${tables} AND pg_relation_size(oid) > 0`)
  for (const { name } of filled.rows) {
    const { rows } = await pool.query<{ json: string | null }>(
      `SELECT json_agg(entry ORDER BY entry::text)::text AS json FROM ${name} AS entry`,
    )
    const json = rows[0]?.json ?? null // the rows of a table may have been deleted
    if (json !== null) template.rows[name] = json
  }
  const used = await pool.query<{ name: string; last: string | null }>(sequences)
  for (const { name, last } of used.rows) template.sequences[name] = last
  for (const [name, entries] of catalogs) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*) FROM ${entries}`)
    template.catalogs[name] = rows[0]?.count ?? 0
  }
  return template
}

export async function momentOn(client: Pick<pg.ClientBase, 'query'>): Promise<Moment> {
  const { rows } = await client.query<{ moment: Moment }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS moment',
  )
  return String(rows[0]?.moment)
}

type Findings = { is_altered: boolean; filled: [table: string, size: string][]; changed: string[]; advanced: string[] }

/** One row: what is in a copy, and not in its template, since moment $1. */
function findingsSql({ rows, sequences: lasts, catalogs: counts }: Template): string {
  const newer = 'count(*) FILTER (WHERE age(xmin) <= age($1::xid)) > 0'
  const altered = catalogs.map(([name, entries]) => `(SELECT count(*) <> ${counts[name]} OR ${newer} FROM ${entries})`)
  const changed = Object.entries(rows).map(
    ([table, json]) =>
      `SELECT '${table}' AS name FROM ${table} HAVING count(*) <> ${JSON.parse(json).length} OR ${newer}`,
  )
  const known = Object.keys(rows).map((table) => `'${table}'`)
  const others = `(SELECT name, pg_relation_size(oid) AS size FROM (${tables}) AS own OFFSET 0) AS own
      WHERE size > 0 AND name NOT IN (${known.join(', ')})`
  const template = Object.entries(lasts).map(([name, last]) => `('${name}', ${last === null ? 'NULL' : `'${last}'`})`)
  return `SELECT
    ${altered.join(' OR ')} OR EXISTS (
      SELECT FROM pg_database AS own LEFT JOIN pg_db_role_setting ON setdatabase = own.oid
      WHERE datname = current_database() AND (setdatabase IS NOT NULL OR age(own.xmin) <= age($1::xid))
    ) AS is_altered,
    ARRAY(SELECT ARRAY[name, size::text] FROM ${others}) AS filled,
    ARRAY(${changed.join(' UNION ALL ')}) AS changed,
    ARRAY(
      SELECT name FROM (${sequences}) AS own JOIN (VALUES ${template.join(', ')}) AS template (name, last) USING (name)
      WHERE own.last IS DISTINCT FROM template.last
    ) AS advanced`
}

/**
 * Resets a copy to its template; returns the moment. Null when it is not possible: another session is still connected,
 * or tables, functions and the like have changed.
 */
export async function clean(client: pg.Client, template: Template, since: Moment): Promise<Moment | null> {
  const strangers = await client.query({
    name: 'strangers',
    text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
      AND pid <> pg_backend_pid()`,
  })
  if (strangers.rows.length > 0) return null
  const { rows } = await client.query<Findings>({ name: 'findings', text: findingsSql(template), values: [since] })
  const [found] = rows
  if (!found || found.is_altered) return null
  const { filled, changed, advanced } = found
  const long = filled.flatMap(([table, size]) => (Number(size) > page ? [table] : []))
  const short = filled.flatMap(([table, size]) => (Number(size) > page ? [] : [table]))
  const steps = [
    // Rows of one page stay in the order in which they are written, deleted ones or not; and to delete a few is cheap.
    ...(long.length > 0 ? [`TRUNCATE ${long.join(', ')} CASCADE`] : []),
    ...[...short, ...changed].map((table) => `DELETE FROM ${table}`),
    ...changed.map(
      (table) =>
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, ${client.escapeLiteral(template.rows[table] ?? '[]')})`,
    ),
    ...advanced.map((sequence) => {
      const last = template.sequences[sequence] ?? null
      return `SELECT setval('${sequence}', ${last ?? 1}, ${last !== null})`
    }),
  ]
  // One transaction. A replica does not ask what refers to a row that is deleted.
  const settings = ['SET LOCAL client_min_messages = warning', 'SET LOCAL session_replication_role = replica']
  if (steps.length > 0) await client.query([...settings, ...steps].join('; '))
  return momentOn(client)
}
