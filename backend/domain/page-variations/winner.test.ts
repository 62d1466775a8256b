import { describe, expect, it } from 'vitest'
import { type Candidate, candidateAfter } from './winner.ts'

const weights = { donation: 2, volunteer: 1, time: 0.01 }
type Counts = { visitors: number; donated: number; volunteered: number }

const evidence = (pages: { [variationId: string]: Counts }) =>
  Object.entries(pages).map(([variationId, counts]) => ({
    generation: 1,
    variationId,
    day: '2026-03-01',
    ...counts,
    visits: counts.visitors,
    time: 0,
  }))
const chances = (a: number, b = 1 - a) => [
  { variationId: 'a', probability: a },
  { variationId: 'b', probability: b },
]
const counts = (visitors: number, donated: number, volunteered = 0): Counts => ({ visitors, donated, volunteered })
const judged = (candidate: Candidate | null, a: Counts, b: Counts, probabilityBest = chances(0.97)) =>
  candidateAfter(candidate, probabilityBest, evidence({ a, b }), weights)

describe('a winner', () => {
  it('is not declared below a probability of 0.95, or among fewer than two pages', () => {
    expect(judged(null, counts(900, 90), counts(900, 9), chances(0.949))).toBeNull()
    const alone = [{ variationId: 'a', probability: 1 }]
    expect(candidateAfter(null, alone, evidence({ a: counts(900, 90) }), weights)).toBeNull()
  })

  it('starts as a candidate, however clear the evidence is, because that evidence chose it', () => {
    expect(judged(null, counts(900, 90), counts(900, 9), chances(0.95))).toEqual({
      variationId: 'a',
      probabilityBest: 0.95,
      before: { own: counts(900, 90), others: counts(900, 9) },
      freshVisitors: 0,
      freshOthers: 0,
      freshProbability: null,
      status: 'confirming',
    })
  })

  it('waits until both sides have 100 fresh visitors and 5 conversions', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    for (const [a, b] of [
      [counts(999, 100), counts(1000, 14)],
      [counts(1000, 100), counts(999, 14)],
      [counts(1000, 94), counts(1000, 14)],
      [counts(1000, 100), counts(1000, 13)],
    ] as const)
      expect(judged(chosen, a, b)).toMatchObject({ freshProbability: null, status: 'confirming' })
    expect(judged(chosen, counts(1000, 100), counts(1000, 14))?.freshProbability).toBeGreaterThan(0.5)
  })

  it('is confirmed by fresh visitors alone, without those who chose it', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    const undecided = judged(chosen, counts(1100, 100), counts(1100, 18))
    expect(undecided).toMatchObject({ status: 'confirming', freshVisitors: 200, freshOthers: 200 })
    expect(undecided?.freshProbability).toBeGreaterThan(0.5)
    expect(undecided?.freshProbability).toBeLessThan(0.95)
    const confirmed = judged(undecided, counts(1300, 130), counts(1300, 20))
    expect(confirmed).toMatchObject({ status: 'confirmed', before: chosen?.before })
    expect(confirmed?.freshProbability).toBeGreaterThanOrEqual(0.95)
  })

  it('is refuted by fresh visitors who say the opposite', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    const refuted = judged(chosen, counts(1300, 95), counts(1300, 49))
    expect(refuted).toMatchObject({ status: 'confirming', freshVisitors: 400 })
    expect(refuted?.freshProbability).toBeLessThan(0.01)
    // The page’s probability falls with them; if it rises again, only later visitors count.
    expect(judged(refuted, counts(1400, 96), counts(1400, 60), chances(0.6))).toBeNull()
    expect(judged(null, counts(2000, 300), counts(2000, 70))).toMatchObject({
      status: 'confirming',
      freshVisitors: 0,
      before: { own: counts(2000, 300), others: counts(2000, 70) },
    })
  })

  it('loses its confirmation when later visitors disagree', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    const confirmed = judged(chosen, counts(1300, 130), counts(1300, 20))
    expect(confirmed?.status).toBe('confirmed')
    expect(judged(confirmed, counts(3000, 140), counts(3000, 80))?.status).toBe('confirming')
  })

  it('hands over to another page, which starts with no fresh visitors', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    expect(judged(chosen, counts(1300, 95), counts(1300, 300), chances(0.01))).toMatchObject({
      variationId: 'b',
      before: { own: counts(1300, 300), others: counts(1300, 95) },
      freshVisitors: 0,
      status: 'confirming',
    })
  })

  it('is judged by the current weights', () => {
    const chosen = judged(null, counts(900, 90), counts(900, 9))
    const rows = evidence({ a: counts(1300, 130), b: counts(1300, 10, 40) })
    const by = (donation: number, volunteer: number) =>
      candidateAfter(chosen, chances(0.97), rows, { donation, volunteer, time: 0 })?.status
    expect([by(2, 1), by(0, 1)]).toEqual(['confirmed', 'confirming'])
  })
})
