/** What a post can offend against, as the house rules of the forum name it. */
export const violationTypes = ['harassment', 'hate_speech', 'threats', 'spam', 'off_topic', 'doxxing'] as const

export type ViolationType = (typeof violationTypes)[number]

/** The classes the model tells apart, in the order of its weights. */
export const classes = ['none', ...violationTypes] as const

export type Suggestion = 'approve' | 'review' | 'reject'

/** A part of the original text in UTF-16 units, `end` exclusive, as `String.prototype.slice` takes it. */
export type Span = { start: number; end: number }

export type Verdict = {
  /** `none` when the confidence is under the review threshold. */
  violationType: ViolationType | 'none'
  /**
   * Calibrated probability, in percent (a whole number, 0 to 100), that the post is a violation of any type. What lies
   * between 70 and 80 stays at 69: a refusal has to be surer than its threshold says.
   */
  confidence: number
  /** One sentence for the author and the moderator. */
  reason: string
  suggestion: Suggestion
  /** The parts that weighed most, in the order of the text, without overlap; empty when the suggestion is approve. */
  spans: Span[]
  /** Which model and rules said so. */
  version: string
}

/** Percent; the bands of the specification (administration, 4): under 30 approved, 70 and over refused. */
export const bands = { review: 30, reject: 70 } as const

export function suggestionOf(confidence: number): Suggestion {
  if (confidence >= bands.reject) return 'reject'
  return confidence >= bands.review ? 'review' : 'approve'
}
