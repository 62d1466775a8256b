import { chiSquareAbove } from './exact-math.ts'

/**
 * For one page in one generation: how often it was drawn, the sum of its chances (millionths), and first views
 * reported.
 */
export type PageDraws = { generation: number; variationId: string; draws: number; expected: number; visitors: number }

const alarm = 0.001
/** Generations with fewer draws are left out: the approximation is poor below. */
const enough = 100
const maxShown = 10

export type SampleRatio = {
  isMismatch: boolean
  pValue: number
  /** Sums over the generations; at most the ten pages that differ most, in the order of the rows. */
  pages: { variationId: string; served: number; expected: number; reported: number }[]
}

/**
 * Two chi-square tests over all generations: were pages served as often as their recorded chances say, and are views of
 * every page reported equally often? Each generation is compared within itself, since its pages and its share of reported
 * views are its own; statistics and degrees of freedom are summed, so that a fault too small to see in one generation shows
 * in many. The smaller p counts, doubled because there are two. Null while there are too few.
 */
export function sampleRatio(rows: readonly PageDraws[]): SampleRatio | null {
  const tested = [...Map.groupBy(rows, ({ generation }) => generation).values()].filter(
    (pages) => pages.length > 1 && sum(pages, 'draws') >= enough,
  )
  if (tested.length === 0) return null
  let drawn = 0
  let lost = 0
  let degrees = 0
  for (const pages of tested) {
    const share = sum(pages, 'visitors') / sum(pages, 'draws')
    degrees += pages.length - 1
    for (const { draws, expected, visitors } of pages) {
      const chance = expected / million
      if (chance > 0) drawn += square(draws - chance) / chance
      if (draws === 0 || share === 0 || share >= 1) continue
      lost += square(visitors - draws * share) / (draws * share * (1 - share))
    }
  }
  const pValue = Math.min(1, 2 * Math.min(chiSquareAbove(drawn, degrees), chiSquareAbove(lost, degrees)))
  return { isMismatch: pValue < alarm, pValue, pages: farthestOff(tested.flat()) }
}

function farthestOff(rows: readonly PageDraws[]): SampleRatio['pages'] {
  const pages = [...Map.groupBy(rows, ({ variationId }) => variationId)].map(([variationId, own]) => ({
    variationId,
    served: sum(own, 'draws'),
    expected: sum(own, 'expected') / million,
    reported: sum(own, 'visitors'),
  }))
  const share = sum(rows, 'visitors') / sum(rows, 'draws')
  const difference = ({ served, expected, reported }: (typeof pages)[number]) =>
    Math.max(Math.abs(served - expected), Math.abs(reported - served * share)) / Math.sqrt(Math.max(expected, 1))
  const shown = new Set(pages.toSorted((a, b) => difference(b) - difference(a)).slice(0, maxShown))
  return pages.filter((page) => shown.has(page))
}

const million = 1_000_000
const square = (x: number) => x * x

function sum(rows: readonly PageDraws[], field: 'draws' | 'expected' | 'visitors'): number {
  return rows.reduce((total, row) => total + row[field], 0)
}
