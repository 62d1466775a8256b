import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import {
  emailCampaignOutcomes,
  emailCampaignOutcomesStream,
  outcomesAtOnce,
} from '../domain/mail/email-campaign-outcomes.ts'
import { emailCampaignStream, emailCampaigns } from '../domain/mail/email-campaigns.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import { causeToPause, overLimit } from './automatic-pause.ts'
import { batchRecorded, leftBatches, nextBatch, type OutcomeBatch } from './outcome-batches.ts'

type Open = {
  listId: string
  campaignId: number
  status: 'sending' | 'paused' | 'cancelled'
  recipients: number
  sent: number
  failed: number
  skipped: number
  /** Number of times that it was sent again. */
  rounds: number
}

/** Suppresses all further email to this person. Idempotent. */
export type ReportBounce = (bounce: {
  campaignId: number
  subject: string
  code: string
  at: string
}) => Promise<unknown>

/**
 * ms between two full batches: the projector and the reactors handle them one by one, and pages need time in between.
 */
const pauseBetweenBatches = 50
/** Batches of one list before other lists get their turn. */
const maxBatches = 100
const staleAfter = 10_000 // ms
const skippedAtOnce = 5000

/**
 * Records the outcomes in the log, and ends finished campaigns. `tick` does the work that is due; every process may
 * call it, since each batch and each end is one command with an id of its own.
 */
export function createRecorder({
  pool,
  handle,
  apply,
  reportBounce,
  signal,
}: {
  pool: pg.Pool
  handle: Handle
  /** Applies a decision to its recipient list (list-states.ts). */
  apply(campaignId: number): Promise<unknown>
  reportBounce: ReportBounce
  /** Resolves after the batch in progress. */
  signal: AbortSignal
}) {
  async function record({ listId, campaignId, batch, round, outcomes, hard }: OutcomeBatch): Promise<void> {
    const data = { campaignId, batch, ...(round > 0 && { round }), outcomes }
    const context = systemContext({ commandId: `outcomes ${listId} ${batch}` })
    const stream = emailCampaignOutcomesStream(campaignId, batch)
    await handle(emailCampaignOutcomes, stream, { type: 'RecordOutcomes', data }, context, { isNew: true })
    for (const { subject, code, at } of hard) await reportBounce({ campaignId, subject, code: code ?? '5.0.0', at })
    await batchRecorded(pool, { listId, batch })
  }

  /** Skips waiting recipients; deliveries in progress finish. */
  async function skipCancelled(listId: string): Promise<void> {
    await pool.query(
      `WITH waiting AS (
         SELECT id FROM app.campaign_recipients
         WHERE list_id = $1 AND status = 'waiting' AND (NOT is_leased OR due_at <= now()) LIMIT $2
         FOR UPDATE SKIP LOCKED
       ), skipped AS (
         UPDATE app.campaign_recipients AS recipient
         SET status = 'skipped', detail = 'cancelled', done_at = now(), is_leased = false
         FROM waiting WHERE recipient.list_id = $1 AND recipient.id = waiting.id RETURNING recipient.id
       )
       UPDATE app.campaign_queues SET skipped = skipped + (SELECT count(*) FROM skipped) WHERE list_id = $1`,
      [listId, skippedAtOnce],
    )
  }

  async function advance(list: Open): Promise<void> {
    const { listId, campaignId } = list
    if (list.status === 'cancelled') await skipCancelled(listId)
    for (let batches = 0; batches < maxBatches && !signal.aborted; batches++) {
      const batch = await nextBatch(pool, list, outcomesAtOnce)
      if (batch) await record(batch)
      if (!batch || batch.outcomes.length < outcomesAtOnce) break
      await delay(pauseBetweenBatches, undefined, { signal }).catch(() => {})
    }
    if (!(await finishIfThrough(list)) && list.status === 'sending') await pauseIfBad(campaignId)
  }

  async function pauseIfBad(campaignId: number): Promise<void> {
    const by = await causeToPause(pool, campaignId)
    if (by === null) return
    const stream = emailCampaignStream(campaignId)
    await handle(emailCampaigns, stream, { type: 'PauseCampaign', data: { campaignId, by } }, systemContext())
    await apply(campaignId)
  }

  async function finishIfThrough({ listId, campaignId, rounds }: Open): Promise<boolean> {
    const { rows } = await pool.query<{ sent: number; failed: number; skipped: number }>(
      `SELECT sent, failed, skipped FROM app.campaign_queues AS queue
       WHERE list_id = $1 AND sent + failed + skipped >= recipients
         AND NOT EXISTS (SELECT FROM app.campaign_batches AS left_over WHERE left_over.list_id = queue.list_id)
         AND NOT EXISTS (SELECT FROM app.campaign_recipients AS recipient WHERE recipient.list_id = queue.list_id
           AND (recipient.status = 'waiting' OR recipient.batch IS NULL))`,
      [listId],
    )
    const [totals] = rows
    if (!totals) return false
    const command = { type: 'FinishCampaign', data: { campaignId, ...totals } } as const
    const context = systemContext({ commandId: rounds === 0 ? `finish ${listId}` : `finish ${listId} ${rounds}` })
    await handle(emailCampaigns, emailCampaignStream(campaignId), command, context)
    await apply(campaignId)
    await pool.query('DELETE FROM app.campaign_rates WHERE list_id = $1', [listId])
    return true
  }

  return {
    /** Pauses an email campaign with too many bounces or complaints. */
    pauseIfBad,
    /**
     * Notes which email campaigns turned out badly when they were over: behind a relay, every bounce is reported later.
     */
    async noteExceededLimits(): Promise<void> {
      for (const { campaignId, by } of await overLimit(pool)) {
        const command = { type: 'NoteExceededLimit', data: { campaignId, by } } as const
        await handle(emailCampaigns, emailCampaignStream(campaignId), command, systemContext())
      }
    },
    /** True when any email campaign needs another call soon. */
    async tick(): Promise<boolean> {
      for (const left of await leftBatches(pool, staleAfter)) await record(left)
      const { rows } = await pool.query<Open>(
        `SELECT list_id AS "listId", campaign_id AS "campaignId", status, recipients, sent, failed, skipped, rounds
         FROM app.campaign_queues WHERE status IN ('sending', 'paused', 'cancelled') ORDER BY created_at`,
      )
      for (const list of rows) await advance(list)
      return rows.length > 0
    },
  }
}
