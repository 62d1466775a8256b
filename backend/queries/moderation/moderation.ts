import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listOwnItems, readQueue } from '../../../contract/moderation.ts'
import { readAccuracy } from '../../../contract/moderation-accuracy.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { moderationQueue, openOwnItems } from '../../read-model/moderation.ts'
import { moderationAccuracy } from '../../read-model/moderation-accuracy.ts'

export async function moderationQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, readQueue, staff('forum'), ({ query }) => moderationQueue(knex, query))
  route(app, readAccuracy, staff('forum'), ({ request }) => reads.list(request, ({ knex }) => moderationAccuracy(knex)))
  route(app, listOwnItems, { policy: 'user' }, ({ query, request }) => openOwnItems(knex, signedIn(request).id, query))
}
