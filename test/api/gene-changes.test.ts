import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import type { TestApp } from '../support/app/app.ts'
import {
  admin,
  analyticsOf,
  createGeneticApp,
  newer,
  settled,
  step,
  visitorHeaders,
  visits,
} from '../support/app/genetic-app.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

type Of<Type> = Extract<Recorded<DomainEvent>, { type: Type }>
const eventsOf = async <Type extends DomainEvent['type']>(app: TestApp, type: Type) =>
  ((await app.events()) as Recorded<DomainEvent>[]).filter((event): event is Of<Type> => event.type === type)

const verified = async (app: TestApp) => (await app.post('/api/genetic-test/verify', undefined, admin)).json()

/** A browser that keeps its cookie. */
function browser({ app }: TestApp) {
  let cookie = ''
  const headers = () => ({ ...visitorHeaders, ...(cookie && { cookie }) })
  return {
    async open() {
      const answer = await app.inject({ url: '/api/genetic-test/variation', headers: headers() })
      const set = String(answer.headers['set-cookie'] ?? '')
      cookie = set.split(';')[0] ?? ''
      return { ...answer.json<PageVariation>(), maxAge: Number(/Max-Age=(\d+)/.exec(set)?.[1]) }
    },
    report: ({ id, viewId }: PageVariation, more: object = {}) =>
      app.inject({
        method: 'POST',
        url: '/api/genetic-test/metrics',
        headers: headers(),
        payload: { variationId: id, viewId, timeOnPage: 9000, ...more },
      }),
  }
}

/** A visitor who got the page with this headline. */
async function visitorOf(app: TestApp, headline: string) {
  for (;;) {
    const visitor = browser(app)
    const shown = await visitor.open()
    if (shown.config.headline === headline) return { visitor, shown }
    await visitor.report(shown)
  }
}

/** A page of the first generation whose headline can be changed. */
async function changeable(app: TestApp) {
  const page = (await analyticsOf(app)).variations.find(({ genes }) => genes.headline !== 'office')
  if (!page) throw new Error('Every page has the headline as built.')
  return page
}

describe('a headline that is reworded in mid-generation', () => {
  it('is a new text with counts of its own, and its visitors get a new draw', async () => {
    const app = await createGeneticApp()
    const page = await changeable(app)
    const { visitor, shown } = await visitorOf(app, page.config.headline)
    await visits(app, 60, (index) => ({ volunteered: index % 5 === 0 }))
    await step(app)
    const before = (await analyticsOf(app)).variations

    const payload = { gene: 'headline', text: 'for All of Us' }
    const reworded = await app.put(`/api/genetic-test/gene-pool/alleles/${page.genes.headline}`, payload, admin)
    expect(reworded.statusCode).toBe(200)
    await newer(app)

    // Visitors who were on the page when it was reworded saw the old words, and report them.
    expect((await visitor.report(shown, { donated: true })).statusCode).toBe(202)
    const again = await visitor.open()
    expect(again.config.headline).not.toBe(page.config.headline)
    expect(again.id).not.toBe(shown.id)
    await settled(app)
    const [redrawn] = (await eventsOf(app, 'VariationServed')).slice(-1)
    expect(redrawn?.data).toMatchObject({ reason: 'redrawn', genePoolVersion: 'pool-2' })
    expect(redrawn?.data.probabilities.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12)

    await step(app)
    const after = await analyticsOf(app)
    expect(after).toMatchObject({ currentGeneration: 2 })
    expect(after.generations.at(-1)).toMatchObject({ trigger: 'pool' })
    expect(after.variations.filter(({ isCurrent }) => isCurrent)).toHaveLength(5)
    for (const one of before) {
      const now = after.variations.find(({ id }) => id === one.id)
      const isOld = one.genes.headline === page.genes.headline
      expect(now).toMatchObject({ genes: one.genes, config: one.config, isRetired: isOld })
      expect(now?.visitors).toBe(one.visitors + Number(one.id === shown.id))
      if (isOld) expect(now?.isCurrent).toBe(false)
    }
    for (const one of after.variations.filter(({ config }) => config.headline === 'for All of Us'))
      expect(one).toMatchObject({ visits: 0, visitors: 0 })
    expect(await verified(app)).toMatchObject({ isIntact: true })
    expect(await app.rebuildDiffers()).toMatchObject({ page_variations: 0, page_trials: 0, page_scorings: 0 })
  })
})

