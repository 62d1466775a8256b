import { apiKey } from '../../records/api-keys.ts'
import { columnsIn } from '../../records/columns.ts'
import type { ApiKeyEvent } from '../domain/accounts/api-keys.ts'
import { insert, type Projection, update } from '../kernel/projector/projection.ts'

/** Table `api_keys`: every API key that was ever issued; whether one works stands in app.api_keys. */
export const apiKeysProjection: Projection<ApiKeyEvent> = {
  name: 'api-keys',
  version: 1,
  tables: {
    api_keys: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(apiKey),
        rights: 'text[] NOT NULL',
        until: 'timestamptz NOT NULL',
        issued_by: 'integer',
        issued_at: 'timestamptz NOT NULL',
        is_revoked: 'boolean NOT NULL',
      },
      primaryKey: ['id'],
    },
  },
  on: {
    ApiKeyIssued: ({ data: { apiKeyId, name, rights, until }, metadata: { at, actor } }) => [
      insert('api_keys', {
        ...{ id: apiKeyId, name, rights: [...rights], until, issued_at: at, is_revoked: false },
        issued_by: actor.kind === 'admin' ? actor.id : null,
      }),
    ],
    ApiKeyRevoked: ({ data }) => [update('api_keys', { id: data.apiKeyId }, { is_revoked: true })],
  },
}
