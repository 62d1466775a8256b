import type pg from 'pg'
import { stoppedByQueueSql } from '../read-model/mail-consents.ts'

/** Emails since the start, or since an admin resumed, before the rates are judged. */
const enough = 100
/** Of so many mails at least is it a share: a few complaints among few mails are enough. */
const fewest = 1000
const tooMany = { bounces: 0.05, complaints: 0.003 }

export type PauseCause = 'bounces' | 'complaints'

/** `handled`: emails that were accepted or refused. */
type Counts = { handled: number; bounced: number; complained: number }

export function pauseCause(counts: Counts): PauseCause | null {
  const { handled, bounced, complained } = counts
  if (handled < enough) return null
  if (bounced > handled * tooMany.bounces) return 'bounces'
  if (complained > Math.max(handled, fewest) * tooMany.complaints) return 'complaints'
  return null
}

/**
 * Reports about a list since it was last resumed. Bounces: refused at once, or reported later about a mail that
 * was accepted; behind a relay all of them are.
 */
export const reportedSql = (reason: 'bounced' | 'complained') =>
  `(SELECT count(*) ${stoppedByQueueSql} AND stopped.reason = '${reason}' ${
    reason === 'bounced'
      ? `AND EXISTS (SELECT FROM app.campaign_recipients AS recipient
             WHERE recipient.subject = stopped.subject AND recipient.list_id = queue.list_id AND recipient.status = 'sent')`
      : ''
  })`

const countsSql = `sent + failed - judged_from AS handled,
  (bounced + ${reportedSql('bounced')} - bounced_before)::integer AS bounced,
  (${reportedSql('complained')} - complained_before)::integer AS complained`

export async function causeToPause(pool: pg.Pool, campaignId: number): Promise<PauseCause | null> {
  const { rows } = await pool.query<Counts>(
    `SELECT ${countsSql} FROM app.campaign_queues AS queue WHERE campaign_id = $1 AND status = 'sending'`,
    [campaignId],
  )
  const [counts] = rows
  return counts ? pauseCause(counts) : null
}

/** The email campaigns of the last 30 days that are over and would be paused by what was reported of them since. */
export async function overLimit(pool: pg.Pool): Promise<{ campaignId: number; by: PauseCause }[]> {
  const { rows } = await pool.query<Counts & { campaignId: number }>(
    `SELECT campaign_id AS "campaignId", ${countsSql} FROM app.campaign_queues AS queue
     WHERE status = 'finished' AND addresses_until > now()
       AND EXISTS (SELECT ${stoppedByQueueSql})`,
  )
  return rows.flatMap(({ campaignId, ...counts }) => {
    const by = pauseCause(counts)
    return by === null ? [] : [{ campaignId, by }]
  })
}
