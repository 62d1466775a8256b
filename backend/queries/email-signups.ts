import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countEmailSignups, listEmailSignups } from '../../contract/email-signups.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route } from '../kernel/http/route.ts'
import { allEmailSignups, emailSignupCount } from '../read-model/email-signups.ts'

export async function emailSignupQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, countEmailSignups, { policy: 'public' }, async () => ({ count: await emailSignupCount(knex) }))
  listRoute(app, reads, listEmailSignups, { right: 'people' }, (knex, { query }) => allEmailSignups(knex, query))
}
