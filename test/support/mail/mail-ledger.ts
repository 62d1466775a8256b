import type { Database } from '../../../backend/kernel/database/connect.ts'

/** As if the person had got this email of a campaign so many days ago. */
export async function mailedOf(
  { pool }: Pick<Database, 'pool'>,
  { subject, campaignId, daysAgo = 0 }: { subject: string; campaignId: number; daysAgo?: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO app.welcome_mails (subject, number, campaign_id, joined_at, status, done_at, is_recorded)
     VALUES ($1, $2::integer, $2::integer, now(), 'sent', now() - make_interval(days => $3::integer), true)`,
    [subject, campaignId, daysAgo],
  )
}
