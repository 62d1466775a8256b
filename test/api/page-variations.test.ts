import { createHash } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { approvedOf, configOf, seedPopulation } from '../../backend/domain/page-variations/page-genes.ts'
import { draw } from '../../backend/domain/random.ts'
import { preparePopulation } from '../../backend/experiments/population.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { setControlShare } from '../support/app/control-share.ts'
import { recorded } from '../support/app/genetic-app.ts'
import { asOwner, ownerUrlOf } from '../support/database/database.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const ours = { 'sec-fetch-site': 'same-origin' }

async function createVariationsApp() {
  // These tests count the visitors of single pages.
  setControlShare(0)
  const app = await createTestApp()
  const { position } = await preparePopulation(app.core.handle, { isApproved: true })
  await app.reached(position ?? '')
  // On a loaded machine the first read can take longer than a visitor waits for it.
  await app.pageVariations.population.current()
  return app
}

/** A browser that keeps its cookies. */
function browser({ app }: TestApp, headers: Record<string, string> = {}) {
  let cookie = ''
  const about = () => ({ 'user-agent': person, ...ours, ...(cookie && { cookie }), ...headers })
  return {
    cookie: () => cookie,
    async open() {
      const answer = await app.inject({ url: '/api/genetic-test/variation', headers: about() })
      expect(answer.statusCode, answer.body).toBe(200)
      const [set] = [answer.headers['set-cookie'] ?? []].flat()
      if (set !== undefined) cookie = set.slice(0, set.indexOf(';'))
      return { set, ...answer.json<PageVariation>() }
    },
    report: (payload: object) =>
      app.inject({ method: 'POST', url: '/api/genetic-test/metrics', headers: about(), payload }),
    post: (url: string, payload: object) => app.inject({ method: 'POST', url, headers: about(), payload }),
    follow: (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: { ...about(), ...more } }),
  }
}

const settled = recorded
type Of<Type> = Extract<Recorded<DomainEvent>, { type: Type }>
async function eventsOf<Type extends DomainEvent['type']>(app: TestApp, type: Type): Promise<Of<Type>[]> {
  await settled(app)
  return (await app.events()).filter((event): event is Of<Type> => event.type === type)
}

async function countsOf(app: TestApp, id: string) {
  await settled(app)
  await allProjected(app)
  const { rows } = await app.database.pool.query('SELECT * FROM read.page_variations WHERE id = $1', [id])
  return rows[0]
}

