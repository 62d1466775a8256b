import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listRsvps, readOwnRsvp } from '../../contract/rsvps.ts'
import type { ConsoleReads } from '../kernel/http/console-reads.ts'
import { signedIn } from '../kernel/http/guards.ts'
import { route } from '../kernel/http/route.ts'
import { ownRsvpStatus, rsvpsOf } from '../read-model/rsvps.ts'

export async function rsvpQueries(
  app: FastifyInstance,
  { knex, reads }: { knex: Knex; reads: ConsoleReads },
): Promise<void> {
  route(app, readOwnRsvp, { policy: 'user' }, async ({ params, request }) => ({
    status: await ownRsvpStatus(knex, params.id, signedIn(request).id),
  }))

  route(app, listRsvps, { policy: { right: 'guests', of: 'id' }, hasPast: true }, ({ params, query, request }) =>
    reads.list(request, ({ knex }) => rsvpsOf(knex, params.id, query)),
  )
}
