import type { FastifyInstance } from 'fastify'
import { listInvitations } from '../../../contract/admin-invitations.ts'
import type { ConsoleReads } from '../../kernel/http/console-reads.ts'
import { signedIn } from '../../kernel/http/guards.ts'
import { route, staff } from '../../kernel/http/route.ts'
import { standingInvitations } from '../../read-model/admin-invitations.ts'

export async function adminInvitationQueries(app: FastifyInstance, { reads }: { reads: ConsoleReads }): Promise<void> {
  route(app, listInvitations, { ...staff('grants'), hasPast: true }, ({ request }) =>
    reads.list(request, ({ knex, now }) => standingInvitations(knex, now, signedIn(request).rights)),
  )
}