describe('GET /api/genetic-test/variation', () => {
  it('returns a variation of the first generation, the same for 30 days', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const first = await visitor.open()
    expect(first.id).toMatch(/^gen1_[a-z0-9]{4}$/)
    expect(first.generation).toBe(1)
    expect(first.viewId).toMatch(/^[\w-]{20}$/)
    expect(first.config.layout).toMatchObject({ features: 'vertical', cta: 'inline' })
    expect(first.set).toMatch(/; Max-Age=(2592000|2591999); Path=\/; HttpOnly; SameSite=Lax$/)
    for (let time = 0; time < 5; time++) {
      const again = await visitor.open()
      expect(again.id).toBe(first.id)
      expect(again.viewId).not.toBe(first.viewId)
    }
    expect((await eventsOf(app, 'VariationServed')).map(({ data }) => data.reason)).toEqual([
      'new',
      ...Array.from({ length: 5 }, () => 'sticky'),
    ])
  })

  it('records everything needed to replay the decision, and no name', async () => {
    const app = await createVariationsApp()
    const visitors = Array.from({ length: 40 }, () => browser(app))
    const served = new Map<string, PageVariation>()
    for (const visitor of visitors) {
      const variation = await visitor.open()
      served.set(variation.viewId, variation)
    }
    const [evolved] = await eventsOf(app, 'PopulationEvolved')
    const bred = evolved?.data.variations ?? []
    const [pool] = await eventsOf(app, 'GenePoolChanged')
    const alleles = pool?.data.alleles ?? []
    expect(bred).toEqual(seedPopulation(approvedOf(alleles), evolved?.data.seed ?? ''))
    const events = await eventsOf(app, 'VariationServed')
    expect(events).toHaveLength(40)
    for (const { data, metadata, stream } of events) {
      expect(stream).toMatch(/^view-block-[\da-f-]{36}$/)
      expect(data.probabilities).toHaveLength(5)
      expect(data.probabilities.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12)
      expect(draw(data.probabilities, data.uniform ?? 2)?.variationId).toBe(data.variationId)
      expect(data.propensity).toBe(0.2)
      const snapshot = JSON.stringify([data.policyVersion, bred.map(({ variationId }) => variationId), 0])
      expect(data.snapshotHash).toBe(createHash('sha256').update(snapshot).digest('hex'))
      expect(data.genome).toEqual(bred.find(({ variationId }) => variationId === data.variationId)?.genome)
      expect(data).toMatchObject({ reason: 'new', genePoolVersion: 'pool-1', bot: { isBot: false } })
      expect(served.get(data.viewId)).toMatchObject({ id: data.variationId, config: configOf(alleles, data.genome) })
      expect(metadata.actor).toEqual({ kind: 'system' })
      expect(JSON.stringify([data, metadata])).not.toMatch(/127\.0\.0\.1|Mozilla/)
    }
    expect(new Set(events.map(({ data }) => data.visitorKey)).size).toBe(40)
    expect(new Set(events.map(({ data }) => data.variationId)).size).toBeGreaterThan(1)
  })

  it.each([
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['a page fetched ahead', { 'sec-purpose': 'prefetch' }],
    ['a page fetched ahead by an older Firefox', { 'x-moz': 'prefetch' }],
    ['an admin', { cookie: 'session=admin' }],
  ])('shows %s the best page without counting', async (_who, headers: Record<string, string>) => {
    const app = await createVariationsApp()
    const [evolved] = await eventsOf(app, 'PopulationEvolved')
    const crawler = browser(app, headers)
    const shown = await crawler.open()
    expect(shown.id).toBe(evolved?.data.variations[0]?.variationId)
    expect(shown.set).toBeUndefined()
    await crawler.report({
      variationId: shown.id,
      timeOnPage: 900,
      donated: true,
      volunteered: true,
      viewId: shown.viewId,
    })
    expect(await eventsOf(app, 'VariationServed')).toEqual([])
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data.refusal)).toEqual(['unserved'])
    expect(await eventsOf(app, 'ConversionCredited')).toEqual([])
  })

  it('shows the page as built while no population can be read, and does not count its reports', async () => {
    const app = await createTestApp()
    const visitor = browser(app)
    const shown = await visitor.open()
    expect(shown).toMatchObject({ id: 'gen0_default', generation: 0, config: { layout: { hero: 'split' } } })
    expect(shown.set).toBeUndefined()
    const report = { variationId: shown.id, timeOnPage: 900, donated: false, volunteered: false, viewId: shown.viewId }
    expect((await visitor.report(report)).statusCode).toBe(202)
    expect((await eventsOf(app, 'VariationServed')).map(({ data }) => data.reason)).toEqual(['fallback'])
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data.refusal)).toEqual(['fallback'])
  })

  it('waits for no table: pages come while the log and the read model are locked', async () => {
    const app = await createVariationsApp()
    const known = browser(app)
    const { id } = await known.open()
    await settled(app)
    const lock = new pg.Client(ownerUrlOf(app.database.url))
    await lock.connect()
    onTestFinished(() => lock.end())
    await lock.query('BEGIN')
    await lock.query('LOCK TABLE eventlog.head, eventlog.events, read.page_variations, app.rate_limits, app.page_views')
    expect((await known.open()).id).toBe(id)
    expect((await browser(app).open()).generation).toBe(1)
    await lock.query('ROLLBACK')
    expect((await eventsOf(app, 'VariationServed')).map(({ data }) => data.reason).sort()).toEqual([
      'new',
      'new',
      'sticky',
    ])
  })

  it('rejects a modified cookie', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    await visitor.open()
    const forged = visitor.cookie().replace(/gen1_(.)/, (_, letter) => `gen1_${letter === 'a' ? 'b' : 'a'}`)
    await browser(app, { cookie: forged }).open()
    expect((await eventsOf(app, 'VariationServed')).map(({ data }) => data.reason)).toEqual(['new', 'new'])
  })
})

