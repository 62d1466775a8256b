import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listMessages } from '../../../contract/forum-messages.ts'
import { route } from '../../http/route.ts'
import { withTotal } from '../../http/total-count.ts'
import { messagePage } from '../../read-model/forum-messages.ts'

export async function forumMessageQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listMessages, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await messagePage(knex, query)),
  )
}
