import { countsBy, type Table } from '../kernel/projector/projection.ts'
import { countingReason } from './derived-suppressions.ts'

/** Days are in UTC; '-infinity' means never. */
const never = `'-infinity'::date`

/**
 * The input for a person’s segments and the reasons to leave them out, for these subjects. `joined` says how the rows of
 * one person are found: by the index of each table for some people, or in one pass over the tables for all of them.
 */
const standingsOf = (subjects: string, joined: 'by index' | 'in one pass' = 'by index') => {
  const part = (name: string, columns: string, from: string) =>
    joined === 'by index'
      ? `LEFT JOIN LATERAL (SELECT ${columns} FROM ${from} WHERE own.subject = person.subject) AS ${name} ON true`
      : `LEFT JOIN (SELECT own.subject, ${columns} FROM ${from} GROUP BY own.subject) AS ${name} USING (subject)`
  return `
  INSERT INTO %1$I.supporter_standings AS known (subject, is_known, is_subscriber, is_volunteer, is_donor,
    is_prayer_member, first_day, last_day, third_last_day, left_out, switched_off, is_confirmed)
  WITH person AS (${subjects})
  SELECT person.subject, engaged.last_day IS NOT NULL OR coalesce(account.is_current, false),
    coalesce(engaged.is_subscriber, false), coalesce(engaged.is_volunteer, false),
    coalesce(engaged.is_donor, false), coalesce(engaged.is_prayer_member, false),
    coalesce(engaged.first_day, ${never}), coalesce(engaged.last_day, ${never}), coalesce(engaged.third_last_day, ${never}),
    CASE WHEN condition.is_erased THEN 'erased' WHEN account.is_deleted THEN 'deleted' WHEN account.is_banned THEN 'banned'
      ELSE coalesce(stopped.reason, '') END,
    coalesce(account.switched_off, 0) | coalesce(condition.switched_off, 0),
    coalesce(account.is_confirmed, false) OR coalesce(condition.is_confirmed, false)
  FROM person
  ${part(
    'engaged',
    `bool_or(engagement_type = 'signup') AS is_subscriber, bool_or(engagement_type = 'volunteer') AS is_volunteer,
      bool_or(engagement_type = 'donation') AS is_donor, bool_or(engagement_type = 'prayer') AS is_prayer_member,
      min(day) AS first_day, max(day) AS last_day, (array_agg(day ORDER BY day DESC))[3] AS third_last_day`,
    `(
      SELECT subject, engagement_type, ("timestamp" AT TIME ZONE 'UTC')::date AS day
      FROM %1$I.user_engagement WHERE deleted_at IS NULL
    ) AS own`,
  )}
  ${part(
    'account',
    `bool_or(is_deleted OR NOT is_active) AS is_deleted, bool_or(is_banned) AS is_banned,
      bit_or(account.switched_off) AS switched_off, bool_or(account.subject = own.subject) AS is_current,
      bool_or(is_email_verified AND account.subject = own.subject) AS is_confirmed`,
    '%1$I.supporter_account_subjects AS own JOIN %1$I.supporter_accounts AS account USING (user_id)',
  )}
  ${part('stopped', `${countingReason} AS reason`, '%1$I.mail_suppression_causes AS own')}
  ${part(
    'condition',
    `bool_or(condition = 'erased') AS is_erased, bool_or(condition = 'confirmed') AS is_confirmed,
      bit_or(switched_off) AS switched_off`,
    '%1$I.mail_conditions AS own',
  )}
  ON CONFLICT (subject) DO UPDATE SET is_known = excluded.is_known, is_subscriber = excluded.is_subscriber,
    is_volunteer = excluded.is_volunteer, is_donor = excluded.is_donor, is_prayer_member = excluded.is_prayer_member,
    first_day = excluded.first_day, last_day = excluded.last_day, third_last_day = excluded.third_last_day,
    left_out = excluded.left_out, switched_off = excluded.switched_off, is_confirmed = excluded.is_confirmed
  WHERE known IS DISTINCT FROM excluded`
}

/** The address was corrected, or abandoned with everything done under it, so no person has it. */
const dropUnknown = 'DELETE FROM %1$I.supporter_standings WHERE NOT is_known'

/** For a table with a column `subject`. */
export const standingsOfSubjects = [standingsOf('SELECT DISTINCT subject FROM changed'), dropUnknown]
/** For a table with a column `user_id`. */
export const standingsOfAccounts = [
  standingsOf('SELECT DISTINCT own.subject FROM %1$I.supporter_account_subjects AS own JOIN changed USING (user_id)'),
  dropUnknown,
]
/** Run after a rebuild. */
export const allStandings = [
  standingsOf(
    'SELECT subject FROM %1$I.user_engagement UNION SELECT subject FROM %1$I.supporter_account_subjects',
    'in one pass',
  ),
  dropUnknown,
]

const counted = { left_out: 'text NOT NULL', switched_off: 'smallint NOT NULL', is_confirmed: 'boolean NOT NULL' }
const lists = ['is_subscriber', 'is_volunteer', 'is_donor', 'is_prayer_member']
const days = ['first_day', 'last_day', 'third_last_day']

const countStandings = `
  INSERT INTO %1$I.supporter_counts AS counted (list, day, left_out, switched_off, is_confirmed, row_count)
  SELECT entry.list, entry.day, left_out, switched_off, is_confirmed, sum(sign)
  FROM changed CROSS JOIN LATERAL (VALUES
    ${[...lists.map((list) => `('${list}', ${never}, ${list})`), ...days.map((day) => `('${day}', ${day}, true)`)].join(', ')}
  ) AS entry (list, day, is_on)
  WHERE entry.is_on
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0
  ON CONFLICT (list, day, left_out, switched_off, is_confirmed)
  DO UPDATE SET row_count = counted.row_count + excluded.row_count`

/**
 * Table `supporter_standings`: one row per person who took part or has an account, derived from the other tables: the
 * lists they are on, the days of their first, last and third-last engagement, and whether they may be mailed.
 * `left_out` is a reason of the contract, '' for none; `switched_off` has a bit per switch. Table `supporter_counts`:
 * the number of people per list, or per day, and reason.
 */
export const standingTables = {
  supporter_standings: {
    columns: {
      subject: 'uuid NOT NULL',
      is_known: 'boolean NOT NULL',
      ...Object.fromEntries(lists.map((list) => [list, 'boolean NOT NULL'])),
      ...Object.fromEntries(days.map((day) => [day, 'date NOT NULL'])),
      ...counted,
    },
    primaryKey: ['subject'],
    indexes: { supporter_standings_unknown: '(subject) WHERE NOT is_known' },
    derives: [countStandings, 'DELETE FROM %1$I.supporter_counts WHERE row_count = 0'],
  },
  supporter_counts: {
    ...countsBy({ list: 'text NOT NULL', day: 'date NOT NULL', ...counted }),
    indexes: { supporter_counts_gone: '(list) WHERE row_count = 0' },
  },
} satisfies { [name: string]: Table }
