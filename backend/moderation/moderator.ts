import { probabilityAt } from './calibration.ts'
import { indexOf, publicAffairs } from './lexicon.ts'
import { type Opinion, opinionOn, violationLogit } from './model.ts'
import type { Model } from './model-file.ts'
import { type PostReading, type Reading, readPost } from './reading.ts'
import { reasonFor } from './reasons.ts'
import { signalsOf } from './signals.ts'
import { decidingSpans } from './spans.ts'
import { bands, classes, suggestionOf, type Verdict, type ViolationType } from './verdict.ts'

/** What the model and the rules make of a post before calibration. */
export type RawVerdict = {
  type: ViolationType
  logit: number
  isPolitical: boolean
  post: PostReading
  opinion: Opinion
}

/** Counts with the model: a change of a rule or feature changes verdicts as a new training does. */
export const rulesVersion = 2

/** Judges a text. Pure: the same text and model give the same verdict. Never throws. */
export function judge(text: string, model: Model): Verdict {
  const version = `${model.version}-r${rulesVersion}`
  const raw = rawVerdict(text, model)
  const curve = raw.isPolitical ? model.calibration.political : model.calibration.other
  const confidence = confidenceFor(probabilityAt(curve, raw.logit))
  const suggestion = suggestionOf(confidence)
  if (confidence < bands.review)
    return { violationType: 'none', confidence, reason: reasonFor('none', suggestion), suggestion, spans: [], version }
  const spans = decidingSpans(raw.post, raw.opinion, raw.type, text.length)
  return { violationType: raw.type, confidence, reason: reasonFor(raw.type, suggestion), suggestion, spans, version }
}

/** Percent. A refusal has to be surer than its threshold says: until then the confidence stays below, and a person decides. */
const surelyRefused = 80

/** Percent, 0 to 100. */
function confidenceFor(probability: number): number {
  const percent = Math.min(100, Math.max(0, Math.round(probability * 100)))
  return percent >= bands.reject && percent < surelyRefused ? bands.reject - 1 : percent
}

/** The verdict in log-odds, which calibration turns into a probability. */
export function rawVerdict(text: string, model: Model): RawVerdict {
  const post = readPost(text, model.vocabulary)
  const opinion = opinionOn(post, model)
  const deciding = post.readings.slice(opinion.from, opinion.to)
  const signals = signalsOf(deciding)
  for (let one = 1; one < classes.length; one++) opinion.logits[one] = (opinion.logits[one] ?? 0) + (signals[one] ?? 0)
  let type: ViolationType = 'harassment'
  let highest = Number.NEGATIVE_INFINITY
  classes.forEach((one, place) => {
    const logit = opinion.logits[place] ?? 0
    if (one === 'none' || logit <= highest) return
    highest = logit
    type = one
  })
  return {
    type,
    logit: post.readings.length === 0 ? emptyLogit : violationLogit(opinion.logits),
    isPolitical: isPolitical(post.readings),
    post,
    opinion,
  }
}

const emptyLogit = -20

const political = new Set(([...publicAffairs, 'office', 'faith'] as const).map(indexOf))

/** A word of politics, of an office, of arms or faith, wherever it stands, makes a post political. */
const isPolitical = (readings: readonly Reading[]): boolean => readings.some(({ meaning }) => political.has(meaning))
