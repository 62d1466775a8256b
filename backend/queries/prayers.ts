import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AdminPrayer, listAllPrayers, listPrayers, type PublicPrayer } from '../../contract/prayers.ts'
import { route } from '../http/route.ts'
import { pageOf } from './read-model.ts'

const publicColumns = {
  id: 'item.id',
  prayer: 'item.prayer',
  name: 'item.first_name',
  location: 'item.location',
  createdAt: 'item.created_at',
}
const adminColumns = {
  id: 'item.id',
  firstName: 'item.first_name',
  email: 'item.email',
  location: 'item.location',
  prayer: 'item.prayer',
  isApproved: 'item.is_approved',
  isErased: 'item.is_erased',
  createdAt: 'item.created_at',
}

/** Null when there is none, or it was deleted. */
export async function prayerRow(knex: Knex, id: number): Promise<AdminPrayer | null> {
  const [row] = await knex({ item: 'read.prayers' }).where({ id }).select<AdminPrayer[]>(adminColumns)
  return row ?? null
}

export async function prayerQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listPrayers, { policy: 'public' }, async ({ query }) =>
    pageOf(knex, 'prayers', query, { is_approved: true, is_erased: false }).select<PublicPrayer[]>(publicColumns),
  )
  route(app, listAllPrayers, { policy: 'admin' }, async ({ query }) =>
    pageOf(knex, 'prayers', query).select<AdminPrayer[]>(adminColumns),
  )
}
