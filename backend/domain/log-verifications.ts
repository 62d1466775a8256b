import type { Decider, Fact } from './decider.ts'

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

export const logVerifications: Decider<{ isRecorded: boolean }, LogVerificationCommand, LogVerificationEvent> = {
  initialState: { isRecorded: false },
  decide({ data }, { isRecorded }) {
    return isRecorded ? [] : [{ type: 'LogVerified', data }]
  },
  evolve() {
    return { isRecorded: true }
  },
}
