import { nameOf, type Person } from './users.ts'

/** SQL: the API key that acted, where one did; `item`: a row of the history or of the actions. */
export const apiKeyJoin = 'LEFT JOIN read.api_keys AS api_key ON api_key.id = item.api_key_id'

/** SQL: how it is named where people are; null where a person acted. */
export const apiKeyName = `'API key ' || coalesce(api_key.name, item.api_key_id::text)`

export type ActorRow<Kind extends string> = {
  actorKind: Kind
  actorId: number | null
  /** The name of the API key that acted. */
  apiKey: string | null
  person: Person | null
}

/** The actor as colleagues read it. `server`: the name of the server itself. */
export function actorName({ actorKind, actorId, apiKey, person }: ActorRow<string>, server: string): string {
  if (apiKey !== null) return apiKey
  if (actorKind === 'visitor') return 'Visitor'
  if (actorKind === 'system' || actorKind === 'server') return server
  return person ? nameOf(person) : `Person ${actorId}`
}
