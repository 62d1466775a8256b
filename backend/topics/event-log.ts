import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import type { ProjectionSkipEvent } from '../domain/projection-skips.ts'
import type { SealChainEvent } from '../domain/seal-chain-alarms.ts'
import type { SealKeyEvent } from '../domain/seal-keys.ts'
import { describes, type Topic } from './topic.ts'

type Event = LogVerificationEvent | ProjectionSkipEvent | SealChainEvent | SealKeyEvent

export const eventLog = {
  ...describes<Event>(),
  events: {
    LogVerified: { item: null, audit: { isTelling: true } },
    EventSkipped: { item: null, audit: { isTelling: true } },
    SealChainBroken: {
      item: null,
      audit: {
        isIncident: true,
        isTelling: true,
        alert: [
          'The event log no longer matches its seals: ask the person who runs the server for npm run verify',
          'times, the event log did not match its seals: ask the person who runs the server for npm run verify',
        ],
      },
    },
    SealChainRestored: { item: null, audit: { isIncident: true, isTelling: true } },
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
  streams: ['log-verification', 'projection-skips', 'seal-chain', 'seal-key'],
  commands: { RecordLogVerification: 'Verify seals', CheckSealChain: 'Check of the seals' },
} as const satisfies Topic<Event>
