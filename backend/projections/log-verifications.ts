import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import { columnsOf, insert, type Projection } from '../kernel/projector/projection.ts'

/** Table `log_verifications`: each time an admin had the log compared with its seals, and the findings. */
export const logVerificationsProjection: Projection<LogVerificationEvent> = {
  name: 'log-verifications',
  version: 1,
  tables: {
    log_verifications: {
      columns: {
        id: 'text NOT NULL',
        at: 'timestamptz NOT NULL',
        admin_id: 'integer',
        up_to: 'text',
        seals: 'integer NOT NULL',
        events: 'bigint NOT NULL',
        unsealed: 'bigint NOT NULL',
        is_intact: 'boolean NOT NULL',
        finding: 'text NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { log_verifications_newest: '(at)' },
    },
  },
  on: {
    LogVerified: ({ data: { verificationId: id, ...findings }, metadata: { at, actor } }) => [
      insert('log_verifications', { id, at, admin_id: 'id' in actor ? actor.id : null, ...columnsOf(findings) }),
    ],
  },
}
