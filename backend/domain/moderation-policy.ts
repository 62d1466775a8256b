import { type Decider, DomainError, type Fact } from './decider.ts'
import { defaultThresholds, type Outcome, outcomeFor, type Thresholds } from './screening.ts'

export type ModerationPolicyCommand = Fact<'ChangeModerationPolicy', { thresholds: Thresholds }>
export type ModerationPolicyEvent = Fact<'ModerationPolicyChanged', { thresholds: Thresholds }>

export const moderationPolicyStream = 'moderation-policy'

/** The thresholds that hold for every text that comes from now on; what was decided stays. */
export const moderationPolicy: Decider<Thresholds, ModerationPolicyCommand, ModerationPolicyEvent> = {
  initialState: defaultThresholds,
  decide({ data: { thresholds } }, now) {
    if (thresholds.review > thresholds.reject)
      throw new DomainError('unprocessable', 'Refusing cannot begin below reviewing.')
    if (thresholds.review === now.review && thresholds.reject === now.reject) return []
    return [{ type: 'ModerationPolicyChanged', data: { thresholds } }]
  },
  evolve: (_now, { data: { thresholds } }) => thresholds,
}

/** Texts of the past that are alike: so many, with this confidence, this outcome then, and what a person made of them. */
export type Screened = { count: number; confidence: number; outcome: Outcome; decision: 'approve' | 'reject' | null }

/** What these thresholds would have done, against what was done and what people decided. */
export function trial(past: readonly Screened[], thresholds: Thresholds) {
  const count = (of: readonly Screened[]) => of.reduce((sum, { count }) => sum + count, 0)
  const tally = (of: readonly Screened[], outcomeOf: (screened: Screened) => Outcome) => {
    const those = (outcome: Outcome) => count(of.filter((screened) => outcomeOf(screened) === outcome))
    return { approved: those('approved'), held: those('held'), refused: those('refused') }
  }
  const then = ({ confidence }: Screened) => outcomeFor(confidence, thresholds)
  const decided = (wanted: Screened['decision']) => past.filter(({ decision }) => decision === wanted)
  return {
    texts: count(past),
    before: tally(past, ({ outcome }) => outcome),
    after: tally(past, then),
    peopleApproved: tally(decided('approve'), then),
    peopleRejected: tally(decided('reject'), then),
  }
}
