import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import type { ProjectionSkipEvent } from '../domain/projection-skips.ts'
import type { SealKeyEvent } from '../domain/seal-keys.ts'
import { describes, type Topic } from './topic.ts'

type Event = LogVerificationEvent | ProjectionSkipEvent | SealKeyEvent

export const eventLog = {
  ...describes<Event>(),
  events: {
    LogVerified: { item: null, audit: { isTelling: true } },
    EventSkipped: { item: null, audit: { isTelling: true } },
    SealKeyChanged: {
      item: null,
      audit: {
        isTelling: true,
        alert: [
          'The key that signs the seals of the log was changed',
          'changes of the key that signs the seals of the log',
        ],
      },
    },
  },
  streams: ['log-verification', 'projection-skips', 'seal-key'],
  commands: { RecordLogVerification: 'Verify seals' },
} as const satisfies Topic<Event>
