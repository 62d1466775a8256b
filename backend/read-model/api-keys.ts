import type { Knex } from 'knex'
import type { ApiKey } from '../../contract/api-keys.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { namedApiKeys } from './actors.ts'
import { columnsOf } from './columns.ts'
import { namedFor } from './staff-names.ts'
import { nameOf, type Person, personOf } from './users.ts'

type Row = Omit<ApiKey, 'issuedBy'> & { issuer: Person | null }

/** The server reads in app.api_keys too whether a key works. */
const state = `CASE WHEN item.is_revoked THEN 'revoked' WHEN item.until <= now() THEN 'ended'
  WHEN held.hash IS NULL THEN 'stopped' ELSE 'works' END`

/** Every API key: those that work come first, then the newest. */
export async function allApiKeys(knex: Knex, rights: HeldRights): Promise<ApiKey[]> {
  const rows = await knex(knex.raw(`${namedApiKeys} AS item`))
    .leftJoin({ held: 'app.api_keys' }, 'held.id', 'item.id')
    .leftJoin({ issuer: 'read.users' }, 'issuer.id', 'item.issued_by')
    .orderByRaw(`${state} = 'works' DESC, item.id DESC`)
    .select<Row[]>(
      columnsOf('item', 'id, rights, until, issuedAt'),
      { name: 'item.ownName', lastUsedAt: 'held.last_used_at' },
      knex.raw(`${state} AS state`),
      personOf(knex, 'issuer', 'issuer'),
    )
  return rows.map(({ issuer, ...row }) => ({ ...row, issuedBy: issuer && namedFor(rights, nameOf(issuer)) }))
}