describe('a text that is retired while a visitor looks at it', () => {
  it('gives them a new draw, which sticks and does not count as a second visitor', async () => {
    const app = await createGeneticApp()
    const page = await changeable(app)
    const { visitor, shown } = await visitorOf(app, page.config.headline)
    await app.post(`/api/genetic-test/gene-pool/alleles/${page.genes.headline}/retire`, undefined, admin)
    await newer(app)

    expect((await visitor.report(shown)).statusCode).toBe(202)
    const visitorsBefore = await settled(app).then(async () => (await analyticsOf(app)).totalVisitors)
    const [second, third] = [await visitor.open(), await visitor.open()]
    expect(second.id).not.toBe(shown.id)
    expect(third.id).toBe(second.id)
    await visitor.report(second)
    await visitor.report(third, { donated: true })
    await settled(app)
    const [credited] = await eventsOf(app, 'ConversionCredited')
    expect(credited?.data).toMatchObject({ viewId: second.viewId, serving: { isFirst: false } })
    const served = (await eventsOf(app, 'VariationServed')).slice(-2).map(({ data }) => data)
    expect(served.map(({ reason }) => reason)).toEqual(['redrawn', 'sticky'])
    expect(served.every(({ visitorKey }) => visitorKey === served[0]?.visitorKey)).toBe(true)
    expect(served[0]?.probabilities.map(({ variationId }) => variationId)).not.toContain(shown.id)
    const found = await analyticsOf(app)
    expect(found.totalVisitors).toBe(visitorsBefore)
    expect(found.variations.find(({ id }) => id === shown.id)).toMatchObject({ isRetired: true })
    expect(await verified(app)).toMatchObject({ isIntact: true })
  })
})

describe('a clock that jumps', () => {
  const day = 24 * 3600 * 1000
  const now = Date.now()
  const jumpTo = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: ms })
  afterEach(() => vi.useRealTimers())

  it('forward by more than 30 days draws a new page, as the cookie has run out', async () => {
    const app = await createGeneticApp()
    const visitor = browser(app)
    await visitor.open()
    jumpTo(now + 29 * day)
    await visitor.open()
    jumpTo(now + 31 * day)
    await visitor.open()
    await settled(app)
    const served = (await eventsOf(app, 'VariationServed')).map(({ data }) => data)
    expect(served.map(({ reason }) => reason)).toEqual(['new', 'sticky', 'new'])
    expect(new Set(served.map(({ day }) => day)).size).toBe(3)
  })

  it('back keeps the page, and no cookie lives longer than 30 days', async () => {
    const app = await createGeneticApp()
    const visitor = browser(app)
    const first = await visitor.open()
    jumpTo(now - 3 * day)
    const again = await visitor.open()
    expect(again.id).toBe(first.id)
    expect(again.maxAge).toBeLessThanOrEqual(30 * 24 * 3600)
    expect((await visitor.report(again)).statusCode).toBe(202)
  })

  it('there and back during a generation changes no count, and everything can be recomputed', async () => {
    const app = await createGeneticApp()
    for (const days of [0, 40, -2]) {
      jumpTo(now + days * day)
      await visits(app, 30, (index) => ({ volunteered: index % 4 === 0 }))
      expect(await step(app)).toBe(true)
    }
    const found = await analyticsOf(app)
    expect(found).toMatchObject({ totalVisits: 90, totalVisitors: 90, currentGeneration: 1, refusedReports: 0 })
    const days = new Set((await eventsOf(app, 'VariationServed')).map(({ data }) => data.day))
    expect(days.size).toBe(3)
    expect(await verified(app)).toMatchObject({ isIntact: true, servings: 90, scorings: 3 })
    expect(await app.rebuildDiffers()).toMatchObject({ page_variations: 0, page_trials: 0, page_scorings: 0 })
  })
})
