import type { Classification } from '../domain/screening.ts'
import { classes } from './classes.ts'

/** Whether an answer can be used and recorded: the numbers in a broken or hostile model file may yield anything. */
export function isSound({ violationType, probability, spans, moderator }: Classification, text: string): boolean {
  return (
    classes.includes(violationType) &&
    Number.isFinite(probability) &&
    probability >= 0 &&
    probability <= 1 &&
    moderator.length <= 60 &&
    spans.every(({ start, end }) => Number.isInteger(start) && start >= 0 && start < end && end <= text.length)
  )
}
