import { describe, expect, it } from 'vitest'
import { draw, randomFrom } from '../random.ts'
import { type PageDraws, sampleRatio } from './sample-ratio.ts'
import type { Offer } from './serving-policy.ts'

const offers: Offer[] = [
  { variationId: 'a', probability: 0.6 },
  { variationId: 'b', probability: 0.3 },
  { variationId: 'c', probability: 0.1 },
]

/** Rows of a log in which pages were drawn by the chances `real` while `offers` were recorded. */
function logOf(
  seed: string,
  views: number,
  { real = offers, isReported = (_id: string, luck: number) => luck < 0.9, generation = 1 } = {},
) {
  const random = randomFrom(seed)
  const rows = new Map<string, PageDraws>(
    offers.map(({ variationId, probability }) => [
      variationId,
      { generation, variationId, draws: 0, expected: Math.round(views * probability * 1_000_000), visitors: 0 },
    ]),
  )
  for (let view = 0; view < views; view++) {
    const row = rows.get(draw(real, random())?.variationId ?? '')
    if (!row) continue
    row.draws++
    if (isReported(row.variationId, random())) row.visitors++
  }
  return [...rows.values()]
}

const even = offers.map(({ variationId }) => ({ variationId, probability: 1 / 3 }))
const seeds = Array.from({ length: 200 }, (_, index) => `log ${index}`)

describe('the sample-ratio alarm', () => {
  it('stays silent on fair logs', () => {
    const alarms = seeds.filter((seed) => sampleRatio(logOf(seed, 2000))?.isMismatch)
    expect(alarms).toEqual([])
    expect(sampleRatio(logOf('one', 2000))?.pages.map(({ expected }) => expected)).toEqual([1200, 600, 200])
  })

  it('sounds when pages were served by other chances than recorded', () => {
    for (const seed of seeds) {
      const found = sampleRatio(logOf(seed, 500, { real: even }))
      expect(found?.isMismatch, seed).toBe(true)
      expect(found?.pValue).toBeLessThan(0.001)
    }
  })

  it('sounds when the views of one page are reported less often', () => {
    const isReported = (id: string, luck: number) => luck < (id === 'b' ? 0.6 : 0.9)
    for (const seed of seeds) expect(sampleRatio(logOf(seed, 1000, { isReported }))?.isMismatch, seed).toBe(true)
  })

  it('sounds for a fault too small for one generation once many show it', () => {
    const real = offers.map((offer) => ({
      ...offer,
      probability: offer.probability + (offer.variationId === 'b' ? 0.05 : -0.025),
    }))
    const found = seeds.slice(0, 50).map((seed) => {
      const log = Array.from({ length: 40 }, (_, index) =>
        logOf(`${seed} ${index}`, 250, { real, generation: index + 1 }),
      )
      return { one: sampleRatio(log[0] ?? [])?.isMismatch, all: sampleRatio(log.flat())?.isMismatch }
    })
    expect(found.filter(({ one }) => one).length).toBeLessThan(5)
    expect(found.filter(({ all }) => !all)).toEqual([])
  })

  it('stays silent on fair logs of many generations', () => {
    const logs = seeds
      .slice(0, 100)
      .map((seed) =>
        Array.from({ length: 40 }, (_, index) => logOf(`${seed} ${index}`, 250, { generation: index + 1 })).flat(),
      )
    expect(logs.filter((log) => sampleRatio(log)?.isMismatch)).toEqual([])
  })

  it('is as rare as its p-value says: p below 0.05 in about one fair log of twenty', () => {
    const small = seeds.filter((seed) => (sampleRatio(logOf(seed, 1000))?.pValue ?? 1) < 0.05)
    expect(small.length).toBeLessThan(20)
  })

  it('stays silent below 100 views or for one page, and copes with views that were all or never reported', () => {
    expect(sampleRatio(logOf('few', 99))).toBeNull()
    expect(sampleRatio(logOf('one page', 500).slice(0, 1))).toBeNull()
    for (const share of [0, 1])
      expect(sampleRatio(logOf('all', 2000, { isReported: (_, luck) => luck < share }))?.isMismatch).toBe(false)
  })
})