describe('POST /api/genetic-test/metrics', () => {
  const report = { timeOnPage: 12_345, donated: false, volunteered: false }

  it('counts one report per view, however many arrive at once', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { id, viewId } = await visitor.open()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.report({ ...report, variationId: id, viewId, volunteered: true })),
    )
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(answers.map(() => [202, '']))
    const visits = await eventsOf(app, 'VisitRecorded')
    const [accepted, ...others] = visits.filter(({ data }) => data.accepted)
    expect([visits.length, others.length]).toEqual([8, 0])
    for (const { data } of visits.filter(({ data }) => !data.accepted))
      expect(data).toMatchObject({ refusal: 'duplicate', duplicateOf: accepted?.data.visitId })
    expect(await countsOf(app, id)).toMatchObject({
      visits: 1,
      total_time_on_page: 12_345,
      volunteers: 1,
      donations: 0,
      score: 0, // until the next scoring
    })
  })

  it('uses the latest view of the cookie when it names none', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { id } = await visitor.open()
    const { viewId } = await visitor.open()
    expect((await visitor.report({ variationId: id, timeOnPage: 40_000 })).statusCode).toBe(202)
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data)).toMatchObject([
      { viewId, accepted: true, timeOnPage: 40_000, scoredTime: 30_000, censored: true },
    ])
  })

  it('stores reports for unserved views, marked', async () => {
    const app = await createVariationsApp()
    const { id } = await browser(app).open()
    const stranger = browser(app)
    await stranger.report({ ...report, variationId: id })
    await stranger.report({ ...report, variationId: id, viewId: 'A'.repeat(32) })
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data.refusal)).toEqual(['unserved', 'unserved'])
    expect((await countsOf(app, id)).visits).toBe(0)
  })

  it('counts a view for the page it showed and once, from any reporter', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { id, viewId } = await visitor.open()
    const [evolved] = await eventsOf(app, 'PopulationEvolved')
    const other = evolved?.data.variations.find(({ variationId }) => variationId !== id)?.variationId
    await visitor.report({ ...report, variationId: other, viewId, donated: true })
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data.refusal)).toEqual(['unserved'])
    expect(await eventsOf(app, 'ConversionCredited')).toEqual([])
    await visitor.report({ ...report, variationId: id, viewId })
    await settled(app)
    // Another visitor who saw the id repeats it.
    await browser(app).report({ ...report, variationId: id, viewId, donated: true, volunteered: true })
    expect((await eventsOf(app, 'VisitRecorded')).map(({ data }) => data.refusal)).toEqual([
      'unserved',
      null,
      'duplicate',
    ])
    expect(await countsOf(app, id)).toMatchObject({ visits: 1, donations: 0, volunteers: 0 })
  })

  it('counts 30 reports of one visitor in ten minutes, marks further ones, and rejects a flood', {
    tags: 'long',
  }, async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { id } = await visitor.open()
    const statuses = []
    for (let time = 0; time < 101; time++) {
      const { viewId } = time < 31 ? await visitor.open() : { viewId: undefined }
      const answer = await visitor.report({ ...report, variationId: id, ...(viewId && { viewId }) })
      statuses.push(answer.statusCode)
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    const visits = (await eventsOf(app, 'VisitRecorded')).map(({ data }) => data)
    expect(visits.filter(({ accepted }) => accepted)).toHaveLength(30)
    expect(visits.filter(({ refusal }) => refusal === 'visitor-cap')).toHaveLength(70)
  })

  it('rejects an invalid report', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { id } = await visitor.open()
    for (const wrong of [
      { timeOnPage: -1 },
      { timeOnPage: 1.5 },
      { timeOnPage: '900' },
      { timeOnPage: 1e12 },
      { donated: 'yes' },
      { volunteered: 1 },
      { viewId: 'no view' },
      { variationId: 7 },
      { amount: 100 },
    ])
      expect((await visitor.report({ ...report, variationId: id, ...wrong })).statusCode, JSON.stringify(wrong)).toBe(
        400,
      )
    expect((await visitor.report({ ...report, variationId: 'gen9_zzzz' })).statusCode).toBe(404)
    expect(await eventsOf(app, 'VisitRecorded')).toEqual([])
  })
})

