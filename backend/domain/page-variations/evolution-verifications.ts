import type { Fact } from '../../kernel/eventlog/decider.ts'
import { recordedOnce } from '../recorded-once.ts'

type Verification = {
  verificationId: string
  /** Number of draws, scorings and generations that came out the same. */
  servings: number
  scorings: number
  generations: number
  isIntact: boolean
  /** One sentence for the admin. */
  finding: string
}

export type EvolutionVerificationCommand = Fact<'RecordEvolutionVerification', Verification>
/** All decisions of the evolution were recomputed from the log. */
export type EvolutionVerificationEvent = Fact<'EvolutionVerified', Verification>

export const evolutionVerificationStream = (verificationId: string) => `evolution-verification-${verificationId}`

export const evolutionVerifications = recordedOnce<EvolutionVerificationCommand, EvolutionVerificationEvent>(
  ({ data }) => ({ type: 'EvolutionVerified', data }),
)
