import { exp, ln } from './exact-math.ts'
import type { Evidence } from './gene-model.ts'
import { controlId } from './serving-policy.ts'
import { evidenceNeeded, isEarly } from './winner.ts'

type Counts = { visitors: number; donated: number; volunteered: number }

/** Gain of the test compared with the page as built. Shares: 0.12 is 12 % more conversions. */
export type Lift = {
  tested: Counts
  control: Counts
  /** The estimate with its 95 % range; null while there is too little evidence. */
  range: { mean: number; low: number; high: number } | null
  /** Factor by which the evidence has to grow until there is a range, or until it is 10 % wide to each side. */
  moreNeeded: number | null
}

/** Standard deviations to each side of a 95 % range. */
const range = 1.959963984540054
/** A range is narrow when it reaches this far to each side. */
const narrow = ln(1.1)

/**
 * The ratio of conversions per visitor, each generation and day compared within itself (Mantel and Haenszel), since
 * their traffic differs. The range is that of Greenland and Robins (1985), which is also the credible interval of a flat
 * prior. Only days with visitors of the control count: before, there was none.
 */
export function liftOf(evidence: readonly Evidence[]): Lift {
  const tested = { visitors: 0, donated: 0, volunteered: 0 }
  const control = { visitors: 0, donated: 0, volunteered: 0 }
  let [above, below, spread] = [0, 0, 0]
  for (const rows of Map.groupBy(evidence, ({ generation, day }) => `${generation} ${day}`).values()) {
    const own = sum(rows.filter(({ variationId }) => variationId === controlId))
    const others = sum(rows.filter(({ variationId }) => variationId !== controlId))
    if (own.visitors === 0) continue
    add(control, own)
    add(tested, others)
    const all = own.visitors + others.visitors
    above += (conversionsOf(others) * own.visitors) / all
    below += (conversionsOf(own) * others.visitors) / all
    spread += ((conversionsOf(own) + conversionsOf(others)) * own.visitors * others.visitors) / (all * all)
  }
  if (isEarly(tested) || isEarly(control) || above === 0 || below === 0)
    return { tested, control, range: null, moreNeeded: moreForRange(control) }
  const log = ln(above / below)
  const sd = Math.sqrt(spread / (above * below))
  const at = (deviations: number) => exp(log + deviations * range * sd) - 1
  const times = (range * sd) / narrow
  return {
    tested,
    control,
    range: { mean: at(0), low: at(-1), high: at(1) },
    moreNeeded: Math.max(0, times * times - 1),
  }
}

/** By the control alone, which has the fewest visitors; null before its first conversion. */
function moreForRange(control: Counts): number | null {
  const conversions = conversionsOf(control)
  if (conversions === 0) return null
  return Math.max(0, evidenceNeeded.visitors / control.visitors - 1, evidenceNeeded.conversions / conversions - 1)
}

const conversionsOf = ({ donated, volunteered }: Counts) => donated + volunteered

function sum(rows: readonly Counts[]): Counts {
  const total = { visitors: 0, donated: 0, volunteered: 0 }
  for (const row of rows) add(total, row)
  return total
}

function add(total: Counts, { visitors, donated, volunteered }: Counts): void {
  total.visitors += visitors
  total.donated += donated
  total.volunteered += volunteered
}
