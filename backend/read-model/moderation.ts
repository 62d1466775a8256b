import type { Knex } from 'knex'
import type { z } from 'zod'
import type { ModerationItem, OwnItem, readQueue } from '../../contract/moderation.ts'
import { columnsOf } from './columns.ts'
import type { Paging } from './paging.ts'

/** Each item with its `thread` and, for a reply, its `post`. */
const items = (knex: Knex) =>
  knex({ item: 'read.moderation_items' })
    .join({ thread: 'read.forum_threads' }, 'thread.id', 'item.thread_id')
    .leftJoin({ post: 'read.forum_posts' }, 'post.id', 'item.id')
    .whereRaw('NOT thread.is_deleted AND NOT coalesce(post.is_deleted, false)')

const text = {
  ...columnsOf('item', 'id, contentType, threadId'),
  title: 'thread.title',
  appeal: 'item.appeal',
  adminNotes: 'item.admin_notes',
}
const ofContent = (knex: Knex, column: string, as: string) =>
  knex.raw('CASE WHEN post.id IS NULL THEN ?? ELSE ?? END AS ??', [`thread.${column}`, `post.${column}`, as])

const others = (columns: string) => `
  SELECT ${columns} FROM read.forum_threads WHERE subject = item.subject AND id <> item.id
  UNION ALL SELECT ${columns} FROM read.forum_posts WHERE subject = item.subject AND id <> item.id`

/** The author's other posts: how many per status, and the newest five. */
const recordOf = (knex: Knex) =>
  knex.raw(
    `(SELECT jsonb_build_object(
        'approved', count(*) FILTER (WHERE status = 'approved'),
        'pending', count(*) FILTER (WHERE status = 'pending'),
        'rejected', count(*) FILTER (WHERE status = 'rejected'),
        'recent', (
          SELECT coalesce(jsonb_agg(jsonb_build_object(
            'id', id,
            'status', status,
            'content', left(content, 200),
            'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY id DESC), '[]')
          FROM (${others('id, status, content, created_at')} ORDER BY id DESC LIMIT 5) AS newest))
      FROM (${others('status')}) AS other) AS ??`,
    ['authorRecord'],
  )

/** The author appeals a rejection, once: after its answer, readers may still report the post. */
export const hasOpenAppeal = `(item.is_open AND item.appeal IS NOT NULL
  AND coalesce(post.status, thread.status) = 'rejected')`

/** Ids of items that wait for a decision. Two indexes answer it, where an OR would read every item. */
export const waitingItems = `SELECT id FROM read.moderation_items WHERE is_open
  UNION SELECT content_id FROM read.forum_reports WHERE is_open`

const reportsOf = (knex: Knex) =>
  knex.raw(
    `(SELECT coalesce(jsonb_agg(jsonb_build_object(
        'reason', reason,
        'note', note,
        'isOpen', is_open,
        'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'words', (
          SELECT nullif(concat_ws(E'\\n', edit.title, edit.content), coalesce(post.content, concat_ws(E'\\n', thread.title, thread.content)))
          FROM read.forum_edits AS edit WHERE edit.content_id = item.id AND edit.at <= report.created_at
          ORDER BY edit.at DESC LIMIT 1)) ORDER BY created_at), '[]')
      FROM read.forum_reports AS report WHERE content_id = item.id) AS reports`,
  )

const moderationItems = (knex: Knex) =>
  items(knex).select<ModerationItem[]>(
    text,
    columnsOf('item', 'reason, violationType, confidence, aiSuggestion, adminAction, createdAt, reviewedAt'),
    ofContent(knex, 'revision', 'revision'),
    ofContent(knex, 'content', 'content'),
    ofContent(knex, 'author_id', 'authorId'),
    ofContent(knex, 'status', 'status'),
    knex.raw("item.spans -> 'passages' AS spans"),
    recordOf(knex),
    reportsOf(knex),
  )

export const moderationItemRow = async (knex: Knex, id: number): Promise<ModerationItem | null> =>
  (await moderationItems(knex).where({ 'item.id': id }))[0] ?? null

