import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { readAccountDeletion } from '../../../contract/account-deletions.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { route } from '../../kernel/http/route.ts'
import { deletionOf } from '../../read-model/account-deletions.ts'

export async function accountDeletionQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, readAccountDeletion, { policy: 'user' }, async ({ request }) => ({
    dueAt: await deletionOf(knex, signedIn(request).id),
  }))
}
