import { parquetReadObjects } from 'hyparquet'
import { describe, expect, it, vi } from 'vitest'
import { generationStream, pageGenerations } from '../../backend/domain/page-variations/page-variations.ts'
import { evolve as evolvePages } from '../../backend/domain/page-variations/scoring.ts'
import { snapshotHashOf } from '../../backend/experiments/evolution.ts'
import { verifyEvolution } from '../../backend/experiments/evolution-verifier.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { evidenceSnapshot } from '../../backend/read-model/page-evidence.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import type { GenePool } from '../../contract/gene-pool.ts'
import type { GeneticAnalytics } from '../../contract/genetic-analytics.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import type { TestApp } from '../support/app/app.ts'
import {
  admin,
  analyticsOf,
  createGeneticApp,
  evolve,
  newer,
  recorded,
  settled,
  step,
  visit,
  visitorHeaders,
  visits,
} from '../support/app/genetic-app.ts'
import { asOwner } from '../support/database/database.ts'

type Of<Type> = Extract<Recorded<DomainEvent>, { type: Type }>

describe('GET /api/genetic-test/analytics', () => {
  it('has the shape of the spec before the first visitor', async () => {
    const app = await createGeneticApp()
    const found = await analyticsOf(app)
    expect(found).toMatchObject({
      currentGeneration: 1,
      totalVisits: 0,
      populationSize: 5,
      isTesting: true,
      leader: null,
    })
    expect(found.variations).toHaveLength(5)
    for (const variation of found.variations)
      expect(variation).toMatchObject({
        generation: 1,
        fitnessScore: 0,
        visits: 0,
        avgTimeOnPage: 0,
        donationRate: 0,
        volunteerRate: 0,
        isEarly: true,
        probabilityServed: 0.2,
        donation: { observed: null, estimate: null },
      })
  })

  it('shows what was measured, and what the model makes of it', async () => {
    const app = await createGeneticApp()
    await visits(app, 60, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
    expect(await app.evolving.step()).toBe(true)
    await settled(app)
    const found = await analyticsOf(app)
    expect(found).toMatchObject({ currentGeneration: 1, totalVisits: 60, totalVisitors: 60, refusedReports: 0 })
    expect(found.scoredAt).not.toBeNull()
    const sum = (of: (one: GeneticAnalytics['variations'][number]) => number) =>
      found.variations.reduce((total, one) => total + of(one), 0)
    expect(Math.round(sum((one) => one.donationRate * one.visits))).toBe(10)
    expect(Math.round(sum((one) => one.volunteerRate * one.visits))).toBe(12)
    expect(sum((one) => one.probabilityServed ?? 0)).toBeCloseTo(1, 9)
    expect(sum((one) => one.probabilityBest ?? 0)).toBeCloseTo(1, 9)
    for (const { fitnessScore, fitness, probabilityServed, avgTimeOnPage } of found.variations) {
      expect(fitnessScore).toBeGreaterThan(0)
      expect(fitness?.low).toBeLessThan(fitnessScore)
      expect(fitness?.high).toBeGreaterThan(fitnessScore)
      expect(probabilityServed).toBeGreaterThanOrEqual(0.05)
      expect(avgTimeOnPage).toBe(9000)
    }
    expect(found.effects).toHaveLength(17)
    // No new visits, so there is nothing to do.
    expect(await app.evolving.step()).toBe(false)
    expect(await app.rebuildDiffers()).toMatchObject({
      page_variations: 0,
      page_trials: 0,
      page_scorings: 0,
      gene_pool: 0,
    })
  })

  it('does not measure staff, who look at their own work', async () => {
    const app = await createGeneticApp()
    const url = '/api/genetic-test/variation'
    for (const who of ['admin', 'organizer', 'analyst', 'supporter'])
      await app.app.inject({ url, headers: { ...visitorHeaders, cookie: `session=${who}` } })
    await recorded(app)
    expect((await app.events()).filter(({ type }) => type === 'VariationServed')).toHaveLength(1)
  })

  it('serves by the scores from then on, and records the chances that it used', async () => {
    const app = await createGeneticApp()
    await visits(app, 30, (index) => ({ donated: index % 3 === 0 }))
    await app.evolving.step()
    await settled(app)
    await newer(app)
    await visits(app, 10)
    const all = (await app.events()) as Recorded<DomainEvent>[]
    const scored = all.find((event) => event.type === 'VariationsScored')
    const served = all.filter((event) => event.type === 'VariationServed').slice(-10)
    expect(served).toHaveLength(10)
    for (const { data } of served)
      expect(data).toMatchObject({
        policyVersion: 'thompson-3',
        snapshotHash: scored?.data.snapshotHash,
        probabilities: scored?.data.offers,
      })
  })
})

describe('while the read model stands still', () => {
  it('learns from every recorded visit, and serves new decisions at once', async () => {
    const app = await createGeneticApp()
    await visits(app, 10, () => ({ volunteered: true }))
    await step(app)
    await app.projector.close()
    const seen = await Promise.all(
      Array.from({ length: 300 }, (_, index) => visit(app, 100 + index, () => ({ volunteered: index % 20 === 0 }))),
    )
    await recorded(app)
    const perPage = Map.groupBy(seen, ({ id }) => id)
    const fewest = Math.min(...[...perPage.values()].map(({ length }) => length))
    await app.evolving.step()
    const last = async <Type extends DomainEvent['type']>(...types: Type[]) =>
      (await app.events()).findLast((event): event is Of<Type> => types.some((type) => type === event.type))
    const decided = await last('PopulationEvolved', 'VariationsScored')
    const scoring = decided?.type === 'PopulationEvolved' ? decided.data.scoring : decided?.data
    expect(scoring?.visitors).toBe(310)
    expect(decided?.type).toBe(perPage.size === 5 && fewest >= 20 ? 'PopulationEvolved' : 'VariationsScored')

    await visit(app, 999, () => null)
    await recorded(app)
    expect((await last('VariationServed'))?.data.snapshotHash).toBe(scoring?.snapshotHash)
    const { isIntact, finding } = await verifyEvolution(app.core)
    expect([isIntact, finding]).toEqual([true, expect.stringContaining('All 311 draws')])
  })
})

describe('POST /api/genetic-test/evolve', () => {
  it('returns the next generation, which keeps the best page, and warns about little evidence', async () => {
    const app = await createGeneticApp()
    await visits(app, 12)
    const answer = await evolve(app)
    expect([answer.statusCode, answer.json().generation]).toEqual([200, 2])
    expect(answer.json().warning).toMatch(/^One page has had only \d+ visitors?\. Fewer than 20 say little about it\.$/)
    const found = await analyticsOf(app)
    expect([found.currentGeneration, found.populationSize, found.generations.length]).toEqual([2, 5, 2])
    expect(found.generations[1]).toMatchObject({ trigger: 'forced', by: 'Ada Byron' })
    const current = found.variations.filter(({ isCurrent }) => isCurrent)
    expect(current).toHaveLength(5)
    expect(current.filter(({ generation }) => generation === 1).length).toBeGreaterThanOrEqual(1)
    for (const child of current.filter(({ generation }) => generation === 2)) {
      expect(child.family.origin).toBe('child')
      for (const parent of child.family.parents) expect(found.variations.map(({ id }) => id)).toContain(parent)
    }
    expect(await app.rebuildDiffers()).toMatchObject({ page_variations: 0, page_generations: 0, page_scorings: 0 })
  })

  it('gives one generation to two admins at once, and to a request that is repeated', async () => {
    const app = await createGeneticApp()
    // Both read the log before either breeds: the second would otherwise ask for a generation of its own.
    const head = app.core.log.head.bind(app.core.log)
    const both = Promise.withResolvers<void>()
    let readers = 0
    const reading = vi.spyOn(app.core.log, 'head').mockImplementation(async () => {
      const position = await head()
      readers++
      if (readers === 2) both.resolve()
      await both.promise
      return position
    })
    const answers = await Promise.all([evolve(app), evolve(app)])
    reading.mockRestore()
    expect(answers.map((answer) => answer.json().generation)).toEqual([2, 2])
    const again = await Promise.all([
      evolve(app, '0192f3a4-7d1e-4c55-9a3b-1f2e3d4c5b6a'),
      evolve(app, '0192f3a4-7d1e-4c55-9a3b-1f2e3d4c5b6a'),
    ])
    expect(again.map(({ statusCode }) => statusCode)).toContain(200)
    const repeated = await evolve(app, '0192f3a4-7d1e-4c55-9a3b-1f2e3d4c5b6a')
    expect(repeated.json().generation).toBe(3)
    const evolved = (await app.events()).filter(({ type }) => type === 'PopulationEvolved')
    expect(evolved.map(({ data }) => (data as { to: number }).to)).toEqual([1, 2, 3])
  })

  it('repeats nothing when the process died between the decision and its answer', { tags: 'long' }, async () => {
    const app = await createGeneticApp()
    const context = systemContext({ commandId: 'a command that was cut off' })
    for (let time = 0; time < 2; time++) {
      const forced = await app.evolving.force(context, 1)
      await settled(app)
      expect(forced?.generation).toBe(2)
    }
    expect((await analyticsOf(app)).currentGeneration).toBe(2)
  })

  it('is for admins, and does not work while testing is off', async () => {
    const app = await createGeneticApp({ isApproved: false })
    expect((await app.post('/api/genetic-test/evolve')).statusCode).toBe(401)
    expect((await app.post('/api/genetic-test/evolve', undefined, { as: 'supporter' })).statusCode).toBe(403)
    expect((await evolve(app)).statusCode).toBe(409)
  })
})

describe('automatic evolution', () => {
  it('comes after 250 visitors with at least 20 on each page', async () => {
    const app = await createGeneticApp()
    await visits(app, 249, (index) => ({ volunteered: index % 20 === 0 }))
    await app.evolving.step()
    await settled(app)
    expect((await analyticsOf(app)).currentGeneration).toBe(1)
    await visit(app, 249)
    await settled(app)
    const { fewest } = (await analyticsOf(app)).evolution
    await app.evolving.step()
    await settled(app)
    expect((await analyticsOf(app)).currentGeneration).toBe(fewest >= 20 ? 2 : 1)
    // Two processes come to the same conclusion at once.
    await Promise.all([app.evolving.step(), app.evolving.step()])
  }, 60_000)
})

describe('the gene pool', () => {
  it('shows every visitor the page as built until a second text is approved', async () => {
    const app = await createGeneticApp({ isApproved: false })
    const seen = await Promise.all(Array.from({ length: 10 }, (_, index) => visit(app, index)))
    expect(new Set(seen.map(({ config }) => config.headline))).toEqual(new Set(['for Congress']))
    const before = (await app.get('/api/genetic-test/gene-pool', admin)).json<GenePool>()
    expect(before).toMatchObject({ isTesting: false, pages: 1 })
    expect(before.alleles).toHaveLength(17)
    const after = await app.post('/api/genetic-test/gene-pool/alleles/freedom/approve', undefined, admin)
    expect([after.statusCode, after.json()]).toMatchObject([200, { isTesting: true, pages: 2 }])
    await app.evolving.step()
    await settled(app)
    const found = await analyticsOf(app)
    expect([found.currentGeneration, found.populationSize]).toEqual([2, 2])
    expect(found.generations[1]).toMatchObject({ trigger: 'pool', by: null })
  })

  it('retires the pages of a retired text at once, and their visitors get another one', async () => {
    const app = await createGeneticApp()
    const { variations } = await analyticsOf(app)
    const gone = variations.find(({ genes }) => genes.headline !== 'office')
    const headers = visitorHeaders
    let cookie = ''
    let shown: PageVariation | null = null
    for (let time = 0; time < 200 && shown?.config.headline !== gone?.config.headline; time++) {
      const answer = await app.app.inject({ url: '/api/genetic-test/variation', headers })
      shown = answer.json<PageVariation>()
      cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    }
    const retired = await app.post(
      `/api/genetic-test/gene-pool/alleles/${gone?.genes.headline}/retire`,
      undefined,
      admin,
    )
    expect(retired.statusCode).toBe(200)
    await newer(app)
    const again = await app.app.inject({ url: '/api/genetic-test/variation', headers: { ...headers, cookie } })
    expect(again.json<PageVariation>().config.headline).not.toBe(gone?.config.headline)
    await app.evolving.step()
    await settled(app)
    const found = await analyticsOf(app)
    expect(found.variations.find(({ id }) => id === gone?.id)).toMatchObject({ isRetired: true, isCurrent: false })
    expect(found.variations.filter(({ isCurrent }) => isCurrent)).toHaveLength(5)
    const reasons = (await app.events()).flatMap(({ type, data }) =>
      type === 'VariationServed' ? [(data as { reason: string }).reason] : [],
    )
    expect(reasons.at(-1)).toBe('redrawn')
  })

  it('takes new and reworded texts of the right length', async () => {
    const app = await createGeneticApp()
    const url = '/api/genetic-test/gene-pool/alleles'
    expect((await app.post(url, { gene: 'headline', text: 'for Every Last One of Us' }, admin)).statusCode).toBe(400)
    expect((await app.post(url, { gene: 'layout', text: 'wide' }, admin)).statusCode).toBe(400)
    const added = await app.post(url, { gene: 'headline', text: ' for All of Us ' }, admin)
    expect(added.statusCode).toBe(201)
    expect(added.json<GenePool>().alleles.at(-1)).toMatchObject({
      id: 'headline-1',
      text: 'for All of Us',
      status: 'proposed',
    })
    const reworded = await app.put(`${url}/freedom`, { gene: 'headline', text: 'for Our Freedom' }, admin)
    expect(reworded.json<GenePool>().alleles.at(-1)).toMatchObject({ replaces: 'freedom', status: 'approved' })
    expect((await app.put(`${url}/unknown`, { gene: 'headline', text: 'for Us' }, admin)).statusCode).toBe(404)
    expect((await app.post(`${url}/office/retire`, undefined, admin)).statusCode).toBe(409)
  })
})

it('previews a variation without counting it', async () => {
  const app = await createGeneticApp()
  const [first] = (await analyticsOf(app)).variations
  const preview = await app.get(`/api/genetic-test/variations/${first?.id}`, admin)
  expect(preview.json()).toEqual({ id: first?.id, generation: 1, config: first?.config })
  expect((await app.get('/api/genetic-test/variations/gen9_none', admin)).statusCode).toBe(404)
  expect((await app.events()).filter(({ type }) => type === 'VariationServed')).toEqual([])
})

describe('verifying evolution', () => {
  it('recomputes every draw, score and generation from the log', { tags: 'long' }, async () => {
    const app = await createGeneticApp()
    await visits(app, 40, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
    await app.evolving.step()
    await settled(app)
    await evolve(app)
    await newer(app)
    await visits(app, 30, (index) => ({ volunteered: index % 7 === 0 }))
    await app.evolving.step()
    await settled(app)
    const verified = await app.post('/api/genetic-test/verify', undefined, admin)
    expect([verified.statusCode, verified.json()]).toMatchObject([
      200,
      {
        isIntact: true,
        servings: 70,
        scorings: 2,
        generations: 2,
        finding: 'All 70 draws, 2 scorings and 2 generations come out the same.',
      },
    ])
    await settled(app)
    expect((await analyticsOf(app)).verification).toMatchObject({ isIntact: true, servings: 70 })
  })

  it('recomputes what an older release decided by its own rules, and says when it does not know them', async () => {
    const app = await createGeneticApp()
    await visits(app, 40, (index) => ({ volunteered: index % 5 === 0 }))
    const snapshot = await evidenceSnapshot(app.database.knex)
    if (snapshot === null) throw new Error('There is a generation.')
    const evolution = evolvePages(snapshot, 'a seed', {
      model: 'gene-model-1',
      breeding: 'breeding-1',
      policy: 'thompson-1',
      winner: 'probability-best-1',
      controlShare: 0,
    })
    const data = { evolution, trigger: 'auto', adminId: null, snapshotHash: snapshotHashOf(evolution.scoring) } as const
    const command = { type: 'EvolvePopulation', data } as const
    await app.core.handle(pageGenerations, generationStream(2), command, systemContext(), { isNew: true })
    expect(await verifyEvolution(app.core)).toMatchObject({ isIntact: true, generations: 2 })
    await asOwner(
      app.database.pool,
      `UPDATE eventlog.events SET data = replace(data, '"breeding-1"', '"breeding-99"') WHERE type = 'PopulationEvolved'`,
    )
    const { isIntact, finding } = await verifyEvolution(app.core)
    expect([isIntact, finding]).toEqual([false, expect.stringContaining('does not know the version of its rules')])
  })

  it('names the first event that does not come out the same', async () => {
    const app = await createGeneticApp()
    await visits(app, 30, (index) => ({ donated: index % 6 === 0 }))
    await app.evolving.step()
    await settled(app)
    const { rows } = await asOwner(
      app.database.pool,
      `UPDATE eventlog.events SET data = replace(data, '"seed":"', '"seed":"0')
       WHERE type = 'VariationsScored' RETURNING position`,
    )
    const verified = await app.post('/api/genetic-test/verify', undefined, admin)
    expect(verified.json()).toMatchObject({ isIntact: false })
    expect(verified.json().finding).toMatch(
      `VariationsScored at position ${rows[0]?.position} does not come out the same`,
    )
  })
})

describe('GET /api/genetic-test/export', () => {
  const file = (app: TestApp, query: string) => app.get(`/api/genetic-test/export?${query}`, admin)

  it('gives exposures, visits and conversions, the same in CSV and Parquet, without address or name', async () => {
    const app = await createGeneticApp()
    await visits(app, 25, (index) => ({ donated: index % 6 === 0, volunteered: index % 5 === 0 }))
    for (const [table, rows] of [
      ['exposures', 25],
      ['visits', 25],
      ['conversions', 10],
    ] as const) {
      const text = await file(app, `table=${table}`)
      expect([text.statusCode, text.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="page-variations-${table}.csv"`,
      ])
      const lines = text.body.trimEnd().split('\r\n')
      expect(lines).toHaveLength(rows + 1)
      expect(text.body).not.toMatch(/\b10\.0\.|Mozilla/)
      const binary = await file(app, `table=${table}&format=parquet`)
      const bytes = binary.rawPayload
      const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
      const objects = await parquetReadObjects({ file: buffer })
      expect(objects).toHaveLength(rows)
      expect(Object.keys(objects[0] ?? {}).join(',')).toBe(lines[0])
      const time = { exposures: 'served_at', visits: 'reported_at', conversions: 'credited_at' }[table]
      const place = lines[0]?.split(',').indexOf(time) ?? -1
      expect(objects.map((row) => row[time])).toEqual(
        lines.slice(1).map((line) => new Date(line.split(',')[place] ?? '')),
      )
    }
    const [first] = await parquetReadObjects({ file: await parquetOf(app, 'visits') })
    expect(first).toMatchObject({ time_on_page: 9000, is_accepted: true, refusal: null, is_first_view: true })
  })

  it('is recorded, and appears in the log of admin actions', async () => {
    const app = await createGeneticApp()
    await file(app, 'table=visits&format=parquet')
    await file(app, 'table=visits&format=xlsx')
    const exported = (await app.events()).filter(({ type }) => type === 'MeasurementsExported')
    expect(exported.map(({ data }) => data)).toEqual([
      { exportId: expect.any(String), table: 'visits', format: 'parquet' },
    ])
    const { actions } = (await app.get('/api/admin/actions', admin)).json()
    expect(actions[0]).toMatchObject({
      action: 'Export measurements',
      details: { event: 'MeasurementsExported', table: 'visits', format: 'parquet' },
    })
  })

  it('describes every column in a data dictionary', async () => {
    const app = await createGeneticApp()
    const lines = (await file(app, 'table=dictionary')).body.trimEnd().split('\r\n')
    expect(lines[0]).toBe('table,column,type,meaning')
    for (const table of ['exposures', 'visits', 'conversions']) {
      const [header = ''] = (await file(app, `table=${table}`)).body.split('\r\n')
      for (const column of header.split(','))
        expect(lines.some((line) => line.startsWith(`${table},${column},`))).toBe(true)
    }
    expect((await file(app, 'table=people')).statusCode).toBe(400)
  })

  async function parquetOf(app: TestApp, table: string): Promise<ArrayBuffer> {
    const { rawPayload: bytes } = await file(app, `table=${table}&format=parquet`)
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
  }
})
