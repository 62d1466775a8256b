import type { Knex } from 'knex'
import type { ForumMessage, ForumMessageListQuery } from '../../contract/forum-messages.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf } from './columns.ts'

const columns = 'id, revision, author_id, subject, content, status, is_deleted, created_at'
const authorName = `nullif(concat_ws(' ', author.first_name, author.last_name), '')`

/** Threads and replies together: their ids come from one sequence. */
export const forumMessageList: AdminListOf<ForumMessageListQuery> = {
  table: `(SELECT ${columns}, title, id AS thread_id, 'thread' AS content_type FROM read.forum_threads
    UNION ALL SELECT ${columns}, NULL::text, thread_id, 'post' FROM read.forum_posts)`,
  joins: 'LEFT JOIN read.users AS author ON author.id = item.author_id',
  sorts: {
    createdAt: 'item.id',
    status: 'item.status',
    author: `app.sort_key(coalesce(${authorName}, author.email, '')) COLLATE "und-x-icu"`,
  },
  filters: {
    type: (type) => ({ sql: 'item.content_type = ?', values: [type] }),
    status: (status) => ({ sql: 'item.status = ?', values: [status] }),
    deleted: (deleted) => ({ sql: 'item.is_deleted = ?', values: [deleted === 'yes'] }),
  },
  counts: {
    table: `(SELECT *, 'thread' AS content_type FROM read.forum_thread_counts
      UNION ALL SELECT *, 'post' FROM read.forum_post_counts)`,
    filters: ['type', 'status', 'deleted'],
    of: ['read.forum_threads', 'read.forum_posts'],
  },
  searched: `coalesce(item.title, '') || ' ' || item.content`,
  /** An erasure takes the author away. */
  findable: 'item.author_id IS NOT NULL',
}

export function messagePage(knex: Knex, query: ForumMessageListQuery) {
  const filter: ForumMessageListQuery['filter'] = { deleted: 'no', ...query.filter }
  return adminListPage(knex, forumMessageList, { ...query, filter }, (items) =>
    items.select<ForumMessage[]>(...row(knex)),
  )
}

const row = (knex: Knex) => [
  columnsOf('item', 'id, revision, threadId, title, content, contentType, authorId, status, isDeleted, createdAt'),
  knex.raw(`CASE WHEN author.id IS NOT NULL THEN coalesce(${authorName}, author.email) END AS ??`, ['authorName']),
]

/** Null when it was deleted. */
export async function forumMessageRow(knex: Knex, id: number): Promise<ForumMessage | null> {
  const [message] = await knex
    .from(knex.raw(`${forumMessageList.table} AS item ${forumMessageList.joins}`))
    .where({ 'item.id': id, 'item.is_deleted': false })
    .select<ForumMessage[]>(...row(knex))
  return message ?? null
}
