import type { Knex } from 'knex'
import type { AdminAction } from '../../contract/admin.ts'
import { latestFirst } from './paging.ts'
import { personOf } from './users.ts'

/** Newest first, with the total. */
export async function adminActions(
  knex: Knex,
  { page, limit }: { page: number; limit: number },
): Promise<{ actions: AdminAction[]; total: number }> {
  const ids = knex('read.admin_actions')
    .select('timestamp', 'id')
    .orderBy(latestFirst())
    .limit(limit)
    .offset((page - 1) * limit)
  const [actions, [counted]] = await Promise.all([
    knex({ item: 'read.admin_actions' })
      .join(ids.as('page'), { 'page.timestamp': 'item.timestamp', 'page.id': 'item.id' })
      .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
      .leftJoin({ target: 'read.users' }, 'target.id', 'item.target_user_id')
      .orderBy(latestFirst('item.'))
      .select<AdminAction[]>(
        { id: 'item.id', timestamp: 'item.timestamp', action: 'item.action', details: 'item.details' },
        personOf(knex, 'admin', 'admin'),
        personOf(knex, 'target', 'targetUser'),
      ),
    knex('read.admin_actions').count<{ count: number }[]>('* as count'),
  ])
  return { actions, total: counted?.count ?? 0 }
}
