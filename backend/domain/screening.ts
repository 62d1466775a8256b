/** What a post can offend against, as the house rules of the forum name it. */
export type ViolationType = 'harassment' | 'hate_speech' | 'threats' | 'spam' | 'off_topic' | 'doxxing'

/** A part of the text in UTF-16 units, `end` exclusive, as `String.prototype.slice` takes it. */
export type Span = { start: number; end: number }

type Found = {
  /** The likeliest type, however unlikely it is; only an outside moderator may answer `none`. */
  violationType: ViolationType | 'none'
  /** 0 to 1, that the text is a violation of any type. */
  probability: number
  /** The parts that weighed most, in the order of the text, without overlap. */
  spans: Span[]
  /** Which classifier and version. */
  moderator: string
}

/** What the rule wants to know of a text besides; our own models tell. */
export type Traits = {
  /** Words of letters: emoji, numbers and marks are none. */
  words: number
  /** A slur, a word or picture of violence, a phone number, an address or a link is in it. */
  holdsHarm: boolean
  /** It names a protected group, as a slur does. */
  hasTarget: boolean
  /** ISO 639-1; null unless it is surely another language than English. */
  foreignLanguage: string | null
}

type Judged =
  | { source: 'model'; traits: Traits }
  | { source: 'outside'; reason: string }
  /** Nobody could look at the text in time. */
  | { source: 'nobody' }

/**
 * What a classifier makes of a text. It knows no policy: the rule below turns its answer into a verdict. An outside
 * moderator brings its own reason, one sentence that never quotes the text.
 */
export type Classification = Found & Judged

/** The part of it that decides the outcome. */
export type Classified = Pick<Found, 'probability' | 'violationType'> &
  ({ source: 'model'; traits: Traits } | { source: 'outside' } | { source: 'nobody' })

/** What the rule made of a classification, as it is kept in the log: a rebuild never asks again. */
export type Verdict = {
  /** `none` where the text is approved. */
  violationType: ViolationType | 'none'
  /** Percent, 0 to 100, whole. */
  confidence: number
  /** One sentence for the author and the admin; never quotes the text. */
  reason: string
  suggestion: 'approve' | 'review' | 'reject'
  spans: Span[]
  /** Which classifier and version, such as '29691988-r2'. */
  moderator: string
}

/** Percent: from `review` on a person decides, from `reject` on the text is refused. */
export type Thresholds = { review: number; reject: number }

export type Screening = { classification: Classification; thresholds: Thresholds }

/** The bands of the specification (administration §9). */
export const defaultThresholds: Thresholds = { review: 30, reject: 70 }

/**
 * Percent that our own models have to reach for a refusal at the default threshold. They are a little too sure between
 * 70 and 80, so that a person decides there (decision 0024). A threshold that an admin set to anything else acts as set.
 */
const defaultRejectFrom = 80

export type Outcome = 'approved' | 'held' | 'refused'

export function outcomeFor(confidence: number, { review, reject }: Thresholds): Outcome {
  if (confidence >= reject) return 'refused'
  return confidence >= review ? 'held' : 'approved'
}

type ByModel = Extract<Classified, { source: 'model' }>

/** What our own models may refuse without a person: they are too often wrong about everything else. */
const mayBeRefused = ({ violationType, traits }: ByModel) =>
  violationType === 'threats' || violationType === 'doxxing' || (violationType === 'hate_speech' && traits.hasTarget)

/** Posts of fewer words say too little to be judged, except for what they hold. */
const fewWords = 4
/** Three words can make a threat; of fewer, a model must be as sure as this. */
const enoughForWorst = { words: 3, probability: 0.5 }

/** In a post without any word only what it holds counts: models take a row of laughing faces for a threat. */
function saysTooLittle({ violationType, probability, traits }: ByModel): boolean {
  const { words, holdsHarm, hasTarget } = traits
  if (words >= fewWords || holdsHarm || (hasTarget && violationType === 'hate_speech')) return false
  const isWorst = violationType === 'threats' || violationType === 'doxxing' || violationType === 'hate_speech'
  if (words === 0 || !isWorst) return true
  return words < enoughForWorst.words && probability < enoughForWorst.probability
}

/**
 * Percent, as it is recorded and shown: it stays just below the threshold of what must not be done. Our own models hold
 * what is in another language, refuse little, and say nothing about a few words; an outside moderator is taken at its
 * word.
 */
export function confidenceUnder(classified: Classified, { review, reject }: Thresholds): number {
  const percent = Math.min(100, Math.max(0, Math.round(classified.probability * 100)))
  if (classified.source === 'outside') return percent
  if (classified.source === 'nobody') return review
  if (saysTooLittle(classified)) return Math.min(percent, Math.max(0, review - 1))
  // With both thresholds at one value nothing is left to people.
  if (review >= reject) return percent
  if (classified.traits.foreignLanguage !== null) return Math.min(Math.max(percent, review), reject - 1)
  const mustBeSurer = reject === defaultThresholds.reject && percent < defaultRejectFrom
  return mustBeSurer || !mayBeRefused(classified) ? Math.min(percent, reject - 1) : percent
}

const suggestions = { approved: 'approve', held: 'review', refused: 'reject' } as const

/** One rule, whoever classified: what is done with a text, how confident that is, and what its author is told. */
export function verdictOn({ classification, thresholds }: Screening): Verdict & { outcome: Outcome } {
  const confidence = confidenceUnder(classification, thresholds)
  const outcome = classification.source === 'nobody' ? 'held' : outcomeFor(confidence, thresholds)
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

/** An outside moderator words its reason for the default thresholds; where more is done than those ask for, we word it. */
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
      if (classification.source === 'nobody')
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
