import type { LogVerificationEvent } from '../domain/log-verifications.ts'
import type { SealChainEvent } from '../domain/seal-chain-alarms.ts'
import type { SealKeyEvent } from '../domain/seal-keys.ts'
import type { ProjectionSkipEvent } from '../kernel/projector/projection-skips.ts'
import { describes, generated, type Topic } from './topic.ts'

type Event = LogVerificationEvent | ProjectionSkipEvent | SealChainEvent | SealKeyEvent

const finding = 'A sentence of ours, with positions of the log.'

export const eventLog = {
  ...describes<Event>(),
  events: {
    LogVerified: {
      item: null,
      impersonal: { ...generated('verificationId', 'upTo'), finding },
      audit: { isTelling: true },
    },
    EventSkipped: {
      item: null,
      impersonal: {
        ...generated('projection', 'position', 'eventType'),
        reason: 'The operator says why a projection skips an event.',
      },
      audit: { isTelling: true },
    },
    SealChainBroken: {
      item: null,
      impersonal: { finding },
      audit: {
        isIncident: true,
        isTelling: true,
        alertsTo: 'operations',
        alert: [
          'The event log no longer matches its seals: ask the person who runs the server for npm run verify',
          'times, the event log did not match its seals: ask the person who runs the server for npm run verify',
        ],
      },
    },
    SealChainRestored: { item: null, impersonal: { finding }, audit: { isIncident: true, isTelling: true } },
    SealKeyChanged: {
      item: null,
      impersonal: generated('oldKey', 'newKey', 'publicKey'),
      audit: {
        isTelling: true,
        alertsTo: 'operations',
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
