import type { Knex } from 'knex'
import type pg from 'pg'
import type { AdminEndorsement, PublicEndorsement } from '../../contract/endorsements.ts'
import { newestFirst, type Paging } from './paging.ts'

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
const isShown = { is_approved: true, is_public: true, is_erased: false }

/** Null when there is none, or it was deleted. */
export async function endorsementRow(knex: Knex, id: number): Promise<AdminEndorsement | null> {
  const [row] = await knex({ item: 'read.endorsements' }).where({ id }).select<AdminEndorsement[]>(adminColumns)
  return row ?? null
}

export const publicEndorsements = (knex: Knex, paging: Paging) =>
  newestFirst(knex, 'endorsements', paging, isShown).select<PublicEndorsement[]>(publicColumns)

export const allEndorsements = (knex: Knex, paging: Paging) =>
  newestFirst(knex, 'endorsements', paging).select<AdminEndorsement[]>(adminColumns)

/** What the page of endorsements shows. */
export async function newestEndorsements(client: pg.ClientBase): Promise<PublicEndorsement[]> {
  const { rows } = await client.query<PublicEndorsement>(
    `SELECT id, name, title, endorsement_text AS "endorsementText", created_at AS "createdAt"
       FROM read.endorsements WHERE is_approved AND is_public AND NOT is_erased ORDER BY id DESC LIMIT 50`,
  )
  return rows
}
