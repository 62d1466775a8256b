import { classes } from './classes.ts'
import type { Classification } from './classification.ts'

/** True when an answer can be used and recorded: the numbers in a broken or hostile model file may yield anything. */
export function isSound(classification: Classification, text: string): boolean {
  const { violationType, probability, spans, moderator } = classification
  return (
    (classification.source !== 'model' || (classification.heldFrom > 0 && classification.heldFrom < 100)) &&
    classes.includes(violationType) &&
    Number.isFinite(probability) &&
    probability >= 0 &&
    probability <= 1 &&
    moderator.length <= 60 &&
    spans.every(({ start, end }) => Number.isInteger(start) && start >= 0 && start < end && end <= text.length)
  )
}
