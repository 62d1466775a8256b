import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type ModerationPolicy, readPolicy } from '../../contract/moderation-policy.ts'
import { route } from '../http/route.ts'

/** What holds until an admin says otherwise: the bands of the specification (administration §9). */
const atFirst: ModerationPolicy = { review: 30, reject: 70, changedAt: null }

export async function moderationPolicyRow(knex: Knex): Promise<ModerationPolicy> {
  const [row] = await knex('read.moderation_policy').select<ModerationPolicy[]>({
    review: 'review',
    reject: 'reject',
    changedAt: 'changed_at',
  })
  return row ?? atFirst
}

type Screened = { confidence: number; outcome: 'approved' | 'held' | 'refused'; decision: 'approve' | 'reject' | null }

const screened = { outcome: 'item.outcome', decision: 'item.admin_action' }

/** Everything that was ever screened, alike ones counted together: at most some hundred rows. */
export const screenedPast = (knex: Knex): Promise<(Screened & { count: number })[]> =>
  knex({ item: 'read.moderation_items' })
    .groupBy('item.confidence', 'item.outcome', 'item.admin_action')
    .select<(Screened & { count: number })[]>({ confidence: 'item.confidence', ...screened }, knex.raw('count(*)'))

/** The newest 500 with their words, as the moderator is given them; erased ones have none. */
export const screenedTexts = (knex: Knex): Promise<(Omit<Screened, 'confidence'> & { text: string })[]> =>
  knex({ item: 'read.moderation_items' })
    .join({ thread: 'read.forum_threads' }, 'thread.id', 'item.thread_id')
    .leftJoin({ post: 'read.forum_posts' }, 'post.id', 'item.id')
    .whereRaw('(CASE WHEN post.id IS NULL THEN thread.author_id ELSE post.author_id END) IS NOT NULL')
    .orderBy('item.id', 'desc')
    .limit(500)
    .select<(Omit<Screened, 'confidence'> & { text: string })[]>(
      screened,
      knex.raw(`coalesce(post.content, thread.title || chr(10) || thread.content) AS text`),
    )

export async function moderationPolicyQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readPolicy, { policy: 'admin' }, () => moderationPolicyRow(knex))
}
