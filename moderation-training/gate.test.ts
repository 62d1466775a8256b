import { describe, expect, it } from 'vitest'
import type { Judged } from './figures.ts'
import { areaUnderCurve, gateFigures, losses } from './gate.ts'
import { modelCard, withModelCard } from './model-card.ts'
import { rejectionsOn } from './rejections.ts'

function judged(label: string, probability: number, change: Partial<Judged> = {}): Judged {
  const confidence = Math.round(probability * 100)
  return {
    isPolitical: false,
    post: { label, source: 'davidson' },
    verdict: { confidence, violationType: 'spam', suggestion: confidence >= 70 ? 'reject' : 'approve' },
    found: { violationType: 'spam', probability, percent: probability * 100, hasTarget: false },
    ...change,
  }
}

describe('the area under the curve', () => {
  it('is 1 for a perfect order, 0 for its opposite, and counts ties half', () => {
    expect(areaUnderCurve([judged('none', 0.1), judged('spam', 0.9)])).toBe(1)
    expect(areaUnderCurve([judged('none', 0.9), judged('spam', 0.1)])).toBe(0)
    expect(areaUnderCurve([judged('none', 0.5), judged('spam', 0.5)])).toBe(0.5)
    expect(areaUnderCurve([judged('spam', 0.5)])).toBe(0)
  })
})

describe('the figures of the gate', () => {
  const debate = (probability: number) =>
    judged('none', probability, { post: { label: 'none', source: 'ukp-web-debate' } })
  const written = (label: string, probability: number, template?: string) =>
    judged(label, probability, {
      isPolitical: true,
      post: { label, source: 'examples-forum', ...(template === undefined ? {} : { template }) },
    })

  it('count what people wrote, debates held, and what is held on politics', () => {
    const all = [
      ...[0.1, 0.1, 0.1, 0.4].map(debate),
      judged('spam', 0.9),
      judged('spam', 0.05, { post: { label: 'spam', source: 'synthetic-templates' } }),
      ...['none', 'spam', 'spam', 'threats'].map((label) => written(label, 0.6)),
      written('none', 0.1),
      written('none', 0.6, 'When is the {thing} vote?'),
    ]
    expect(gateFigures(all, 'x')).toEqual({
      posts: 'x',
      publicAuc: 1,
      webDebateHeld: 0.25,
      politicalPrecision: 0.75,
    })
  })

  it('lose by any of the three, and by nothing else', () => {
    const figures = { posts: 'x', publicAuc: 0.9, webDebateHeld: 0.1, politicalPrecision: 0.8 }
    expect(losses(figures, figures)).toEqual([])
    expect(losses(figures, { posts: 'x', publicAuc: 0.91, webDebateHeld: 0.09, politicalPrecision: 0.81 })).toEqual([])
    expect(
      losses(figures, { posts: 'x', publicAuc: 0.89, webDebateHeld: 0.11, politicalPrecision: 0.79 }),
    ).toHaveLength(3)
  })
})

describe('the thresholds of rejection', () => {
  const many = (count: number, label: string, probability: number, change: Partial<Judged> = {}) =>
    Array.from({ length: count }, () => judged(label, probability, change))

  it('are the lowest with 95 in 100 right', () => {
    const all = [...many(95, 'spam', 0.9), ...many(5, 'none', 0.9), ...many(10, 'none', 0.8), ...many(9, 'spam', 0.85)]
    expect(rejectionsOn(all).spam).toBe(81)
  })

  it('hold for our own posts and for those of people elsewhere', () => {
    const ours = { post: { label: 'none', source: 'examples-civil' } }
    const all = [...many(400, 'spam', 0.95), ...many(3, 'none', 0.9, ours)]
    expect(rejectionsOn(all).spam).toBe(91)
  })

  it('are missing where too few posts prove one, and for hate without a target', () => {
    expect(rejectionsOn(many(19, 'spam', 0.99)).spam).toBeNull()
    const hate = (hasTarget: boolean) =>
      many(50, 'hate_speech', 0.9, {
        found: { violationType: 'hate_speech', probability: 0.9, percent: 90, hasTarget },
      })
    expect(rejectionsOn(hate(false)).hate_speech).toBeNull()
    expect(rejectionsOn(hate(true)).hate_speech).toBe(70)
  })
})

describe('the model card', () => {
  const figures = { posts: 'x', publicAuc: 0.93, webDebateHeld: 0.1, politicalPrecision: 0.8 }
  const card = modelCard({ version: 'abc', figures, validation: [judged('none', 0.1), judged('spam', 0.9)] })

  it('names the model and has a row per source', () => {
    expect(card).toMatch(/^Model abc: public AUC 0\.9300, /)
    expect(card).toMatch(/\| davidson +\| +1 \| 100\.0 % \| 100\.0 % \| +1 \| +0\.0 % \| +0\.0 % \| 1\.000 \|/)
  })

  it('replaces the one in the document', () => {
    const document = 'a\n<!-- model-card -->\nold\n<!-- /model-card -->\nb'
    expect(withModelCard(document, 'new')).toBe('a\n<!-- model-card -->\n\nnew\n\n<!-- /model-card -->\nb')
    expect(() => withModelCard('nothing', 'new')).toThrow('has no <!-- model-card -->')
  })
})
