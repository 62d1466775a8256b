import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { LeftOut } from '../../contract/email-segments.ts'
import { transaction } from '../kernel/database/transaction.ts'
import {
  choiceCountsSql,
  leftOutSql,
  recipientsSql,
  type SegmentChoice,
  segmentPositionSql,
  subjectHashSql,
} from '../read-model/email-segments.ts'
import type { QueuedMail } from './queued-mail.ts'

/** The recipients of an email campaign, with the ledger’s facts about them. */
export type RecipientList = {
  listId: string
  /** Position of the log at which the segments were evaluated. */
  position: string
  recipients: number
  leftOut: LeftOut
  /** SHA-256 of the sorted subjects. */
  recipientsHash: string
}

/** Mailbox providers with several domains; limits and back-off apply to the provider. */
const providerSql = `CASE
  WHEN domain IN ('gmail.com', 'googlemail.com') THEN 'gmail'
  WHEN split_part(domain, '.', 1) IN ('outlook', 'hotmail', 'live', 'msn') THEN 'outlook'
  WHEN split_part(domain, '.', 1) IN ('yahoo', 'ymail', 'rocketmail', 'aol') THEN 'yahoo'
  WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN 'icloud'
  ELSE domain END`

/**
 * Writes the recipients of the email campaign, in one transaction and one snapshot of the segments. The list has no
 * effect until a decision names it (list-states.ts); one whose decision failed is deleted later.
 */
export async function makeList(
  pool: pg.Pool,
  { campaignId, choice, mail }: { campaignId: number; choice: SegmentChoice; mail: QueuedMail },
): Promise<RecipientList> {
  const listId = randomUUID()
  const begin = (client: pg.PoolClient) =>
    client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL work_mem = '128MB'`)
  const list = await transaction(
    pool,
    async (client) => {
      const [shown] = (await client.query<{ position: string | null }>(segmentPositionSql)).rows
      const counts = await client.query<{ reason: string; people: number }>(choiceCountsSql(choice))
      const { rowCount } = await client.query(
        `INSERT INTO app.campaign_recipients (list_id, id, subject, email, first_name, provider, reasons)
         SELECT '${listId}'::uuid, row_number() OVER (), subject, email, first_name, ${providerSql}, reasons
         FROM (SELECT *, lower(split_part(email, '@', -1)) AS domain FROM (${recipientsSql(choice)}) AS chosen
               ORDER BY subject) AS sorted`,
      )
      await client.query(
        `INSERT INTO app.campaign_left_out (list_id, subject, reason, reasons)
         SELECT '${listId}'::uuid, subject, reason, reasons FROM (${leftOutSql(choice)}) AS left_out`,
      )
      const recipients = rowCount ?? 0
      // Claims and outcomes look up single rows; without statistics they would read the whole list each time.
      await client.query('ANALYZE app.campaign_recipients')
      const hashed = await client.query<{ hash: string }>(
        `SELECT ${subjectHashSql} AS hash FROM app.campaign_recipients WHERE list_id = $1`,
        [listId],
      )
      await client.query(
        `INSERT INTO app.campaign_queues (list_id, campaign_id, status, mail, recipients) VALUES ($1, $2, 'made', $3, $4)`,
        [listId, campaignId, mail, recipients],
      )
      const leftOut = Object.fromEntries(
        counts.rows.filter(({ reason }) => reason !== '').map(({ reason, people }) => [reason, people]),
      )
      return {
        listId,
        position: shown?.position ?? '',
        recipients,
        leftOut,
        recipientsHash: hashed.rows[0]?.hash ?? '',
      }
    },
    begin,
  )
  await forgetErased(pool, listId)
  return list
}

/** A person erased after the snapshot: `forgetRecipient` did not see their row yet. */
async function forgetErased(pool: pg.Pool, listId: string): Promise<void> {
  await pool.query(
    `UPDATE app.campaign_recipients AS recipient SET email = NULL, first_name = NULL FROM eventlog.subject_keys AS key
     WHERE key.erased_at IS NOT NULL AND recipient.subject = key.subject AND recipient.list_id = $1`,
    [listId],
  )
}

/**
 * Removes an erased person, whose key is already deleted, which is how a list in progress finds them. The subject
 * stays, so that the hash of the ledger can still be checked.
 */
export async function forgetRecipient(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('UPDATE app.campaign_recipients SET email = NULL, first_name = NULL WHERE subject = $1', [subject])
}

const forgottenAtOnce = 10_000

/**
 * A list holds addresses and names for sending, and drops them some time after the end. People that the site still
 * knows are shown anyway (read-model/email-campaign-ledger.ts).
 */
export async function forgetOldAddresses(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query<{ listId: string; recipients: number }>(
    `SELECT list_id AS "listId", recipients FROM app.campaign_queues
     WHERE addresses_until <= $1 AND addresses_until > '-infinity'`,
    [now.toISOString()],
  )
  for (const { listId, recipients } of rows) {
    for (let from = 1; from <= recipients; from += forgottenAtOnce)
      await pool.query(
        `UPDATE app.campaign_recipients SET email = NULL, first_name = NULL
         WHERE list_id = $1 AND id BETWEEN $2 AND $3 AND (email IS NOT NULL OR first_name IS NOT NULL)`,
        [listId, from, from + forgottenAtOnce - 1],
      )
    await pool.query(`UPDATE app.campaign_queues SET addresses_until = '-infinity' WHERE list_id = $1`, [listId])
  }
}

/** Deletes lists without a decision after an hour: the process that made them died. */
export async function dropUnusedLists(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ listId: string }>(
    `SELECT list_id AS "listId" FROM app.campaign_queues WHERE status = 'made' AND created_at < now() - interval '1 hour'`,
  )
  for (const { listId } of rows) await dropList(pool, listId)
}

/** Deletes a list whose decision failed. Does nothing to one that is in use. */
export async function dropList(pool: pg.Pool, listId: string): Promise<void> {
  await pool.query(
    `WITH dropped AS (DELETE FROM app.campaign_queues WHERE list_id = $1 AND status = 'made' RETURNING list_id),
     unsent AS (DELETE FROM app.campaign_left_out WHERE list_id IN (SELECT list_id FROM dropped))
     DELETE FROM app.campaign_recipients WHERE list_id IN (SELECT list_id FROM dropped)`,
    [listId],
  )
}
