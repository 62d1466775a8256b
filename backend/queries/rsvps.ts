import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listRsvps } from '../../contract/rsvps.ts'
import { route } from '../http/route.ts'
import { rsvpsOf } from '../read-model/rsvps.ts'

export async function rsvpQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listRsvps, { policy: 'admin' }, ({ params, query }) => rsvpsOf(knex, params.id, query))
}
