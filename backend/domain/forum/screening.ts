import type { Classification, Classified, Span, ViolationType } from '../../moderation/classification.ts'

/** The rule’s verdict on a classification, as the log keeps it: a rebuild never classifies again. */
export type Verdict = {
  /** `none` where the text is approved. */
  violationType: ViolationType | 'none'
  /** Whole percent, 0 to 100. */
  confidence: number
  /** One sentence for the author and the admin; never quotes the text. */
  reason: string
  suggestion: 'approve' | 'review' | 'reject'
  spans: Span[]
  /** Name and version of the classifier, such as '29691988-r2'. */
  moderator: string
}

/** Percent: from `review` on a person decides, from `reject` on the text is rejected. */
export type Thresholds = { review: number; reject: number }

export type Screening = { classification: Classification; thresholds: Thresholds }

/** The bands of the specification (administration §9). */
export const defaultThresholds: Thresholds = { review: 30, reject: 70 }

export type Outcome = 'approved' | 'held' | 'refused'

export function outcomeFor(confidence: number, { review, reject }: Thresholds): Outcome {
  if (confidence >= reject) return 'refused'
  return confidence >= review ? 'held' : 'approved'
}

type FromModel = Extract<Classified, { source: 'model' }>

/** Shorter posts say too little to be judged, except for what `saysTooLittle` names. */
const fewWords = 4
/** Three words can make a threat, but for fewer the model must be this certain. */
const enoughForWorst = { words: 3, probability: 0.5 }
/** Praise in two words looks much like an insult. */
const enoughForInsult = 0.6

/**
 * Under four words only a slur, a threat, hate, private details, and an insult aimed at a person count. In a post without
 * any word only the first does, because models take a row of laughing faces for a threat.
 */
function saysTooLittle({ violationType, probability, traits }: FromModel): boolean {
  const { words, holdsHarm, hasTarget, isAimed } = traits
  if (words >= fewWords || holdsHarm || (hasTarget && violationType === 'hate_speech')) return false
  if (words > 0 && isAimed && violationType === 'harassment') return probability < enoughForInsult
  const isWorst = violationType === 'threats' || violationType === 'doxxing' || violationType === 'hate_speech'
  if (words === 0 || !isWorst) return true
  return words < enoughForWorst.words && probability < enoughForWorst.probability
}

/**
 * Percent on the scale that is shown: the percentage from which a model leaves a type to people is 30 for every type, and
 * the ones below and above it keep their order. Thresholds are about this percentage (decision 0088).
 */
export function percentOf({ probability, heldFrom }: Pick<FromModel, 'probability' | 'heldFrom'>): number {
  const percent = Math.min(100, Math.max(0, probability * 100))
  const { review } = defaultThresholds
  if (percent < heldFrom) return (percent / heldFrom) * review
  return review + ((percent - heldFrom) / (100 - heldFrom)) * (100 - review)
}

/** Percent from which a post is rejected without a person; null: never. Hate must name its target. */
function rejectedFrom({ violationType, rejectedFrom, traits }: FromModel, reject: number): number | null {
  if (rejectedFrom === null || (violationType === 'hate_speech' && !traits.hasTarget)) return null
  // A threshold that an admin changed applies as it was set (decision 0085).
  return reject === defaultThresholds.reject ? Math.max(reject, rejectedFrom) : reject
}

/** Where `percent` lies between `from` and `to`, moved to between `low` and `high`: the order of posts stays. */
const moved = (percent: number, [from, to]: [number, number], [low, high]: [number, number]): number =>
  Math.round(low + ((percent - from) / Math.max(1, to - from)) * (high - low))

/**
 * The percentage that is recorded and shown: it lies in the band of the outcome. Our own models hold posts in another
 * language, reject little, and ignore very short posts; an outside moderator’s result counts as it is.
 */
export function confidenceUnder(classified: Classified, { review, reject }: Thresholds): number {
  if (classified.source === 'outside') return Math.round(Math.min(100, Math.max(0, classified.probability * 100)))
  if (classified.source === 'none') return review
  const exact = percentOf(classified)
  const percent = Math.round(exact)
  const { foreignLanguage } = classified.traits
  const leavesSome = review < reject
  if (foreignLanguage !== null && leavesSome) return moved(exact, [0, 100], [review, reject - 1])
  if (saysTooLittle(classified)) return moved(exact, [0, 100], [0, Math.max(0, review - 1)])
  // With both thresholds at one value nothing is left to people.
  if (!leavesSome || percent < review) return percent
  const from = rejectedFrom(classified, reject)
  if (from !== null && percent >= from) return percent
  return Math.min(reject - 1, moved(exact, [review, from ?? 100], [review, reject]))
}

const suggestions = { approved: 'approve', held: 'review', refused: 'reject' } as const

/** One rule for all classifiers: the outcome for a text, its confidence, and the message to its author. */
export function verdictOn({ classification, thresholds }: Screening): Verdict & { outcome: Outcome } {
  const confidence = confidenceUnder(classification, thresholds)
  const outcome = classification.source === 'none' ? 'held' : outcomeFor(confidence, thresholds)
  const { moderator } = classification
  const isUnnamed = outcome === 'approved' || (outcome === 'held' && isForeign(classification))
  const found = isUnnamed ? ({ violationType: 'none', spans: [] } as const) : classification
  return {
    violationType: found.violationType,
    confidence,
    reason: reasonFor(classification, outcome, confidence),
    suggestion: suggestions[outcome],
    spans: [...found.spans],
    moderator,
    outcome,
  }
}

const isForeign = (classification: Classification) =>
  classification.source === 'model' && classification.traits.foreignLanguage !== null

const offenses: { [V in ViolationType]: string } = {
  harassment: 'attack or demean a person rather than what they say or do',
  hate_speech: 'demean people for who they are, such as their faith, origin, sex or disability',
  threats: 'threaten someone with violence',
  spam: 'advertise or solicit rather than take part in the discussion',
  off_topic: 'have nothing to do with the campaign or public life',
  doxxing: 'make private details of a person public',
}

/** An outside moderator words its reason for the default thresholds. Where ours are stricter, we use our own words. */
function reasonFor(classification: Classification, outcome: Outcome, confidence: number): string {
  const { violationType } = classification
  if (classification.source === 'outside') {
    const expected = outcomeFor(confidence, defaultThresholds)
    if (outcome === 'approved' || outcome === expected || expected === 'refused') return classification.reason
  }
  switch (outcome) {
    case 'approved':
      return 'Nothing in this post points to a violation.'
    case 'held':
      if (classification.source === 'none')
        return 'The check did not answer in time, so a person will look at this post.'
      if (isForeign(classification)) return 'This post is not in English, so a person will look at it.'
      return violationType === 'none'
        ? 'The check was not sure about this post, so a person will look at it.'
        : `This post may ${offenses[violationType]}, so a person will look at it.`
    case 'refused':
      return violationType === 'none'
        ? 'The check was not sure enough of this post to publish it.'
        : `This post appears to ${offenses[violationType]}.`
  }
}
