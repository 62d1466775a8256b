import type { Knex } from 'knex'
import type { ModerationModel } from '../../contract/moderation-models.ts'
import type { ModerationPolicy } from '../../contract/moderation-policy.ts'
import { columnsOf } from './columns.ts'

/** Facts about the moderators that the read model does not have. */
export type Moderators = {
  /** Version of the bundled model. */
  bundledVersion: string
  hasOutside: boolean
  isUsable(digest: string): Promise<boolean>
  /** In force until an admin sets others. */
  defaultThresholds: Thresholds
}

type Thresholds = Pick<ScreeningPolicy, 'review' | 'reject'>

/** `digest`: of the model's file; null for the bundled one. */
type ScreeningPolicy = {
  review: number
  reject: number
  model: string | null
  digest: string | null
  changedAt: string | null
}

export async function screeningPolicy(knex: Knex, defaultThresholds: Thresholds): Promise<ScreeningPolicy> {
  const [row] = await knex({ policy: 'read.moderation_policy' })
    .leftJoin({ file: 'read.moderation_models' }, 'file.version', 'policy.model')
    .select<ScreeningPolicy[]>({
      ...columnsOf('policy', 'review, reject, model'),
      digest: 'file.digest',
      changedAt: 'policy.changed_at',
    })
  return row ?? { ...defaultThresholds, model: null, digest: null, changedAt: null }
}

export async function moderationPolicyRow(knex: Knex, moderators: Moderators): Promise<ModerationPolicy> {
  const { digest, ...policy } = await screeningPolicy(knex, moderators.defaultThresholds)
  const isModelUsable = policy.model === null || (digest !== null && (await moderators.isUsable(digest)))
  return { ...policy, isModelUsable, hasOutside: moderators.hasOutside }
}

/** The bundled one, then the added ones, newest first. */
export async function moderationModels(
  knex: Knex,
  { bundledVersion, defaultThresholds }: Moderators,
): Promise<ModerationModel[]> {
  const [{ model: chosen }, added] = await Promise.all([
    screeningPolicy(knex, defaultThresholds),
    knex('read.moderation_models')
      .orderBy([{ column: 'added_at', order: 'desc' }, 'version'])
      .select<{ version: string; bytes: number; addedAt: string }[]>({
        version: 'version',
        bytes: 'bytes',
        addedAt: 'added_at',
      }),
  ])
  const shipped = { version: bundledVersion, bytes: null, addedAt: null }
  return [
    { model: null, ...shipped, isChosen: chosen === null },
    ...added.map((one) => ({ model: one.version, ...one, isChosen: chosen === one.version })),
  ]
}

/** Digest of an added model; null when no model has this version. */
export async function modelDigest(knex: Knex, version: string): Promise<string | null> {
  const [row] = await knex('read.moderation_models').where({ version }).select<{ digest: string }[]>('digest')
  return row?.digest ?? null
}

type Decision = 'approve' | 'reject'
type Screened = { confidence: number; outcome: 'approved' | 'held' | 'refused'; decision: Decision | null }

const screened = { outcome: 'item.outcome', decision: 'item.admin_action', confidence: 'item.confidence' }

/** All screened texts, grouped by confidence, outcome and decision: a few hundred rows at most. */
export const screenedPast = (knex: Knex): Promise<(Screened & { count: number })[]> =>
  knex({ item: 'read.moderation_items' })
    .groupBy('item.confidence', 'item.outcome', 'item.admin_action')
    .select<(Screened & { count: number })[]>(screened, knex.raw('count(*)'))

/** The newest 500 with the text that the moderator got; erased ones are left out. */
export function screenedTexts(
  knex: Knex,
  { decided }: { decided: boolean },
): Promise<(Screened & { id: number; text: string })[]> {
  const texts = knex({ item: 'read.moderation_items' })
    .join({ thread: 'read.forum_threads' }, 'thread.id', 'item.thread_id')
    .leftJoin({ post: 'read.forum_posts' }, 'post.id', 'item.id')
    .whereRaw('(CASE WHEN post.id IS NULL THEN thread.author_id ELSE post.author_id END) IS NOT NULL')
    .orderBy('item.id', 'desc')
    .limit(500)
    .select<(Screened & { id: number; text: string })[]>(
      { id: 'item.id', ...screened },
      knex.raw(`coalesce(post.content, thread.title || chr(10) || thread.content) AS text`),
    )
  return decided ? texts.whereNotNull('item.admin_action') : texts
}
