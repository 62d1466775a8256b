import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countEmailSignups, listEmailSignups, listEmailSources } from '../../contract/email-signups.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { listRoute, route } from '../kernel/http/route.ts'
import { allEmailSignups, emailSignupCount, emailSignupList } from '../read-model/email-signups.ts'
import { sourcesRoute } from './list-sources.ts'

export async function emailSignupQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, countEmailSignups, { policy: 'public' }, async () => ({ count: await emailSignupCount(knex) }))
  listRoute(app, reads, listEmailSignups, { right: 'people' }, (knex, { query }) => allEmailSignups(knex, query))
  sourcesRoute(app, reads, listEmailSources, { right: 'people' }, emailSignupList)
}
