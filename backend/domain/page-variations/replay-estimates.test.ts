import { describe, expect, it } from 'vitest'
import { draw, randomFrom } from '../random.ts'
import { createReplayEstimates, type ReplayedVisit } from './replay-estimates.ts'

const today = { weights: { donation: 2, volunteer: 1, time: 0 }, timeCap: 30_000 }
const pages = ['a', 'b', 'c', 'd', 'e']
/** True donation rates. */
const rates = new Map(pages.map((page, index) => [page, 0.02 + 0.02 * index]))

/** Visits whose chances favor one page more and more, as Thompson sampling does, while all rates double. */
function visits(count: number, seed: string, floor = 0.05): ReplayedVisit[] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, index) => {
    const tilt = index / count
    const spread = pages.map((_, page) => 1 - tilt + (page === 1 ? 5 * tilt : 0))
    const all = spread.reduce((sum, one) => sum + one, 0)
    const offers = pages.map((variationId, page) => ({
      variationId,
      probability: floor + (1 - 5 * floor) * ((spread[page] ?? 0) / all),
    }))
    const chosen = draw(offers, random()) ?? { variationId: 'a', probability: 1 }
    return {
      visitorKey: `visitor ${seed} ${index}`,
      variationId: chosen.variationId,
      day: String(100 + Math.floor((10 * index) / count)),
      propensity: chosen.probability,
      donated: random() < (rates.get(chosen.variationId) ?? 0) * (0.67 + 0.67 * tilt),
      volunteered: false,
      time: 0,
      isLate: false,
      offers: pages.map((variationId) => ({ variationId, probability: 0.2 })),
    }
  })
}

function replay(recorded: readonly ReplayedVisit[], seed = 'seed') {
  const estimates = createReplayEstimates({ today, replayed: today }, seed)
  for (const visit of recorded) estimates.add(visit)
  return { pages: estimates.pages(), split: estimates.split(), visitors: estimates.visitors() }
}

describe('a page that mostly ran on days with more donations', () => {
  it('is not overrated, because pages are compared within days', () => {
    const errors = Array.from({ length: 12 }, (_, run) => {
      const { pages: rows } = replay(visits(8000, `run ${run}`))
      const of = (id: string) => rows.find(({ variationId }) => variationId === id)?.replayed?.mean ?? Number.NaN
      // Page b is worth 2/3 of page c in truth.
      return of('b') / of('c')
    })
    const mean = errors.reduce((sum, one) => sum + one, 0) / errors.length
    expect(Math.abs(mean - 2 / 3)).toBeLessThan(0.06)
  })
})

describe('another split of the traffic', () => {
  it('is estimated without bias by all three estimators, with ranges that mostly hold the truth', () => {
    const truth = 100 * 2 * 0.06 * 1.005
    let inside = 0
    const means = { ips: 0, snips: 0, doublyRobust: 0 }
    const runs = 20
    for (let run = 0; run < runs; run++) {
      const { split } = replay(visits(6000, `split ${run}`))
      expect(split).toMatchObject({ coverage: 1, refusal: null })
      for (const name of ['ips', 'snips', 'doublyRobust'] as const) means[name] += (split[name]?.mean ?? 0) / runs
      if ((split.snips?.low ?? 99) <= truth && truth <= (split.snips?.high ?? 0)) inside++
    }
    for (const mean of Object.values(means)) expect(Math.abs(mean / truth - 1)).toBeLessThan(0.04)
    expect(inside).toBeGreaterThanOrEqual(11) // of 20; 16 expected
  })
  it('is rejected when the chances are unknown, or the sample is too small', () => {
    const unknown = visits(1000, 'x').map((visit, index) => ({
      ...visit,
      offers: index % 10 === 0 ? null : visit.offers,
    }))
    expect(replay(unknown).split).toMatchObject({
      snips: null,
      refusal: 'Recorded chances cover only 90 % of the visitors. It takes 95 %.',
    })
    expect(replay(visits(150, 'x')).split.refusal).toMatch(/^The effective sample size is \d+\. It takes 200\.$/)
    expect(replay([]).split).toMatchObject({ actual: null, refusal: 'No visitors in this period.' })
  })
})

it('rejects a page with too little evidence, and says what is missing', () => {
  const [row] = replay(visits(200, 'few')).pages
  expect(row?.replayed).toBeNull()
  expect(row?.refusal).toMatch(/^Too early: \d+ visitors and \d+ conversions?\. It takes 100 and 5\.$/)
  const [first] = visits(1, 'one')
  const alone = replay(first ? [{ ...first, donated: true }] : []).pages
  expect(alone[0]?.refusal).toBe('Too early: 1 visitor and 1 conversion. It takes 100 and 5.')
})

it('counts a late conversion as if it had come at once', () => {
  const recorded = visits(3000, 'late')
  const late = recorded.flatMap((visit) =>
    visit.donated
      ? [
          { ...visit, donated: false },
          { ...visit, isLate: true, time: 0 },
        ]
      : [visit],
  )
  const [atOnce, later] = [replay(recorded), replay(late)]
  expect(later.visitors).toBe(3000)
  for (const [index, row] of atOnce.pages.entries()) {
    expect(later.pages[index]?.visitors).toBe(row.visitors)
    if (row.replayed) expect(later.pages[index]?.replayed?.mean).toBeCloseTo(row.replayed.mean, 9)
  }
  expect(later.split.snips?.mean).toBeCloseTo(atOnce.split.snips?.mean ?? 0, 9)
  expect(later.split.snips?.low).toBeCloseTo(atOnce.split.snips?.low ?? 0, 9)
})

it('gives the same result to the bit for the same visits and seed, and other ranges for another seed', () => {
  const recorded = visits(2000, 'same')
  expect(replay(recorded)).toEqual(replay(recorded))
  expect(replay(recorded, 'another').split.snips?.mean).toBe(replay(recorded).split.snips?.mean)
  expect(replay(recorded, 'another').split.snips?.low).not.toBe(replay(recorded).split.snips?.low)
})
