import type pg from 'pg'

/** Mails since the start, or since an admin resumed, before anything is concluded from them. */
const enough = { bounces: 100, complaints: 1000 }
const tooMany = { bounces: 0.05, complaints: 0.003 }

export type PauseCause = 'bounces' | 'complaints'

/** Pure. `handled`: mails that were accepted or refused. */
export function pauseCause(counts: { handled: number; bounced: number; complained: number }): PauseCause | null {
  const { handled, bounced, complained } = counts
  if (handled >= enough.bounces && bounced > handled * tooMany.bounces) return 'bounces'
  if (handled >= enough.complaints && complained > handled * tooMany.complaints) return 'complaints'
  return null
}

/** Bounces: refused at once, or reported later. */
export async function causeToPause(pool: pg.Pool, campaignId: number): Promise<PauseCause | null> {
  const { rows } = await pool.query<{ handled: number; bounced: number; complained: number }>(
    `SELECT sent + failed - judged_from AS handled, bounced - bounced_before AS bounced,
       (SELECT count(*) FROM app.mail_suppressions WHERE campaign_id = $1 AND reason = 'complained')
         - complained_before AS complained
     FROM app.campaign_queues WHERE campaign_id = $1 AND status = 'sending'`,
    [campaignId],
  )
  const [counts] = rows
  return counts ? pauseCause(counts) : null
}
