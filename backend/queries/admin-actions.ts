import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AdminAction, listAdminActions } from '../../contract/admin.ts'
import { route } from '../http/route.ts'
import { personOf } from './users.ts'

export async function adminActionQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listAdminActions, { policy: 'admin' }, async ({ query: { page, limit } }) => {
    const newest = knex('read.admin_actions')
      .select('timestamp', 'id')
      .orderBy([
        { column: 'timestamp', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .offset((page - 1) * limit)
    const [actions, [counted]] = await Promise.all([
      knex({ item: 'read.admin_actions' })
        .join(newest.as('page'), { 'page.timestamp': 'item.timestamp', 'page.id': 'item.id' })
        .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
        .leftJoin({ target: 'read.users' }, 'target.id', 'item.target_user_id')
        .orderBy([
          { column: 'item.timestamp', order: 'desc' },
          { column: 'item.id', order: 'desc' },
        ])
        .select<AdminAction[]>(
          { id: 'item.id', timestamp: 'item.timestamp', action: 'item.action', details: 'item.details' },
          personOf(knex, 'admin', 'admin'),
          personOf(knex, 'target', 'targetUser'),
        ),
      knex('read.admin_actions').count<{ count: number }[]>('* as count'),
    ])
    return { actions, total: counted?.count ?? 0 }
  })
}
