import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { listRsvps, type Rsvp } from '../../contract/rsvps.ts'
import { route } from '../http/route.ts'

export type RsvpRow = Rsvp & { campaignEventId: number }

const columns = {
  id: 'id',
  campaignEventId: 'campaign_event_id',
  name: 'name',
  email: 'email',
  status: 'status',
  createdAt: 'created_at',
}

/** What reactors ask for, when the read model has reached the event in question. */
export const createRsvpRows = (knex: Knex) => ({
  /** Null when never known. */
  async one(id: number): Promise<RsvpRow | null> {
    const [row] = await knex('read.rsvps').where({ id }).select<RsvpRow[]>(columns)
    return row ?? null
  },
  /** Those with a seat or in a waiting list: of an event, or of a person. */
  open: (of: { campaign_event_id: number } | { subject: string }): Promise<RsvpRow[]> =>
    knex('read.rsvps').where(of).whereNot({ status: 'cancelled' }).orderBy('id').select<RsvpRow[]>(columns),
})

export async function rsvpQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listRsvps, { policy: 'admin' }, async ({ params: { id }, query: { page, limit, before } }) => {
    const rows = knex('read.rsvps').where({ campaign_event_id: id })
    if (before !== undefined) rows.where('id', '<', before)
    const { campaignEventId, ...shown } = columns
    return rows
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .select<Rsvp[]>(shown)
  })
}
