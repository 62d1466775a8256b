import type { FastifyInstance } from 'fastify'
import { listMessages } from '../../../contract/forum-messages.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { listRoute } from '../../kernel/http/route.ts'
import { messagePage } from '../../read-model/forum-messages.ts'

export async function forumMessageQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  listRoute(app, reads, listMessages, { right: 'forum' }, (knex, { query }) => messagePage(knex, query))
}
