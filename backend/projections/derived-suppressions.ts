import { suppressionOrder } from '../domain/mail/mail-suppressions.ts'
import type { Table } from '../kernel/projector/projection.ts'

/** The first of several causes, in the order of the domain; one that the person gave before one that a list gives. */
const order = `array_position(ARRAY['${suppressionOrder.join("', '")}'], reason), is_listed`

/** An aggregate over causes: the reason that counts; null: there is no cause. */
export const countingReason = `(array_agg(reason ORDER BY ${order}))[1]`

const columns = 'subject, reason, at, campaign_id'

const write = (rows: string) => `
  INSERT INTO %1$I.mail_suppressions AS known (${columns})
  ${rows}
  ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason, at = excluded.at, campaign_id = excluded.campaign_id
  WHERE known IS DISTINCT FROM excluded`

/** For the table of causes. */
export const suppressionsOfCauses = [
  write(`SELECT cause.* FROM (SELECT DISTINCT subject FROM changed) AS person CROSS JOIN LATERAL (
    SELECT ${columns} FROM %1$I.mail_suppression_causes WHERE subject = person.subject ORDER BY ${order} LIMIT 1
  ) AS cause`),
  `DELETE FROM %1$I.mail_suppressions AS known USING changed WHERE known.subject = changed.subject
     AND NOT EXISTS (SELECT FROM %1$I.mail_suppression_causes AS cause WHERE cause.subject = known.subject)`,
]
/** Run after a rebuild. */
export const allSuppressions = [
  write(`SELECT DISTINCT ON (subject) ${columns} FROM %1$I.mail_suppression_causes ORDER BY subject, ${order}`),
]

/** Table `mail_suppressions`: why a person gets no campaign mail, one row with the reason that counts. */
export const suppressionTable = {
  mail_suppressions: {
    columns: {
      subject: 'uuid NOT NULL',
      reason: 'text NOT NULL',
      at: 'timestamptz NOT NULL',
      campaign_id: 'integer',
    },
    primaryKey: ['subject'],
    // The automatic pause counts what was reported of an email campaign, once a second.
    indexes: { mail_suppressions_campaign: '(campaign_id, reason)' },
  },
} satisfies { [name: string]: Table }
