import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listMessages } from '../../../contract/forum-messages.ts'
import { listRoute } from '../../http/route.ts'
import { messagePage } from '../../read-model/forum-messages.ts'

export async function forumMessageQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  listRoute(app, listMessages, ({ query }) => messagePage(knex, query))
}
