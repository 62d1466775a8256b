import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listApiKeys } from '../../../contract/api-keys.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { allApiKeys } from '../../read-model/api-keys.ts'

export async function apiKeyQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listApiKeys, staff('grants'), ({ request }) => allApiKeys(knex, signedIn(request).rights))
}
