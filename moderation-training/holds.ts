import { confidenceUnder, defaultThresholds } from '../backend/domain/forum/screening.ts'
import type { Calibration } from '../backend/moderation/calibration.ts'
import type { ViolationType } from '../backend/moderation/classification.ts'
import { earlierHolds, type Holds } from '../backend/moderation/model-file.ts'
import { type Counts, costOf, type Found, groups, groupsOf, noCounts } from './held-counts.ts'

const percents = [10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36]
const usual = defaultThresholds.review
/** Where a missed post does the most harm, no type is held later than usual; where it does the least, hardly earlier. */
const bounds: { [type in ViolationType]?: [earliest: number, latest: number] } = {
  threats: [0, usual],
  doxxing: [0, usual],
  off_topic: [26, 100],
}

/** `cost`: what `costOf` says of these percentages. */
export type Holding = { holds: Holds; cost: number }

/** Number of posts of a type, of one kind of post, held from each percentage on. */
type Cell = { domain: keyof Calibration; type: ViolationType; counts: ReadonlyMap<number, Counts> }
type Change = { cell: Cell; percent: number }

/**
 * From which percentage each type is held, in each kind of post: what misses the fewest violations within the limits of
 * what may be held by mistake. Changes one or two percentages at a time for as long as that helps. `found`: posts that
 * the model did not learn from.
 */
export function holdsFor(found: readonly Found[]): Holding {
  const cells = cellsOf(found)
  const all = noCounts()
  for (const one of found) for (const group of groupsOf(one)) all[group]++
  const chosen = new Map(cells.map((cell) => [cell, usual]))
  const held = noCounts()
  for (const { counts } of cells) add(held, counts.get(usual), 1)

  const choose = ({ cell, percent }: Change) => {
    add(held, cell.counts.get(chosen.get(cell) ?? usual), -1)
    add(held, cell.counts.get(percent), 1)
    chosen.set(cell, percent)
  }
  let cost = costOf(held, all)
  /** Keeps the changes if they help. */
  const helps = (changes: readonly Change[]): boolean => {
    const before = changes.map(({ cell }) => ({ cell, percent: chosen.get(cell) ?? usual }))
    changes.forEach(choose)
    const now = costOf(held, all)
    if (now < cost - 1e-9) {
      cost = now
      return true
    }
    before.forEach(choose)
    return false
  }
  const haveHelped = (attempts: readonly (readonly Change[])[]) =>
    attempts.reduce((hasHelped, changes) => helps(changes) || hasHelped, false)

  const changes = cells.map((cell) => [...cell.counts.keys()].map((percent) => ({ cell, percent })))
  const single = changes.flat().map((one) => [one])
  const pairs = changes.flatMap((some, at) => changes.slice(at + 1).flatMap((others) => paired(some, others)))
  while (haveHelped(single) || haveHelped(pairs));

  const holds = { political: { ...earlierHolds.political }, other: { ...earlierHolds.other } }
  for (const [{ domain, type }, percent] of chosen) holds[domain][type] = percent
  return { holds, cost }
}

const paired = (some: readonly Change[], others: readonly Change[]) =>
  some.flatMap((one) => others.map((other) => [one, other]))

function cellsOf(found: readonly Found[]): Cell[] {
  const cells = new Map<string, Cell>()
  for (const one of found) {
    const those = groupsOf(one)
    if (those.length === 0) continue
    const { domain, violationType: type } = one
    const cell = cells.get(`${domain} ${type}`) ?? { domain, type, counts: new Map(allowed(type)) }
    cells.set(`${domain} ${type}`, cell)
    for (const [percent, counts] of cell.counts) if (isHeld(one, percent)) for (const group of those) counts[group]++
  }
  return [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell)
}

function allowed(type: ViolationType): [number, Counts][] {
  const [earliest, latest] = bounds[type] ?? [0, 100]
  return percents.filter((one) => one >= earliest && one <= latest).map((one) => [one, noCounts()])
}

const isHeld = ({ violationType, probability, traits }: Found, heldFrom: number) =>
  confidenceUnder(
    { source: 'model', rejectedFrom: null, heldFrom, violationType, probability, traits },
    defaultThresholds,
  ) >= defaultThresholds.review

function add(to: Counts, counts: Counts | undefined, times: 1 | -1): void {
  for (const group of groups) to[group] += times * (counts?.[group] ?? 0)
}
