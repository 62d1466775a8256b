import { describe, expect, it } from 'vitest'
import { controlId } from '../../backend/domain/page-variations/serving-policy.ts'
import { draw } from '../../backend/domain/random.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { campaign } from '../../contract/campaign.ts'
import type { TestApp } from '../support/app/app.ts'
import { admin, analyticsOf, createGeneticApp, newer, step, visits } from '../support/app/genetic-app.ts'

type Served = Extract<Recorded<DomainEvent>, { type: 'VariationServed' }>
const servedIn = async (app: TestApp): Promise<Served[]> =>
  ((await app.events()) as Recorded<DomainEvent>[]).filter((event) => event.type === 'VariationServed')

describe('the control', () => {
  it('is the page as built for its share of visitors, before and after there is evidence', async () => {
    const app = await createGeneticApp({ controlShare: 0.5 })
    const shown = await visits(app, 60, (index) => ({ volunteered: index % 4 === 0 }))
    await step(app)
    await newer(app)
    shown.push(...(await visits(app, 60)))

    const served = await servedIn(app)
    expect(new Set(served.map(({ data }) => data.policyVersion))).toEqual(new Set(['uniform-2', 'thompson-3']))
    for (const { data } of served) {
      const chances = data.probabilities.filter(({ variationId }) => variationId === controlId)
      expect(chances).toEqual([{ variationId: controlId, probability: 0.5 }])
      expect(draw(data.probabilities, data.uniform ?? 2)?.variationId).toBe(data.variationId)
    }
    const built = shown.filter(({ id }) => id === controlId)
    expect(built.length).toBeGreaterThan(30)
    expect(built.length).toBeLessThan(90)
    for (const { config } of built)
      expect(config).toMatchObject({
        headline: campaign.office,
        issueHighlight: campaign.highlightedIssue,
        buttonColor: 'cardinal',
        layout: { hero: 'split' },
      })
    expect((await app.post('/api/genetic-test/verify', undefined, admin)).json()).toMatchObject({ isIntact: true })
  })

  it('counts for the lift, but is no page of a generation', async () => {
    const app = await createGeneticApp({ controlShare: 0.5 })
    const [early] = [(await analyticsOf(app)).lift]
    expect(early).toMatchObject({ controlShare: 0.5, control: { visitors: 0 }, range: null, daysLeft: null })

    await visits(app, 600, (index, { id }) => ({ volunteered: index % (id === controlId ? 10 : 3) === 0 }))
    await step(app)
    await app.post('/api/genetic-test/evolve', undefined, admin)
    const { lift, variations, populationSize, totalVisits, totalVisitors } = await analyticsOf(app)
    expect([populationSize, totalVisits, totalVisitors]).toEqual([5, 600, 600])
    expect(variations.map(({ id }) => id)).not.toContain(controlId)
    expect((lift?.tested.visitors ?? 0) + (lift?.control.visitors ?? 0)).toBe(600)
    expect(lift?.range?.low).toBeGreaterThan(0.3)
    expect(lift?.range?.mean).toBeGreaterThan(1)
    expect(lift?.daysLeft).toBeGreaterThan(0)
    const bred = ((await app.events()) as Recorded<DomainEvent>[]).filter((event) => event.type === 'PopulationEvolved')
    expect(JSON.stringify(bred.map(({ data }) => [data.variations, data.births, data.elites]))).not.toContain(controlId)
    expect(await app.rebuildDiffers()).toMatchObject({ page_variations: 0, page_trials: 0, page_scorings: 0 })
    expect((await app.post('/api/genetic-test/verify', undefined, admin)).json()).toMatchObject({ isIntact: true })
  })

  it('is not drawn while testing is off, when everyone sees the page as built', async () => {
    const app = await createGeneticApp({ isApproved: false, controlShare: 0.5 })
    const shown = await visits(app, 20)
    expect(shown.map(({ id }) => id)).not.toContain(controlId)
    expect((await analyticsOf(app)).lift).toBeNull()
  })
})
