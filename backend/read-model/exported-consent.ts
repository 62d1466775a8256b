import type { Knex } from 'knex'
import type { Narrowing } from '../../contract/admin-lists.ts'
import type { Database } from '../kernel/database/connect.ts'

/** Content of a file of people: the rows that match, of `everyone` or without those who said no. */
export type ExportedRows<Filter> = {
  database: Pick<Database, 'knex' | 'pool'>
  everyone: boolean
  query: Narrowing<Filter>
}

/** On the first row alone: the headings of all rows that are exported. */
export type ExportedHeadings = { headings: string[] | null }

/** Their column, in the same snapshot as the rows, which `rows` selects in the order of `order`. */
export const headingsIn = (knex: Knex, rows: Knex.QueryBuilder, order = 'item.id'): Knex.Raw =>
  knex.raw(`CASE WHEN row_number() OVER (ORDER BY ${order}) = 1 THEN (?) END AS headings`, [
    rows
      .clone()
      .joinRaw(`CROSS JOIN jsonb_array_elements(item.further_columns) AS listed (kept)`)
      .select(knex.raw(`array_agg(DISTINCT listed.kept->>'heading')`)),
  ])

/** True when a person of an exported row may be mailed, as the file says it. */
export type ExportedConsent = {
  /** 'unknown': the person neither signed up for email nor said no; null: the row is about no person. */
  emailConsent: 'yes' | 'no' | 'unknown' | null
  /** 'signed up', 'unsubscribed', 'bounced', 'complained' or 'switched off in Settings'; null: nothing is known. */
  consentReason: string | null
  /** ISO 8601, UTC; null: unknown. */
  consentSince: string | null
}

/** Columns of `item`, a row with a subject or null; needs `consentJoins`. */
export const consentColumns = `
  CASE WHEN item.subject IS NULL THEN NULL WHEN suppression.subject IS NOT NULL OR standing.switched_off = 15 THEN 'no'
    WHEN joined.created_at IS NOT NULL THEN 'yes' ELSE 'unknown' END AS "emailConsent",
  coalesce(suppression.reason, CASE WHEN standing.switched_off = 15 THEN 'switched off in Settings'
    WHEN joined.created_at IS NOT NULL THEN 'signed up' END) AS "consentReason",
  to_char(coalesce(suppression.at, CASE WHEN standing.switched_off IS DISTINCT FROM 15 THEN joined.created_at END)
    AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "consentSince"`

export const consentJoins = `
  LEFT JOIN read.mail_suppressions AS suppression ON suppression.subject = item.subject
  LEFT JOIN read.supporter_standings AS standing ON standing.subject = item.subject
  LEFT JOIN (SELECT subject, min(created_at) AS created_at FROM read.email_signups WHERE NOT is_erased GROUP BY subject)
    AS joined ON joined.subject = item.subject`

/** A condition: people who said no are left out. A mailbox that bounced said nothing. */
export const saidNothingAgainst =
  "(suppression.subject IS NULL OR suppression.reason = 'bounced') AND standing.switched_off IS DISTINCT FROM 15"

/** A condition: the person with this subject said no. */
export const saidNo = (subject: string): string =>
  `(EXISTS (SELECT FROM read.mail_suppressions AS suppression WHERE suppression.subject = ${subject} AND suppression.reason <> 'bounced')
    OR EXISTS (SELECT FROM read.supporter_standings AS standing
      WHERE standing.subject = ${subject} AND standing.switched_off = 15))`

/** A condition for a file with everyone in it, or without those who said no. */
export const wantedPeople = (everyone: boolean): string => (everyone ? 'true' : saidNothingAgainst)
