import { classes, type Verdict } from './verdict.ts'

/** Whether a verdict can be believed and kept: numbers of a broken or hostile model file may come to anything. */
export function isSound({ violationType, confidence, reason, spans, version }: Verdict, text: string): boolean {
  return (
    classes.includes(violationType) &&
    Number.isInteger(confidence) &&
    confidence >= 0 &&
    confidence <= 100 &&
    reason !== '' &&
    reason.length <= 500 &&
    version.length <= 60 &&
    spans.every(({ start, end }) => Number.isInteger(start) && start >= 0 && start < end && end <= text.length)
  )
}
