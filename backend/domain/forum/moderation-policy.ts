import { type Decider, DomainError, type Fact } from '../../kernel/eventlog/decider.ts'
import { defaultThresholds, type Outcome, outcomeFor, type Thresholds } from './screening.ts'

/** `model`: the version of an added model; null: the bundled one. */
export type ModerationPolicyCommand =
  | Fact<'ChangeModerationPolicy', { thresholds: Thresholds; model?: string | null | undefined }>
  | Fact<'AddModerationModel', { model: string; digest: string; bytes: number }>
  | Fact<'RemoveModerationModel', { model: string }>
export type ModerationPolicyEvent =
  | Fact<'ModerationPolicyChanged', { thresholds: Thresholds; model: string | null }>
  /** `digest`: SHA-256 of the file, which is stored elsewhere. */
  | Fact<'ModerationModelAdded', { model: string; digest: string; bytes: number }>
  | Fact<'ModerationModelRemoved', { model: string; digest: string }>

export type ModerationPolicy = {
  thresholds: Thresholds
  model: string | null
  /** Models by version. Removed ones stay known, so that a version in an old verdict never means another file. */
  models: ReadonlyMap<string, { digest: string; isRemoved: boolean }>
}

export const moderationPolicyStream = 'moderation-policy'
export const maxModels = 10

/** Thresholds and model for every new text; earlier decisions stay. */
export const moderationPolicy: Decider<ModerationPolicy, ModerationPolicyCommand, ModerationPolicyEvent> = {
  initialState: { thresholds: defaultThresholds, model: null, models: new Map() },
  decide(command, policy) {
    switch (command.type) {
      case 'ChangeModerationPolicy': {
        const { thresholds, model = policy.model } = command.data
        if (thresholds.review > thresholds.reject)
          throw new DomainError('unprocessable', 'The rejection threshold cannot be lower than the review threshold.')
        if (model !== null && !isKept(policy, model)) throw notFound()
        const { review, reject } = policy.thresholds
        if (thresholds.review === review && thresholds.reject === reject && model === policy.model) return []
        return [{ type: 'ModerationPolicyChanged', data: { thresholds, model } }]
      }
      case 'AddModerationModel': {
        const known = policy.models.get(command.data.model)
        if (known && known.digest !== command.data.digest)
          throw new DomainError('conflict', 'Another file already had this version. Train the model again.')
        if (known?.isRemoved === false) return []
        if ([...policy.models.values()].filter(({ isRemoved }) => !isRemoved).length >= maxModels)
          throw new DomainError('conflict', `There are ${maxModels} models already. Remove one first.`)
        return [{ type: 'ModerationModelAdded', data: command.data }]
      }
      case 'RemoveModerationModel': {
        const { model } = command.data
        const known = policy.models.get(model)
        if (!known) throw notFound()
        if (known.isRemoved) return []
        if (model === policy.model)
          throw new DomainError('conflict', 'This model is in use. Save a policy with another one first.')
        return [{ type: 'ModerationModelRemoved', data: { model, digest: known.digest } }]
      }
    }
  },
  evolve(policy, event) {
    switch (event.type) {
      case 'ModerationPolicyChanged':
        return { ...policy, ...event.data }
      case 'ModerationModelAdded':
        return withModel(policy, { ...event.data, isRemoved: false })
      case 'ModerationModelRemoved':
        return withModel(policy, { ...event.data, isRemoved: true })
    }
  },
}

const notFound = () => new DomainError('not_found', 'There is no such model. Reload the page to see the current list.')

const isKept = ({ models }: ModerationPolicy, model: string) => models.get(model)?.isRemoved === false

const withModel = (
  policy: ModerationPolicy,
  { model, digest, isRemoved }: { model: string; digest: string; isRemoved: boolean },
): ModerationPolicy => ({ ...policy, models: new Map(policy.models).set(model, { digest, isRemoved }) })

/** A group of similar past texts: how many, their confidence, their outcome, and a person’s decision. */
export type Screened = { count: number; confidence: number; outcome: Outcome; decision: 'approve' | 'reject' | null }

/** A text that a person decided on. */
export type Decided = { id: number; text: string; confidence: number; decision: 'approve' | 'reject' }

const maxDifferences = 20
/** Maximum characters of each text. */
const excerpt = 300

/**
 * Decisions that these thresholds would have made on past texts, compared with what was done (`past`) and with what people
 * decided (`decided`). `texts`: the decided ones with their words, newest first. Their recorded confidences are used as
 * they are.
 */
export function trial(
  thresholds: Thresholds,
  { past, decided, texts }: { past: readonly Screened[]; decided: readonly Screened[]; texts: readonly Decided[] },
) {
  const count = (of: readonly Screened[]) => of.reduce((sum, { count }) => sum + count, 0)
  const tally = (of: readonly Screened[], outcomeOf: (screened: Screened) => Outcome) => {
    const those = (outcome: Outcome) => count(of.filter((screened) => outcomeOf(screened) === outcome))
    return { approved: those('approved'), held: those('held'), refused: those('refused') }
  }
  const then = ({ confidence }: { confidence: number }) => outcomeFor(confidence, thresholds)
  const byPeople = (wanted: Screened['decision']) => decided.filter(({ decision }) => decision === wanted)
  const differs = { approve: 'refused', reject: 'approved' } as const
  return {
    texts: count(past),
    before: tally(past, ({ outcome }) => outcome),
    after: tally(past, then),
    peopleApproved: tally(byPeople('approve'), then),
    peopleRejected: tally(byPeople('reject'), then),
    differences: texts
      .filter((one) => then(one) === differs[one.decision])
      .slice(0, maxDifferences)
      .map(({ id, text, decision, confidence }) => ({
        id,
        text: [...text].slice(0, excerpt).join(''),
        decision,
        confidence,
        outcome: differs[decision],
      })),
  }
}
