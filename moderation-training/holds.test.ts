import { describe, expect, it } from 'vitest'
import type { ViolationType } from '../backend/moderation/classification.ts'
import type { Found } from './held-counts.ts'
import { holdsFor } from './holds.ts'

const traits = { words: 12, holdsHarm: false, hasTarget: false, isAimed: false, foreignLanguage: null }
const posts = (
  count: number,
  label: string,
  violationType: ViolationType,
  probability: number,
  change: Partial<Found> = {},
) =>
  Array.from(
    { length: count },
    (): Found => ({
      post: { label, source: 'davidson' },
      domain: 'other',
      violationType,
      probability,
      traits,
      ...change,
    }),
  )
const debates = { post: { label: 'none', source: 'ukp-web-debate' } }

describe('the percentages from which types are held', () => {
  it('are lower where that finds more violations than it holds harmless posts', () => {
    const found = [...posts(50, 'spam', 'spam', 0.2), ...posts(400, 'none', 'spam', 0.05)]
    const { holds, cost } = holdsFor(found)
    expect(holds.other.spam).toBeLessThanOrEqual(20)
    expect(holds.political.spam).toBe(30)
    expect(cost).toBeCloseTo(0)
  })

  it('are higher where too many web debates would be held, and differ by kind of post', () => {
    const found = [
      ...posts(50, 'hate_speech', 'hate_speech', 0.5),
      ...posts(20, 'none', 'hate_speech', 0.32, debates),
      ...posts(80, 'none', 'hate_speech', 0.01, debates),
    ]
    const both = [
      ...found,
      ...found.map((one): Found => ({ ...one, domain: 'political', probability: one.probability / 2 })),
    ]
    const { holds } = holdsFor(both)
    expect(holds.other.hate_speech).toBeGreaterThan(32)
    expect(holds.political.hate_speech).toBeGreaterThan(16)
    expect(holds.political.hate_speech).toBeLessThanOrEqual(25)
  })

  it('trade one type for another where only both together keep a limit', () => {
    const found = [
      ...posts(90, 'harassment', 'harassment', 0.25),
      ...posts(10, 'spam', 'spam', 0.35),
      ...posts(12, 'none', 'harassment', 0.25, debates),
      ...posts(12, 'none', 'spam', 0.35, debates),
      ...posts(76, 'none', 'spam', 0.01, debates),
    ]
    const { holds } = holdsFor(found)
    expect(holds.other.harassment).toBeLessThanOrEqual(25)
    expect(holds.other.spam).toBeGreaterThan(35)
  })

  it('never rise above 30 for threats and private details, and stay near it for what is off topic', () => {
    const wrong = (type: ViolationType) => posts(50, 'none', type, 0.31, debates)
    const { holds } = holdsFor([...wrong('threats'), ...wrong('doxxing'), ...posts(50, 'off_topic', 'off_topic', 0.12)])
    expect([holds.other.threats, holds.other.doxxing]).toEqual([30, 30])
    expect(holds.other.off_topic).toBeGreaterThanOrEqual(26)
  })

  it('are 30 without posts', () => {
    expect(new Set(Object.values(holdsFor([]).holds.other))).toEqual(new Set([30]))
  })
})
