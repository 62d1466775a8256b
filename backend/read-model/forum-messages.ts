import type { Knex } from 'knex'
import type { ForumMessage } from '../../contract/forum-messages.ts'

/** Threads and replies together, newest first. */
export async function messagePage(
  knex: Knex,
  { page, limit, before, deleted }: { page: number; limit: number; before?: number; deleted: 'no' | 'yes' },
): Promise<ForumMessage[]> {
  const most = page * limit
  const newest = (table: string, contentType: string, threadId: string, title: Knex.Raw | string) => {
    const query = knex({ item: table })
      .where({ 'item.is_deleted': deleted === 'yes' })
      .orderBy('item.id', 'desc')
      .limit(most)
      .select({ id: 'item.id', content: 'item.content', status: 'item.status', createdAt: 'item.created_at' })
      .select({ isDeleted: 'item.is_deleted' })
      .select(knex.raw('? AS ??', [contentType, 'contentType']), { title, threadId })
    return before === undefined ? query : query.where('item.id', '<', before)
  }
  return knex
    .select<ForumMessage[]>('*')
    .from(
      knex
        .unionAll(
          [
            newest('read.forum_threads', 'thread', 'item.id', 'item.title'),
            newest('read.forum_posts', 'post', 'item.thread_id', knex.raw('NULL::text')),
          ],
          true,
        )
        .as('message'),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(most - limit)
}
