import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { countEmailSignups } from '../../contract/email-signups.ts'
import { route } from '../http/route.ts'

export async function emailSignupQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, countEmailSignups, { policy: 'public' }, async () => {
    const [total] = await knex('read.email_signup_totals').select<{ signups: number }[]>('signups')
    return { count: total?.signups ?? 0 }
  })
}
