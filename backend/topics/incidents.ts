import type { AccessDenialEvent } from '../domain/accounts/access-denials.ts'
import type { FailedSignInsEvent } from '../domain/accounts/failed-sign-ins.ts'
import { describes, type Topic } from './topic.ts'

export const incidents = {
  ...describes<AccessDenialEvent | FailedSignInsEvent>(),
  events: {
    SignInsFailed: {
      item: null,
      audit: {
        isIncident: true,
        isTelling: true,
        alert: ['One series of failed sign-ins', 'series of failed sign-ins'],
      },
    },
    AccessRefused: {
      item: null,
      impersonal: { route: 'The pattern of an address, without what stands for its parts.' },
      audit: {
        isIncident: true,
        isTelling: true,
        alert: ['One attempt to open an admin page', 'attempts to open an admin page'],
      },
    },
  },
  streams: ['access-refusals', 'failed-sign-ins'],
  commands: { RefuseAccess: 'Refused attempt', ReportFailedSignIns: 'Failed sign-ins' },
} as const satisfies Topic<AccessDenialEvent | FailedSignInsEvent>
