import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readSeals, type SealState } from '../../contract/seals.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { route, staff } from '../kernel/http/route.ts'
import { logVerification } from '../read-model/log-verifications.ts'

type SealTools = { knex: Knex; seals: { newest(): Promise<SealState['sealed']> } }

export async function sealQueries(app: FastifyInstance, { knex, seals }: SealTools): Promise<void> {
  route(app, readSeals, staff('operations'), async ({ request }) => {
    const [sealed, verified] = await Promise.all([seals.newest(), logVerification(knex, signedIn(request).rights)])
    return { sealed, verified }
  })
}
