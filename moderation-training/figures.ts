import { defaultThresholds, type Verdict } from '../backend/domain/forum/screening.ts'
import { classes } from '../backend/moderation/classes.ts'
import type { Classification, Traits } from '../backend/moderation/classification.ts'
import type { Post } from './posts.ts'

export type Judged = {
  isPolitical: boolean
  post: Pick<Post, 'label' | 'source' | 'kind' | 'template'>
  verdict: Pick<Verdict, 'confidence' | 'violationType' | 'suggestion'>
  /** Result of the classifier, before the rule of the policy; `percent`: on the scale that is shown. */
  found: Pick<Classification, 'violationType' | 'probability'> & Pick<Traits, 'hasTarget'> & { percent: number }
}

export type Row = { source: string; label: string; posts: number; held: number; refused: number; typeRight: number }

/** Shares (0 to 1) per source and label: held or rejected, rejected, and of the held ones those with the right type. */
export const rowsOf = (judged: readonly Judged[]): Row[] => groupedBy(({ post }) => post.source, judged)

/** The same per kind, for the posts that name theirs. */
export const rowsByKind = (judged: readonly Judged[]): Row[] =>
  groupedBy(
    ({ post }) => post.kind ?? '',
    judged.filter(({ post }) => post.kind !== undefined),
  )

function groupedBy(nameOf: (judged: Judged) => string, judged: readonly Judged[]): Row[] {
  const byKind = new Map<string, Judged[]>()
  for (const one of judged) {
    const key = `${nameOf(one)}\t${one.post.label}`
    byKind.set(key, [...(byKind.get(key) ?? []), one])
  }
  return [...byKind]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, group]) => {
      const [source = '', label = ''] = key.split('\t')
      const held = group.filter(({ verdict }) => verdict.confidence >= defaultThresholds.review)
      return {
        source,
        label,
        posts: group.length,
        held: held.length / group.length,
        refused: group.filter(({ verdict }) => verdict.confidence >= defaultThresholds.reject).length / group.length,
        typeRight:
          held.length === 0
            ? Number.NaN
            : held.filter(({ verdict }) => verdict.violationType === label).length / held.length,
      }
    })
}

/** Expected calibration error over ten equally wide bins: the mean distance of confidence and true share, weighted by posts. */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: 10 }, () => ({ posts: 0, confidence: 0, violations: 0 }))
  for (const { post, verdict } of judged) {
    const bin = bins[Math.min(9, Math.floor(verdict.confidence / 10))]
    if (bin === undefined) continue
    bin.posts++
    bin.confidence += verdict.confidence / 100
    if (post.label !== 'none') bin.violations++
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.violations), 0) / Math.max(1, judged.length)
}

/** Mean of the share of violations held and the share of harmless posts let through. */
export function balancedAccuracy(judged: readonly Judged[]): number {
  const violations = judged.filter(({ post }) => post.label !== 'none')
  const harmless = judged.filter(({ post }) => post.label === 'none')
  const isHeld = ({ verdict }: Judged) => verdict.confidence >= defaultThresholds.review
  return (
    (violations.filter(isHeld).length / violations.length + 1 - harmless.filter(isHeld).length / harmless.length) / 2
  )
}

/** Share of the posts of each label that are held, in the order of `classes`. */
export function heldByLabel(
  judged: readonly Judged[],
): { label: string; posts: number; held: number; refused: number }[] {
  return classes.map((label) => {
    const group = judged.filter(({ post }) => post.label === label)
    const from = (threshold: number) =>
      group.filter(({ verdict }) => verdict.confidence >= threshold).length / group.length
    return { label, posts: group.length, held: from(defaultThresholds.review), refused: from(defaultThresholds.reject) }
  })
}
