import type { HeldRights } from '../../records/staff-rights.ts'
import { columnsOf } from './columns.ts'
import { seesColleagues, unnamed } from './staff-names.ts'
import { nameOf, type Person } from './users.ts'

/** SQL: all API keys. Those that have one name, after each other, are told apart by their numbers. */
export const namedApiKeys = `(SELECT *, name || CASE WHEN count(*) OVER (PARTITION BY lower(name)) > 1
  THEN ' (no. ' || id || ')' ELSE '' END AS "ownName" FROM read.api_keys)`

/** SQL: the API key that acted, where one did; `column`: of the row `item`. */
export const apiKeyJoinOn = (column: string) => `LEFT JOIN ${namedApiKeys} AS api_key ON api_key.id = item.${column}`

/** SQL: how it is named where people are; null where a person acted. */
export const apiKeyNameIn = (column: string) => `'API key ' || coalesce(api_key."ownName", item.${column}::text)`

/** The same for a row of the history or of the actions. */
export const apiKeyJoin = apiKeyJoinOn('api_key_id')
export const apiKeyName = apiKeyNameIn('api_key_id')

export const actorColumns = columnsOf('item', 'actorKind, actorId, apiKeyId')

/** With `apiKeyName` as `apiKey`. */
export type ActorRow<Kind extends string> = {
  actorKind: Kind
  actorId: number | null
  apiKeyId: number | null
  apiKey: string | null
  person: Person | null
}

/** The actor as colleagues read it. `server`: the name of the server itself. */
export function actorOf<Kind extends string>(
  { actorKind: kind, actorId, apiKeyId, apiKey, person }: ActorRow<Kind>,
  server: string,
): { kind: Kind; id: number | null; name: string } {
  if (apiKey !== null) return { kind, id: apiKeyId, name: apiKey }
  return { kind, id: actorId, name: personName(kind, actorId, person) ?? server }
}

function personName(kind: string, id: number | null, person: Person | null): string | null {
  if (kind === 'visitor') return 'Visitor'
  if (kind === 'system' || kind === 'server') return null
  return person ? nameOf(person) : `Person ${id}`
}

/** The actor of an event, as this reader may know them. */
export function actorFor<Kind extends string>(
  rights: HeldRights,
  row: ActorRow<Kind>,
): { kind: Kind; id: number | null; name: string } {
  const { actorKind: kind } = row
  const name = kind === 'admin' ? unnamed : kind === 'user' ? 'A signed-in person' : null
  return name === null || seesColleagues(rights) ? actorOf(row, 'System') : { kind, id: null, name }
}
