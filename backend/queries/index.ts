import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { adminActionQueries } from './admin-actions.ts'
import { emailSignupQueries } from './email-signups.ts'
import { endorsementQueries } from './endorsements.ts'
import { historyQueries } from './history.ts'
import { prayerQueries } from './prayers.ts'

/** The read side: every list and view, from the read model alone. */
export async function queries(app: FastifyInstance, database: { knex: Knex }): Promise<void> {
  await app.register(prayerQueries, database)
  await app.register(endorsementQueries, database)
  await app.register(emailSignupQueries, database)
  await app.register(adminActionQueries, database)
  await app.register(historyQueries, database)
}
