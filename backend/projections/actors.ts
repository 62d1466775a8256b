import type { EventMetadata, Recorded } from '../kernel/eventlog/metadata.ts'
import type { Row } from '../kernel/projector/projection.ts'

/** `actor_kind`: admin, api-key, user, visitor or system. `actor_id`: of the person, of a key the one who issued it. */
export const actorColumnTypes = { actor_kind: 'text NOT NULL', actor_id: 'integer', api_key_id: 'integer' }

/** The number of the API key that acted; null: none did. */
export const actingKey = ({ actor }: EventMetadata) => (actor.kind === 'admin' && actor.apiKeyId) || null

export function actorColumns({ metadata }: Recorded): Row {
  const { actor } = metadata
  const api_key_id = actingKey(metadata)
  return {
    actor_kind: api_key_id === null ? actor.kind : 'api-key',
    actor_id: 'id' in actor ? actor.id : null,
    api_key_id,
  }
}
