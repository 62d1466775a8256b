import { defaultThresholds } from '../backend/domain/forum/screening.ts'
import type { GateFigures } from '../backend/moderation/model-file.ts'
import type { Judged } from './figures.ts'
import { isByPeople } from './fit-head.ts'

const isViolation = ({ post }: Judged) => post.label !== 'none'
const isHeld = ({ verdict }: Judged) => verdict.confidence >= defaultThresholds.review
const shareOf = <Item>(items: readonly Item[], counts: (item: Item) => boolean) =>
  items.length === 0 ? 0 : items.filter(counts).length / items.length

/** Our posts about politics, without the sentences that templates fill. */
const isWrittenPolitics = ({ post, isPolitical }: Judged) =>
  isPolitical && post.source.startsWith('examples') && post.template === undefined

/** `posts`: fingerprint of the public development posts. */
export function gateFigures(judged: readonly Judged[], posts: string): GateFigures {
  const isDebate = ({ post }: Judged) => post.source === 'ukp-web-debate' && post.label === 'none'
  return {
    posts,
    publicAuc: areaUnderCurve(judged.filter(({ post }) => isByPeople(post))),
    webDebateHeld: shareOf(judged.filter(isDebate), isHeld),
    politicalPrecision: shareOf(
      judged.filter((one) => isWrittenPolitics(one) && isHeld(one)),
      isViolation,
    ),
  }
}

export const areaUnderCurve = (judged: readonly Judged[]): number =>
  areaUnder(judged.map((one) => ({ score: one.found.probability, isViolation: isViolation(one) })))

/** Probability that a violation has a higher score than a harmless post; ties count half. */
export function areaUnder(scored: readonly { score: number; isViolation: boolean }[]): number {
  const sorted = scored.toSorted((a, b) => a.score - b.score)
  let [ranks, violations] = [0, 0]
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end]?.score === sorted[at]?.score && end < sorted.length) end++
    const rank = (at + end + 1) / 2
    for (; at < end; at++) {
      if (!sorted[at]?.isViolation) continue
      ranks += rank
      violations++
    }
  }
  const pairs = violations * (sorted.length - violations)
  return pairs === 0 ? 0 : (ranks - (violations * (violations + 1)) / 2) / pairs
}

const points = (share: number) => `${(share * 100).toFixed(1)} %`
const measures: {
  [measure in Exclude<keyof GateFigures, 'posts'>]: { name: string; sign: 1 | -1; show: typeof points }
} = {
  publicAuc: { name: 'public development AUC', sign: 1, show: (area) => area.toFixed(4) },
  webDebateHeld: { name: 'civil web debate held', sign: -1, show: points },
  politicalPrecision: { name: 'precision on political posts', sign: 1, show: points },
}

/** Figures in which a new model is worse than the one it replaces, a line each; both were measured on the same posts. */
export const losses = (before: GateFigures, after: GateFigures): string[] =>
  (['publicAuc', 'webDebateHeld', 'politicalPrecision'] as const).flatMap((measure) => {
    const { name, sign, show } = measures[measure]
    const [was, is] = [before[measure], after[measure]]
    return sign * (is - was) < 0 ? [`${name}: ${show(is)} instead of ${show(was)}`] : []
  })
