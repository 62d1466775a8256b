import type { Decider, Fact } from './decider.ts'

type Verification = {
  verificationId: string
  /** Position of the last event under a seal; null when something was found, or nothing is sealed. */
  upTo: string | null
  seals: number
  events: number
  unsealed: number
  isIntact: boolean
  /** One sentence. */
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
