import type { Knex } from 'knex'

/** `network`: a keyed hash. `isOut`: banned or deactivated now. `outcomes`: of their latest reports, the latest first. */
type Reporter = {
  userId: number
  subject: string
  email: string
  network: string
  isOut: boolean
  joinedAt: string
  hasPublicPost: boolean
  outcomes: ('kept' | 'removed')[]
}

const postedBy = (table: string) =>
  `EXISTS (SELECT FROM read.${table} WHERE author_id = account.user_id AND status = 'approved' AND NOT is_deleted)`

/**
 * Facts known now about the readers who reported a post within the last 30 days and still have an account, and whether an
 * admin wrote it.
 */
export async function reportersOf(knex: Knex, contentId: number): Promise<{ readers: Reporter[]; isByStaff: boolean }> {
  const { rows: readers } = await knex.raw<{ rows: Reporter[] }>(
    `SELECT account.user_id AS "userId", report.subject, account.email, report.network,
       app.is_banned(account) OR NOT account.is_active AS "isOut",
       to_char(account.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "joinedAt",
       ${postedBy('forum_threads')} OR ${postedBy('forum_posts')} AS "hasPublicPost",
       ARRAY (SELECT outcome FROM read.forum_reports
         WHERE reporter_id = account.user_id AND NOT is_open ORDER BY decided_at DESC LIMIT 3) AS outcomes
     FROM app.report_networks AS report JOIN app.accounts AS account USING (user_id)
     WHERE report.content_id = ? ORDER BY report.at`,
    [contentId],
  )
  const { rows: staff } = await knex.raw<{ rows: object[] }>(
    `SELECT FROM app.accounts WHERE is_admin AND user_id IN (
       SELECT author_id FROM read.forum_threads WHERE id = :contentId
       UNION ALL SELECT author_id FROM read.forum_posts WHERE id = :contentId)`,
    { contentId },
  )
  return { readers, isByStaff: staff.length > 0 }
}

/** The posts that this reader reported and no admin has decided about. */
export const openReportsBy = (knex: Knex, userId: number): Promise<{ contentId: number; threadId: number }[]> =>
  knex('read.forum_reports')
    .where({ reporter_id: userId, is_open: true })
    .select<{ contentId: number; threadId: number }[]>({ contentId: 'content_id', threadId: 'thread_id' })
