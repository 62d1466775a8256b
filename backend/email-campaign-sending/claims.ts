import type pg from 'pg'
import { mailPurposes } from '../../contract/email-segments.ts'
import { mayStillBeMailedSql } from '../read-model/email-segments.ts'
import type { Claimed, QueuedMail } from './queued-mail.ts'

/** A list that is being sent. */
export type OpenList = { listId: string; campaignId: number; mail: QueuedMail }

/** Oldest first. */
export async function openLists(pool: pg.Pool): Promise<OpenList[]> {
  const { rows } = await pool.query<OpenList>({
    name: 'campaign-open-lists',
    text: `SELECT list_id AS "listId", campaign_id AS "campaignId", mail FROM app.campaign_queues
      WHERE status = 'sending' AND sent + failed + skipped < recipients ORDER BY created_at`,
  })
  return rows
}

/** True when a recipient is due now or within `ms`. */
export async function isMailDue(pool: pg.Pool, ms: number): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>({
    name: 'campaign-mail-due',
    text: `SELECT EXISTS (SELECT FROM app.campaign_queues AS queue
      WHERE status = 'sending' AND sent + failed + skipped < recipients
        AND EXISTS (SELECT FROM app.campaign_recipients AS recipient
          WHERE recipient.list_id = queue.list_id AND recipient.status = 'waiting'
            AND due_at <= now() + $1 * interval '1 ms')) AS "isDue"`,
    values: [ms],
  })
  return rows[0]?.isDue ?? false
}

/** Tells staff why a list waits. */
export async function explainWait(pool: pg.Pool, listId: string, sentence: string): Promise<void> {
  await pool.query(
    'UPDATE app.campaign_queues SET waits_for = $2 WHERE list_id = $1 AND waits_for IS DISTINCT FROM $2',
    [listId, sentence],
  )
}

type Row = Omit<Claimed, 'listId' | 'campaignId'> & { isMailed: boolean }

/**
 * Claims up to `count` due recipients for `lease` ms, and skips recipients who may no longer be mailed: one who
 * unsubscribed, was banned or erased a moment ago is never returned. `busy`: providers to skip for now.
 */
export async function claim(
  pool: Pick<pg.ClientBase, 'query'>,
  { listId, campaignId, mail }: OpenList,
  { count, lease, busy }: { count: number; lease: number; busy: readonly string[] },
): Promise<Claimed[]> {
  const exclusions = { obeys: mail.obeys ?? [mail.purpose], confirmedOptIn: mail.confirmedOptIn }
  const { rows } = await pool.query<Row>({
    // PostgreSQL allows 63 characters.
    name: `campaign-claim-${exclusions.obeys.map((name) => mailPurposes.indexOf(name)).join('')}-${mail.confirmedOptIn}`,
    text: `WITH due AS (
        SELECT id, subject FROM app.campaign_recipients AS recipient
        WHERE list_id = $1 AND status = 'waiting' AND due_at <= now() AND provider <> ALL ($2::text[])
          AND EXISTS (SELECT FROM app.campaign_queues WHERE list_id = $1 AND status = 'sending')
          AND NOT EXISTS (SELECT FROM app.campaign_providers AS known
            WHERE known.provider = recipient.provider AND known.until > now())
        ORDER BY due_at LIMIT $3 FOR UPDATE OF recipient SKIP LOCKED
      ), judged AS MATERIALIZED (
        SELECT due.id, ${mayStillBeMailedSql(exclusions, 'due.subject')} AS is_mailed FROM due
      ), claimed AS (
        UPDATE app.campaign_recipients AS recipient SET
          status = CASE WHEN is_mailed AND email IS NOT NULL THEN 'waiting' ELSE 'skipped' END,
          detail = CASE WHEN is_mailed AND email IS NOT NULL THEN detail ELSE 'no longer wants mail' END,
          done_at = CASE WHEN is_mailed AND email IS NOT NULL THEN NULL ELSE now() END,
          attempts = attempts + (is_mailed AND email IS NOT NULL)::integer,
          is_leased = is_mailed AND email IS NOT NULL,
          due_at = now() + $4 * interval '1 ms'
        FROM judged WHERE recipient.list_id = $1 AND recipient.id = judged.id
        RETURNING recipient.id, subject, email, first_name, provider, attempts, recipient.status
      ), counted AS (
        UPDATE app.campaign_queues SET skipped = skipped + (SELECT count(*) FROM claimed WHERE status = 'skipped')
        WHERE list_id = $1 AND EXISTS (SELECT FROM claimed WHERE status = 'skipped')
      )
      SELECT id, subject, email, first_name AS "firstName", provider, attempts, status = 'waiting' AS "isMailed" FROM claimed`,
    values: [listId, busy, count, lease],
  })
  return rows.filter(({ isMailed }) => isMailed).map(({ isMailed, ...row }) => ({ listId, campaignId, ...row }))
}
