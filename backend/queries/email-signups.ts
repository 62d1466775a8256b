import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countEmailSignups, listEmailSignups } from '../../contract/email-signups.ts'
import { route } from '../http/route.ts'
import { withTotal } from '../http/total-count.ts'
import { allEmailSignups, emailSignupCount } from '../read-model/email-signups.ts'

export async function emailSignupQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, countEmailSignups, { policy: 'public' }, async () => ({ count: await emailSignupCount(knex) }))
  route(app, listEmailSignups, { policy: 'admin' }, async ({ query, reply }) =>
    withTotal(reply, await allEmailSignups(knex, query)),
  )
}
