import type { Fact } from '../kernel/eventlog/decider.ts'
import { recordedOnce } from './recorded-once.ts'

type Verification = {
  verificationId: string
  /** Position of the last sealed event; null when the verification found a problem, or nothing is sealed. */
  upTo: string | null
  seals: number
  events: number
  unsealed: number
  isIntact: boolean
  /** One sentence for the admin. */
  finding: string
}

export type LogVerificationCommand = Fact<'RecordLogVerification', Verification>
/** An admin had the log compared with its seals. */
export type LogVerificationEvent = Fact<'LogVerified', Verification>

export const logVerificationStream = (verificationId: string) => `log-verification-${verificationId}`

export const logVerifications = recordedOnce<LogVerificationCommand, LogVerificationEvent>(({ data }) => ({
  type: 'LogVerified',
  data,
}))
