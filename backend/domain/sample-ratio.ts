import { chiSquareAbove } from './exact-math.ts'

/**
 * For one page in one generation: how often it was drawn, the sum of its chances (millionths), and first views
 * reported.
 */
export type PageDraws = { variationId: string; draws: number; expected: number; visitors: number }

const alarm = 0.001
/** Below this the test gives no result. */
const enough = 100

export type SampleRatio = {
  isMismatch: boolean
  pValue: number
  pages: { variationId: string; served: number; expected: number; reported: number }[]
}

/**
 * Two chi-square tests: were pages served as often as their recorded chances say, and are views of every page reported
 * equally often? The smaller p counts, doubled because there are two. Null while there are too few.
 */
export function sampleRatio(rows: readonly PageDraws[]): SampleRatio | null {
  const pages = rows.map(({ variationId, draws, expected, visitors }) => ({
    variationId,
    served: draws,
    expected: expected / 1_000_000,
    reported: visitors,
  }))
  const served = pages.reduce((sum, page) => sum + page.served, 0)
  const reported = pages.reduce((sum, page) => sum + page.reported, 0)
  if (pages.length < 2 || served < enough) return null
  const share = reported / served
  let drawn = 0
  let lost = 0
  for (const page of pages) {
    if (page.expected > 0) drawn += square(page.served - page.expected) / page.expected
    if (page.served === 0 || share === 0 || share >= 1) continue
    lost += square(page.reported - page.served * share) / (page.served * share * (1 - share))
  }
  const degrees = pages.length - 1
  const pValue = Math.min(1, 2 * Math.min(chiSquareAbove(drawn, degrees), chiSquareAbove(lost, degrees)))
  return { isMismatch: pValue < alarm, pValue, pages }
}

const square = (x: number) => x * x
