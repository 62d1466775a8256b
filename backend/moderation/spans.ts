import { classes } from './classes.ts'
import type { Span, ViolationType } from './classification.ts'
import { classCount, type PostScore } from './model.ts'
import type { PostReading } from './reading.ts'

const maxSpans = 5
const minShare = 0.25

/** The words with the most weight for this type against none; adjacent ones are joined. */
export function decidingSpans(
  { readings }: PostReading,
  { contributions, from, to }: PostScore,
  type: ViolationType,
  length: number,
): Span[] {
  const place = classes.indexOf(type)
  const weighed: { at: number; weight: number }[] = []
  for (let at = from; at < to; at++) {
    const weight = (contributions[at * classCount + place] ?? 0) - (contributions[at * classCount] ?? 0)
    if (weight > 0) weighed.push({ at, weight })
  }
  weighed.sort((a, b) => b.weight - a.weight || a.at - b.at)
  const heaviest = weighed[0]?.weight ?? 0
  const chosen = weighed.filter(({ weight }) => weight >= heaviest * minShare).slice(0, maxSpans)
  const spans: Span[] = []
  let last = -2
  for (const { at } of chosen.sort((a, b) => a.at - b.at)) {
    const reading = readings[at]
    if (reading === undefined) continue
    const [start, end] = [Math.min(reading.start, length), Math.min(reading.end, length)]
    const before = spans.at(-1)
    if (before && (at - last <= 1 || start <= before.end)) before.end = Math.max(before.end, end)
    else if (end > start) spans.push({ start, end })
    last = at
  }
  return spans
}
