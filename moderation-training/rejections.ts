import type { ViolationType } from '../backend/moderation/classification.ts'
import type { Rejections } from '../backend/moderation/model-file.ts'
import type { Judged } from './figures.ts'
import { isByPeople } from './fit-head.ts'

const precision = 0.95
/** Rejections a threshold has to be proved on. */
const enough = 20
const [lowest, highest] = [70, 99]

/**
 * For each type the lowest whole percent from which at least 95 in 100 of the posts taken for it are violations, both
 * among all posts and among each half of them: what people wrote elsewhere, and what was written for this project. Null
 * where no threshold gets there.
 */
export function rejectionsOn(judged: readonly Judged[]): Rejections {
  const from = (type: ViolationType) => thresholdFor(judged.filter(({ found }) => mayBeRejected(found, type)))
  return {
    harassment: from('harassment'),
    hate_speech: from('hate_speech'),
    threats: from('threats'),
    spam: from('spam'),
    off_topic: from('off_topic'),
    doxxing: from('doxxing'),
  }
}

const mayBeRejected = ({ violationType, hasTarget }: Judged['found'], type: ViolationType) =>
  violationType === type && (type !== 'hate_speech' || hasTarget)

function thresholdFor(judged: readonly Judged[]): number | null {
  const halves = [judged, judged.filter(({ post }) => isByPeople(post)), judged.filter(({ post }) => !isByPeople(post))]
  for (let percent = lowest; percent <= highest; percent++) {
    const rejected = halves.map((half) => half.filter(({ found }) => Math.round(found.percent) >= percent))
    if ((rejected[0]?.length ?? 0) < enough) return null
    if (rejected.every(isPrecise)) return percent
  }
  return null
}

const isPrecise = (rejected: readonly Judged[]): boolean =>
  rejected.filter(({ post }) => post.label !== 'none').length >= precision * rejected.length