/** The check found nothing in a post that readers reported, and who they are stays with the moderators. */
const ownReason = (knex: Knex) =>
  knex.raw(
    `CASE WHEN item.outcome = 'approved' THEN CASE coalesce(post.status, thread.status)
        WHEN 'pending' THEN 'Readers reported this post, so a moderator will look at it.'
        WHEN 'rejected' THEN 'Readers reported this post, and a moderator removed it.'
        ELSE item.reason END
      ELSE item.reason END AS reason`,
  )

const ownItems = (knex: Knex, authorId: number) =>
  items(knex)
    .whereRaw('coalesce(post.author_id, thread.author_id) = ?', [authorId])
    .select<OwnItem[]>(
      text,
      { createdAt: 'item.created_at', isWaiting: 'item.is_open' },
      ownReason(knex),
      ofContent(knex, 'content', 'content'),
      ofContent(knex, 'status', 'status'),
      knex.raw(`(coalesce(post.status, thread.status) = 'rejected' AND item.appeal IS NULL) AS ??`, ['canAppeal']),
    )

export const ownItemRow = async (knex: Knex, id: number, authorId: number): Promise<OwnItem | null> =>
  (await ownItems(knex, authorId).where({ 'item.id': id }))[0] ?? null

/** Waiting items in order of arrival, decided ones by their decision, the latest first. */
export async function moderationQueue(
  knex: Knex,
  query: z.output<typeof readQueue.schema.querystring>,
): Promise<ModerationItem[]> {
  const { status, violationType, contentType, page, limit, before, after } = query
  const wanted = moderationItems(knex)
    .where({
      ...(violationType ? { 'item.violation_type': violationType } : {}),
      ...(contentType ? { 'item.content_type': contentType } : {}),
    })
    .limit(limit)
    .offset((page - 1) * limit)
  if (before !== undefined && status !== 'decided') wanted.where('item.id', '<', before)
  if (after !== undefined) wanted.where('item.id', '>', after)
  switch (status) {
    case 'pending':
      return wanted.whereRaw(`item.id IN (${waitingItems})`).orderBy('item.id')
    case 'appealed':
      return wanted.whereRaw(hasOpenAppeal).orderBy('item.id')
    case 'reported':
      return wanted.whereRaw('item.id IN (SELECT content_id FROM read.forum_reports WHERE is_open)').orderBy('item.id')
    case 'decided':
      if (before !== undefined)
        wanted.whereRaw(
          `(item.reviewed_at, item.id) < (coalesce((SELECT reviewed_at FROM read.moderation_items WHERE id = ?), 'infinity'), ?)`,
          [before, before],
        )
      return wanted.whereNotNull('item.admin_action').orderByRaw('item.reviewed_at DESC, item.id DESC')
  }
}

export type DecidedReport = { reporterId: number; contentId: number; threadId: number; outcome: 'kept' | 'removed' }

/** The reports that this event closed, of readers who still have an account. */
export const reportsDecidedBy = (knex: Knex, eventId: string): Promise<DecidedReport[]> =>
  knex('read.forum_reports')
    .where({ decision_id: eventId })
    .whereNotNull('reporter_id')
    .orderBy('created_at')
    .select<DecidedReport[]>({
      reporterId: 'reporter_id',
      contentId: 'content_id',
      threadId: 'thread_id',
      outcome: 'outcome',
    })

/** The author's posts that are not published, and their appeals decided in the last two weeks. */
export async function openOwnItems(knex: Knex, authorId: number, { page, limit, before }: Paging): Promise<OwnItem[]> {
  const own = ownItems(knex, authorId)
    .whereRaw(
      `(coalesce(post.status, thread.status) <> 'approved'
        OR item.appeal IS NOT NULL AND NOT item.is_open AND item.reviewed_at > now() - interval '14 days')`,
    )
    .orderBy('item.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  return before === undefined ? own : own.where('item.id', '<', before)
}
