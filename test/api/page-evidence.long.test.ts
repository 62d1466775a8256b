import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pageViewStream, pageViews } from '../../backend/domain/page-views.ts'
import { draw, randomFrom } from '../../backend/domain/random.ts'
import { uniformOffers, uniformVersion } from '../../backend/domain/serving-policy.ts'
import { systemContext } from '../../backend/eventlog/command-context.ts'
import type { TestApp } from '../support/app/app.ts'
import { admin, analyticsOf, createGeneticApp, settled, step, visits } from '../support/app/genetic-app.ts'

describe('a winner', () => {
  it('is a candidate until later visitors agree, and none when they disagree', async () => {
    const app = await createGeneticApp({ every: 1_000_000 })
    const best = (await analyticsOf(app)).variations.at(-1)?.id ?? ''
    const winnerOf = async () => {
      await step(app)
      return (await analyticsOf(app)).winner
    }
    expect(await winnerOf()).toBeNull()

    await visits(app, 400, (index, { id }) => ({ donated: id === best && index % 2 === 0 }))
    const candidate = await winnerOf()
    expect(candidate).toMatchObject({
      variationId: best,
      status: 'confirming',
      freshVisitors: 0,
      freshOthers: 0,
      freshProbability: null,
    })
    expect(candidate?.probabilityBest).toBeGreaterThanOrEqual(0.95)

    // The others need five conversions too before they can lose.
    const converts = (index: number, isBest: boolean) => index % (isBest ? 2 : 25) === 0
    let confirmed = candidate
    let come = 0
    for (; come < 3000 && confirmed?.status !== 'confirmed'; come += 300) {
      await visits(app, 300, (index, { id }) => ({ donated: converts(index, id === best) }))
      confirmed = await winnerOf()
    }
    expect(confirmed).toMatchObject({ variationId: best, status: 'confirmed' })
    expect((confirmed?.freshVisitors ?? 0) + (confirmed?.freshOthers ?? 0)).toBe(come)
    expect(confirmed?.freshProbability).toBeGreaterThanOrEqual(0.95)

    for (let round = 0; round < 4; round++) await visits(app, 500, (_, { id }) => ({ donated: id !== best }))
    const refuted = await winnerOf()
    expect(refuted?.variationId).not.toBe(best)
    expect(refuted?.status).not.toBe('confirmed')
    expect((await app.post('/api/genetic-test/verify', undefined, admin)).json()).toMatchObject({ isIntact: true })
  }, 120_000)
})

describe('the sample-ratio alarm', () => {
  /** Records views with equal chances on the record; `shownFor` says which page was really shown for a draw. */
  async function record(app: TestApp, views: number, shownFor: (ids: readonly string[], uniform: number) => string) {
    const { variations } = await analyticsOf(app)
    const ids = variations.map(({ id }) => id)
    const random = randomFrom('views')
    const [first] = variations
    if (!first) throw new Error('There is no page.')
    await Promise.all(
      Array.from({ length: views }, async () => {
        const uniform = random()
        const viewId = randomUUID()
        const variationId = shownFor(ids, uniform)
        const served = {
          viewId,
          visitorKey: viewId,
          variationId,
          generation: 1,
          day: '2026-03-01',
          genome: variations.find(({ id }) => id === variationId)?.genes ?? first.genes,
          genePoolVersion: 'pool-1',
          reason: 'new' as const,
          propensity: 0.2,
          probabilities: uniformOffers(ids),
          uniform,
          policyVersion: uniformVersion,
          snapshotHash: 'hash',
          fitnessVersion: 'fitness-1',
          bot: { isBot: false, rule: null, version: 'bots-1' },
        }
        const report = { viewId, visitId: randomUUID(), variationId, timeOnPage: 9000, donated: false }
        const { handle } = app.core
        const stream = pageViewStream(viewId)
        await handle(pageViews, stream, { type: 'ServeVariation', data: served }, systemContext())
        const data = { ...report, volunteered: false, refusal: null }
        await handle(pageViews, stream, { type: 'ReportVisit', data }, systemContext())
      }),
    )
    await settled(app)
    return (await analyticsOf(app)).sampleRatio
  }

  it('stays silent on a fair log', async () => {
    const app = await createGeneticApp()
    const found = await record(app, 400, (ids, uniform) => draw(uniformOffers(ids), uniform)?.variationId ?? '')
    expect(found).toMatchObject({ isMismatch: false })
    expect(found?.pages.map(({ expected }) => expected)).toEqual([80, 80, 80, 80, 80])
    expect(found?.pages.reduce((sum, { served }) => sum + served, 0)).toBe(400)
  })

  it('sounds on a log in which pages were shown by other chances than those recorded', async () => {
    const app = await createGeneticApp()
    const found = await record(app, 400, (ids, uniform) => ids[Math.floor(uniform * uniform * 5)] ?? '')
    expect(found).toMatchObject({ isMismatch: true })
    expect(found?.pValue).toBeLessThan(0.001)
  })

  it('sounds when one page keeps its visitors from reporting', async () => {
    const app = await createGeneticApp()
    const silent = (await analyticsOf(app)).variations[0]?.id
    await visits(app, 300, (_, { id }) => (id === silent ? null : {}))
    const { sampleRatio } = await analyticsOf(app)
    expect(sampleRatio).toMatchObject({ isMismatch: true })
    expect(sampleRatio?.pages.find(({ variationId }) => variationId === silent)?.reported).toBe(0)
  })
})
