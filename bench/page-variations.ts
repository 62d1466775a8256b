import { gapOverHttp } from './page-variations/over-http.ts'
import { naive, product, type Rule, uniform } from './page-variations/rules.ts'
import { type Luck, luckFrom, type World, worldFrom } from './page-variations/world.ts'
import { median, quantile } from './support.ts'

const marks = [2000, 10_000, 50_000]
const httpMarks = (process.env.VARIATION_HTTP_MARKS ?? '2000,10000').split(',').map(Number)
const httpSeeds = Number(process.env.VARIATION_HTTP_SEEDS ?? 24)
const seeds = Number(process.env.VARIATION_SEEDS ?? 24)

type Figures = { [rule: string]: number[][] }
export type PageVariationFigures = { gaps: Figures; overHttp: number[][]; refits: number[] }

/** The share of the gain from uniform to the best page that a rule captures, up to each mark. */
function gapsOf(rule: Rule, world: World, luck: Luck): number[] {
  let sum = 0
  const gaps: number[] = []
  for (let visitor = 1; visitor <= (marks.at(-1) ?? 0); visitor++) {
    const genome = rule.serve()
    sum += world.value(genome)
    rule.learn(genome, {
      donated: luck() < world.donation(genome),
      volunteered: luck() < world.volunteer(genome),
      time: 30_000 * luck(),
    })
    if (marks.includes(visitor)) gaps.push((sum / visitor - world.uniform) / (world.best - world.uniform))
  }
  return gaps
}

/** Rules on the same hidden truths with the same luck; `overHttp`: the running product. */
export async function benchPageVariations(): Promise<PageVariationFigures> {
  const gaps: Figures = { uniform: [], naive: [], product: [] }
  const overHttp: number[][] = []
  const refits: number[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const world = worldFrom(seed)
    const own = product(luckFrom(seed * 1000 + 7))
    gaps.product?.push(gapsOf(own, world, luckFrom(seed * 77 + 3)))
    refits.push(...own.refits.slice(-20))
    gaps.naive?.push(gapsOf(naive(luckFrom(seed * 1000 + 7)), world, luckFrom(seed * 77 + 3)))
    gaps.uniform?.push(gapsOf(uniform(luckFrom(seed * 1000 + 7)), world, luckFrom(seed * 77 + 3)))
    if (seed <= httpSeeds) overHttp.push(await gapOverHttp(world, seed, httpMarks))
  }
  return { gaps, overHttp, refits }
}

const at = (rows: readonly number[][], index: number) => rows.map((row) => row[index] ?? Number.NaN)

function meanAndError(values: readonly number[]): string {
  if (values.length === 0) return ''
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return `${mean.toFixed(2)} ± ${Math.sqrt(variance / values.length).toFixed(2)}`
}

export function pageVariationsTable({ gaps, overHttp, refits }: PageVariationFigures): string {
  const row = (name: string, rows: readonly number[][]) =>
    `| ${name} | ${marks.map((_, index) => meanAndError(rows.some((one) => index in one) ? at(rows, index) : [])).join(' | ')} |`
  return [
    `| Share of the possible gain, ${seeds} truths | ${marks.map((mark) => mark.toLocaleString('en-US')).join(' | ')} visitors |`,
    `| --- | ${marks.map(() => '---').join(' | ')} |`,
    row('Every page the same chance', gaps.uniform ?? []),
    row('Naive genetic algorithm', gaps.naive ?? []),
    row('The product, in process', gaps.product ?? []),
    row(`The product over HTTP, ${overHttp.length} truths`, overHttp),
    '',
    `One scoring at 50,000 visitors took ${median(refits).toFixed(1)} ms of one core (p50), ${quantile(refits, 0.99).toFixed(1)} ms (p99).`,
  ].join('\n')
}
