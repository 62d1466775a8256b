/** Kinds of violation, as the house rules of the forum name them. */
export type ViolationType = 'harassment' | 'hate_speech' | 'threats' | 'spam' | 'off_topic' | 'doxxing'

/** A part of the text in UTF-16 units, `end` exclusive, as `String.prototype.slice` takes it. */
export type Span = { start: number; end: number }

type Found = {
  /** The likeliest type, however unlikely it is; only an outside moderator may answer `none`. */
  violationType: ViolationType | 'none'
  /** Probability from 0 to 1 that the text is a violation of any type. */
  probability: number
  /** The passages that weighed most, in the order of the text, without overlap. */
  spans: Span[]
  /** Name and version of the classifier. */
  moderator: string
}

/** Other facts that the rule needs about a text; only our own models report them. */
export type Traits = {
  /** Number of words made of letters: emoji, numbers and punctuation do not count. */
  words: number
  /** The text has a slur, a word or picture of violence, a phone number, an address or a link. */
  holdsHarm: boolean
  /** The text names a protected group, as a slur does. */
  hasTarget: boolean
  /** ISO 639-1; null unless the language is certainly not English. */
  foreignLanguage: string | null
}

type Judged =
  | { source: 'model'; traits: Traits }
  | { source: 'outside'; reason: string }
  /** No classifier answered in time. */
  | { source: 'none' }

/**
 * A classifier’s result for a text. Classifiers know no policy: the rule below turns the result into a verdict. An
 * outside moderator brings its own reason, one sentence that never quotes the text.
 */
export type Classification = Found & Judged

/** The part of the result that decides the outcome. */
export type Classified = Pick<Found, 'probability' | 'violationType'> &
  ({ source: 'model'; traits: Traits } | { source: 'outside' } | { source: 'none' })

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

/**
 * Percent that our own models have to reach for a rejection at the default threshold. They are a little too sure
 * between 70 and 80, so a person decides there (decision 0024). A threshold that an admin changed applies as it was
 * set.
 */
const defaultRejectFrom = 80

export type Outcome = 'approved' | 'held' | 'refused'

export function outcomeFor(confidence: number, { review, reject }: Thresholds): Outcome {
  if (confidence >= reject) return 'refused'
  return confidence >= review ? 'held' : 'approved'
}

type ByModel = Extract<Classified, { source: 'model' }>

/** The types that our own models may reject without a person; they are wrong too often about the others. */
const mayBeRefused = ({ violationType, traits }: ByModel) =>
  violationType === 'threats' || violationType === 'doxxing' || (violationType === 'hate_speech' && traits.hasTarget)

/** Shorter posts say too little to be judged, except for what `holds` names. */
const fewWords = 4
/** Three words can make a threat, but for fewer the model must be this certain. */
const enoughForWorst = { words: 3, probability: 0.5 }

/** In a post without any word only `holds` counts, because models take a row of laughing faces for a threat. */
function saysTooLittle({ violationType, probability, traits }: ByModel): boolean {
  const { words, holdsHarm, hasTarget } = traits
  if (words >= fewWords || holdsHarm || (hasTarget && violationType === 'hate_speech')) return false
  const isWorst = violationType === 'threats' || violationType === 'doxxing' || violationType === 'hate_speech'
  if (words === 0 || !isWorst) return true
  return words < enoughForWorst.words && probability < enoughForWorst.probability
}

/**
 * The percentage that is recorded and shown: it stays just below the threshold of what must not be done. Our own models
 * hold posts in another language, reject little, and ignore very short posts; an outside moderator’s result counts as
 * it is.
 */
export function confidenceUnder(classified: Classified, { review, reject }: Thresholds): number {
  const percent = Math.min(100, Math.max(0, Math.round(classified.probability * 100)))
  if (classified.source === 'outside') return percent
  if (classified.source === 'none') return review
  if (saysTooLittle(classified)) return Math.min(percent, Math.max(0, review - 1))
  // With both thresholds at one value nothing is left to people.
  if (review >= reject) return percent
  if (classified.traits.foreignLanguage !== null) return Math.min(Math.max(percent, review), reject - 1)
  const mustBeSurer = reject === defaultThresholds.reject && percent < defaultRejectFrom
  return mustBeSurer || !mayBeRefused(classified) ? Math.min(percent, reject - 1) : percent
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
