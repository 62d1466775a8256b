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
  /** The text speaks to its reader or names a person. */
  isAimed: boolean
  /** ISO 639-1; null unless the language is certainly not English. */
  foreignLanguage: string | null
}

type ByModel = {
  source: 'model'
  traits: Traits
  /** Percent of probability from which this model leaves such a post to a person; more than 0, less than 100. */
  heldFrom: number
  /** Whole percent, as it is shown, from which this model is nearly always right about the type; null: never. */
  rejectedFrom: number | null
}

type Judged =
  | ByModel
  | { source: 'outside'; reason: string }
  /** No classifier answered in time. */
  | { source: 'none' }

/**
 * A classifier’s result for a text. Classifiers know no policy: the rule of the domain (domain/forum/screening.ts) turns the result into a verdict. An
 * outside moderator brings its own reason, one sentence that never quotes the text.
 */
export type Classification = Found & Judged

/** The part of the result that decides the outcome. */
export type Classified = Pick<Found, 'probability' | 'violationType'> &
  (ByModel | { source: 'outside' } | { source: 'none' })