describe('a conversion that the server sees', () => {
  it('is credited once to the view that led there, before or after its report', async () => {
    const app = await createVariationsApp()
    const [early, late] = [browser(app), browser(app)]
    const [first, second] = [await early.open(), await late.open()]
    for (let time = 0; time < 2; time++) {
      const answer = await early.follow('/go/donate')
      expect([answer.statusCode, answer.headers.location]).toEqual([303, 'https://example.org/donate'])
    }
    await settled(app)
    await early.report({ variationId: first.id, viewId: first.viewId, timeOnPage: 5000 })
    await late.report({ variationId: second.id, viewId: second.viewId, timeOnPage: 5000 })
    await settled(app)
    await late.follow('/go/donate')
    expect(await eventsOf(app, 'ConversionCredited')).toHaveLength(2)
    await countsOf(app, first.id)
    const { rows } = await app.database.pool.query('SELECT view_id, donated FROM read.visit_metrics')
    expect(new Map(rows.map(({ view_id, donated }) => [view_id, donated]))).toEqual(
      new Map([
        [first.viewId, true],
        [second.viewId, true],
      ]),
    )
  })

  it('belongs to the visitor’s first view, however often the page is opened before it', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const first = await visitor.open()
    await visitor.report({ variationId: first.id, viewId: first.viewId, timeOnPage: 4000 })
    const second = await visitor.open()
    await visitor.report({ variationId: second.id, viewId: second.viewId, timeOnPage: 9000, volunteered: true })
    await settled(app)
    await visitor.open()
    await visitor.follow('/go/donate')
    expect((await eventsOf(app, 'ConversionCredited')).map(({ data }) => data)).toEqual(
      (['volunteered', 'donated'] as const).map((conversion) =>
        expect.objectContaining({
          viewId: first.viewId,
          variationId: first.id,
          conversion,
          source: conversion === 'donated' ? 'server' : 'hook',
          isAfterVisit: true,
          rule: 'visitor-1',
          serving: expect.objectContaining({ isFirst: true }),
        }),
      ),
    )
    await allProjected(app)
    const { rows } = await app.database.pool.query(
      'SELECT visitors, donated, volunteered, visits, "time" FROM read.page_trials WHERE visits > 0',
    )
    expect(rows).toEqual([{ visitors: 1, donated: 1, volunteered: 1, visits: 2, time: 13_000 }])
  })

  it('includes volunteer applications, and nothing in the log links the two', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    const { viewId, id } = await visitor.open()
    const volunteer = { firstName: 'Ruth', lastName: 'Bell', email: 'ruth@example.org' }
    expect((await visitor.post('/api/volunteers', volunteer)).statusCode).toBe(201)
    const [credited] = await eventsOf(app, 'ConversionCredited')
    expect(credited?.data).toMatchObject({
      viewId,
      variationId: id,
      conversion: 'volunteered',
      source: 'server',
      isAfterVisit: false,
    })
    const [applied] = await eventsOf(app, 'VolunteerApplied')
    expect(credited?.metadata.requestId).not.toBe(applied?.metadata.requestId)
    expect(await countsOf(app, id)).toMatchObject({ volunteers: 1, visits: 0 })
  })

  it('is not credited without a cookie, to a crawler, or from another site', async () => {
    const app = await createVariationsApp()
    const visitor = browser(app)
    await visitor.open()
    expect((await browser(app).follow('/go/donate')).statusCode).toBe(303)
    expect((await visitor.follow('/go/donate', { 'user-agent': 'Googlebot/2.1' })).statusCode).toBe(303)
    expect((await visitor.follow('/go/donate', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(303)
    expect(await eventsOf(app, 'ConversionCredited')).toEqual([])
  })
})

describe('the log', () => {
  it('replayed from an empty store gives the same tables', { tags: 'long' }, async () => {
    const app = await createVariationsApp()
    for (let index = 0; index < 12; index++) {
      const visitor = browser(app)
      const { id, viewId } = await visitor.open()
      if (index % 3 === 0) await visitor.follow('/go/donate')
      if (index % 4 !== 3)
        await visitor.report({ variationId: id, viewId, timeOnPage: index * 4000, volunteered: index % 2 === 0 })
      if (index % 5 === 0) await visitor.report({ variationId: id, viewId, timeOnPage: 1 })
    }
    await settled(app)
    const differs = await app.rebuildDiffers()
    expect(differs).toMatchObject({ page_variations: 0, visit_metrics: 0, history: 0 })
    const { rows } = await app.database.pool.query('SELECT sum(visits)::int AS visits FROM read.page_variations')
    expect(rows).toEqual([{ visits: 9 }])
  })

  it('and the database being unavailable stops no page: a new visitor gets the page as built, a known one theirs', async () => {
    const app = await createVariationsApp()
    const known = browser(app)
    const before = await known.open()
    await settled(app)
    const { pool } = app.database
    await asOwner(pool, 'ALTER TABLE app.page_view_facts RENAME TO away')
    await known.open()
    await vi.waitFor(() => expect(app.pageVariations.measurements.isFailing()).toBe(true), pollTimeout)
    expect((await browser(app).open()).id).toBe('gen0_default')
    expect((await known.open()).id).toBe(before.id)
    await asOwner(pool, 'ALTER TABLE app.away RENAME TO page_view_facts')
    expect((await eventsOf(app, 'VariationServed')).map(({ data }) => data.reason).sort()).toEqual([
      'fallback',
      'new',
      'sticky',
      'sticky',
    ])
  })
})
