import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { z } from 'zod'
import { currentVersions } from '../backend/domain/page-variations/scoring.ts'
import { gapOverHttp } from './page-variations/over-http.ts'
import { naive, product, type Rule, uniform } from './page-variations/rules.ts'
import { type Luck, luckFrom, type World, worldFrom } from './page-variations/world.ts'
import { median, quantile } from './support.ts'

type Sizes = { seeds: number; marks: readonly number[]; httpSeeds: number; httpMarks: readonly number[] }
/** A file of JSON lines, one per truth over HTTP: a run that was interrupted goes on after those that are in it. */
const httpFile = process.env.VARIATION_HTTP_FILE

type Figures = { [rule: string]: number[][] }
export type PageVariationFigures = { marks: readonly number[]; gaps: Figures; overHttp: number[][]; refits: number[] }

/** The share of the gain from uniform to the best page that a rule captures, up to each mark. */
function gapsOf(rule: Rule, world: World, luck: Luck, marks: readonly number[]): number[] {
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
export async function benchPageVariations({
  seeds,
  marks,
  httpSeeds,
  httpMarks,
}: Sizes): Promise<PageVariationFigures> {
  const gaps: Figures = { uniform: [], naive: [], withoutControl: [], product: [] }
  const refits: number[] = []
  const overHttp = await overHttpOf(httpSeeds, httpMarks)
  for (let seed = 1; seed <= seeds; seed++) {
    const world = worldFrom(seed)
    const own = product(luckFrom(seed * 1000 + 7))
    gaps.product?.push(gapsOf(own, world, luckFrom(seed * 77 + 3), marks))
    refits.push(...own.refits.slice(-20))
    gaps.withoutControl?.push(
      gapsOf(product(luckFrom(seed * 1000 + 7), { controlShare: 0 }), world, luckFrom(seed * 77 + 3), marks),
    )
    gaps.naive?.push(gapsOf(naive(luckFrom(seed * 1000 + 7)), world, luckFrom(seed * 77 + 3), marks))
    gaps.uniform?.push(gapsOf(uniform(luckFrom(seed * 1000 + 7)), world, luckFrom(seed * 77 + 3), marks))
  }
  return { marks, gaps, overHttp, refits }
}

const measured = z.object({
  seed: z.int(),
  marks: z.array(z.int()),
  gaps: z.array(z.number()),
  versions: z.object({ model: z.string(), breeding: z.string(), policy: z.string().optional() }),
  seconds: z.number(),
  load: z.number(),
})

/** Measures each truth by the current rules, except those that the file already has. */
async function overHttpOf(count: number, httpMarks: readonly number[]): Promise<number[][]> {
  const rules = JSON.stringify([httpMarks, currentVersions.model, currentVersions.breeding, currentVersions.policy])
  const lines = httpFile && existsSync(httpFile) ? readFileSync(httpFile, 'utf8').split('\n').filter(Boolean) : []
  const known = new Map(
    lines
      .map((line) => measured.parse(JSON.parse(line)))
      .filter(
        ({ marks, versions: { model, breeding, policy } }) =>
          JSON.stringify([marks, model, breeding, policy]) === rules,
      )
      .map(({ seed, gaps }) => [seed, gaps]),
  )
  for (let seed = 1; seed <= count; seed++) {
    if (known.has(seed)) continue
    const startedAt = performance.now()
    const gaps = await gapOverHttp(worldFrom(seed), seed, httpMarks)
    known.set(seed, gaps)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const line = { seed, marks: httpMarks, gaps, versions: currentVersions, seconds, load: loadavg()[0] }
    if (httpFile) appendFileSync(httpFile, `${JSON.stringify(line)}\n`)
  }
  return [...known].filter(([seed]) => seed <= count).map(([, gaps]) => gaps)
}

const at = (rows: readonly number[][], index: number) => rows.map((row) => row[index] ?? Number.NaN)

function meanAndError(values: readonly number[]): string {
  if (values.length === 0) return ''
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return `${mean.toFixed(2)} ± ${Math.sqrt(variance / values.length).toFixed(2)}`
}

export function pageVariationsTable({ marks, gaps, overHttp, refits }: PageVariationFigures): string {
  const row = (name: string, rows: readonly number[][]) =>
    `| ${name} | ${marks.map((_, index) => meanAndError(rows.some((one) => index in one) ? at(rows, index) : [])).join(' | ')} |`
  return [
    `| Share of the possible gain, ${gaps.product?.length} truths | ${marks.map((mark) => mark.toLocaleString('en-US')).join(' | ')} visitors |`,
    `| --- | ${marks.map(() => '---').join(' | ')} |`,
    row('Every page the same chance', gaps.uniform ?? []),
    row('Naive genetic algorithm', gaps.naive ?? []),
    row('The product, in process', gaps.product ?? []),
    row('The same without the control', gaps.withoutControl ?? []),
    ...(overHttp.length === 0 ? [] : [row(`The product over HTTP, ${overHttp.length} truths`, overHttp)]),
    '',
    `One scoring at ${marks.at(-1)?.toLocaleString('en-US')} visitors took ${median(refits).toFixed(1)} ms of one core (p50), ${quantile(refits, 0.99).toFixed(1)} ms (p99).`,
  ].join('\n')
}
