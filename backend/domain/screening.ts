/** What the moderator said of a text (backend/moderation), as it is kept in the log: a rebuild never asks again. */
export type Verdict = {
  violationType: 'harassment' | 'hate_speech' | 'threats' | 'spam' | 'off_topic' | 'doxxing' | 'none'
  /** 0 to 100, whole. */
  confidence: number
  /** One sentence; never quotes the text. */
  reason: string
  suggestion: 'approve' | 'review' | 'reject'
  /** Where in the text, in UTF-16 units. */
  spans: { start: number; end: number }[]
  /** Which moderator, such as 'embedded-1'. */
  moderator: string
}

/** From `review` on a person decides, from `reject` on it is refused; of 100. */
export type Thresholds = { review: number; reject: number }

export type Screening = { verdict: Verdict; thresholds: Thresholds }

/** The bands of the specification (administration §9). */
export const defaultThresholds: Thresholds = { review: 30, reject: 70 }

export type Outcome = 'approved' | 'held' | 'refused'

export function outcomeFor(confidence: number, { review, reject }: Thresholds): Outcome {
  if (confidence >= reject) return 'refused'
  return confidence >= review ? 'held' : 'approved'
}

export const outcomeOf = ({ verdict, thresholds }: Screening): Outcome => outcomeFor(verdict.confidence, thresholds)

const taken: { [V in Verdict['violationType']]: string } = {
  harassment: 'This post was taken for an attack on a person.',
  hate_speech: 'This post was taken for hate against people for who they are.',
  threats: 'This post was taken for a threat.',
  spam: 'This post was taken for advertising.',
  off_topic: 'This post was taken for having nothing to do with the campaign or public life.',
  doxxing: 'This post was taken for making private details of a person public.',
  none: 'The check was not sure enough of this post to publish it.',
}

/** The moderator speaks for the bands of the specification; under other thresholds its sentence may promise what is not so. */
export function reasonFor({ reason, suggestion, violationType }: Verdict, outcome: Outcome): string {
  if (outcome === 'refused' && suggestion !== 'reject') return taken[violationType]
  if (outcome === 'held' && suggestion === 'approve')
    return 'The check was not sure about this post, so a person will look at it.'
  return reason
}
