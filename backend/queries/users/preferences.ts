import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readPreferences } from '../../../contract/preferences.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { route } from '../../kernel/http/route.ts'
import { preferencesOf } from '../../read-model/preferences.ts'

export async function preferencesQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readPreferences, { policy: 'user' }, ({ request }) => preferencesOf(knex, signedIn(request).id))
}
