import type { Knex } from 'knex'
import type { SealVerification } from '../../contract/seals.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { columnsOf } from './columns.ts'
import { namedFor } from './staff-names.ts'
import { nameOf, type Person, personOf } from './users.ts'

/** The last one, or the one with this id; null before the first. */
export async function logVerification(knex: Knex, rights: HeldRights, id?: string): Promise<SealVerification | null> {
  const [row] = await knex({ item: 'read.log_verifications' })
    .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.admin_id')
    .where(id === undefined ? {} : { 'item.id': id })
    .orderBy([
      { column: 'item.at', order: 'desc' },
      { column: 'item.id', order: 'desc' },
    ])
    .limit(1)
    .select<(Omit<SealVerification, 'by'> & { person: Person | null })[]>(
      columnsOf('item', 'at, upTo, seals, events, unsealed, isIntact, finding'),
      personOf(knex, 'admin', 'person'),
    )
  if (!row) return null
  const { person, ...verification } = row
  return { ...verification, by: namedFor(rights, person ? nameOf(person) : 'Someone who was erased') }
}
