import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import {
  type AdminEndorsement,
  listAllEndorsements,
  listEndorsements,
  type PublicEndorsement,
} from '../../contract/endorsements.ts'
import { route } from '../http/route.ts'
import { pageOf } from './read-model.ts'

const publicColumns = {
  id: 'item.id',
  name: 'item.name',
  title: 'item.title',
  endorsementText: 'item.endorsement_text',
  createdAt: 'item.created_at',
}
const adminColumns = {
  ...publicColumns,
  email: 'item.email',
  isApproved: 'item.is_approved',
  isErased: 'item.is_erased',
}

/** Null when there is none, or it was deleted. */
export async function endorsementRow(knex: Knex, id: number): Promise<AdminEndorsement | null> {
  const [row] = await knex({ item: 'read.endorsements' }).where({ id }).select<AdminEndorsement[]>(adminColumns)
  return row ?? null
}

const shown = { is_approved: true, is_public: true, is_erased: false }

export async function endorsementQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listEndorsements, { policy: 'public' }, async ({ query }) =>
    pageOf(knex, 'endorsements', query, shown).select<PublicEndorsement[]>(publicColumns),
  )
  route(app, listAllEndorsements, { policy: 'admin' }, async ({ query }) =>
    pageOf(knex, 'endorsements', query).select<AdminEndorsement[]>(adminColumns),
  )
}
