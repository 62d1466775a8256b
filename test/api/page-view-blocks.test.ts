import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { viewBlockStream, viewBlocks } from '../../backend/domain/page-variations/page-view-blocks.ts'
import { type PageViewCommand, pageViewStream, pageViews } from '../../backend/domain/page-variations/page-views.ts'
import { problemWith } from '../../backend/event-schemas/index.ts'
import { verifyEvolution } from '../../backend/experiments/evolution-verifier.ts'
import { createViewBlocks } from '../../backend/experiments/view-blocks.ts'
import { createViewRecords } from '../../backend/experiments/view-records.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Handle } from '../../backend/kernel/eventlog/handle.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { skipEvent } from '../../backend/tools/skip-event-command.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import type { TestApp } from '../support/app/app.ts'
import { analyticsOf, createGeneticApp, recorded, settled, visit, visits } from '../support/app/genetic-app.ts'
import { asOwner } from '../support/database/database.ts'

const blocksOf = async ({ core }: TestApp) =>
  (await core.log.readAll(null, 10_000)).filter(({ type }) => type === 'PageViewsRecorded')
const typesOf = async (app: TestApp) =>
  (await app.events()).map(({ type }) => type).filter((type) => /VariationServed|VisitRecorded|Credited/.test(type))
const waiting = async ({ database }: TestApp) =>
  (await database.pool.query<{ count: number }>('SELECT count(*)::int FROM app.page_view_facts')).rows[0]?.count

/** Visitors whose views are recorded, and are not in the log yet. */
async function come(app: TestApp, count: number, from = 0) {
  await Promise.all(Array.from({ length: count }, (_, index) => visit(app, from + index)))
  await app.pageVariations.measurements.idle()
}

/** Another process on the same database. */
function otherProcess({ database, core }: TestApp) {
  const other = connect(database.url)
  onTestFinished(other.close)
  const { log, decode } = core
  const records = createViewRecords({ pool: other.pool, log, decode, problemWith })
  return { records, blocks: createViewBlocks({ pool: other.pool, handle: core.handle }) }
}

const servedAs = (viewId: string, data: object = {}): PageViewCommand => ({
  type: 'ServeVariation',
  data: {
    viewId,
    visitorKey: 'cccccccccccccccc',
    variationId: 'gen0_control',
    generation: 1,
    day: '2026-03-01',
    genome: { headline: 'office', issueFocus: 'economy', buttonColor: 'gold', layout: 'split' },
    genePoolVersion: 'pool-1',
    reason: 'new',
    propensity: 1,
    probabilities: [{ variationId: 'gen0_control', probability: 1 }],
    uniform: 0.25,
    policyVersion: 'uniform-2',
    snapshotHash: 'hash',
    fitnessVersion: 'fitness-1',
    bot: { isBot: false, rule: null, version: 'bots-1' },
    ...data,
  },
})
const reportOf = (viewId: string): PageViewCommand => ({
  type: 'ReportVisit',
  data: {
    viewId,
    visitId: randomUUID(),
    variationId: 'gen0_control',
    timeOnPage: 5000,
    donated: false,
    volunteered: true,
    exclusion: null,
    isLaterView: false,
  },
})
const at = '2026-03-01T12:00:00.000Z'

describe('views of the page test', () => {
  it('wait in the database, and become one event with all their facts', async () => {
    const app = await createGeneticApp()
    await come(app, 20)
    expect([(await blocksOf(app)).length, await waiting(app)]).toEqual([0, 40])
    await app.viewBlocks.write()
    expect([(await blocksOf(app)).length, await waiting(app)]).toEqual([1, 0])
    const types = await typesOf(app)
    expect(types.filter((type) => type === 'VariationServed')).toHaveLength(20)
    expect(types.filter((type) => type === 'VisitRecorded')).toHaveLength(20)
    await settled(app)
    expect(await analyticsOf(app)).toMatchObject({ totalVisits: 20, totalVisitors: 20 })
    expect(await app.rebuildDiffers()).toMatchObject({ page_variations: 0, page_trials: 0, visit_metrics: 0 })
  })

  it('are written when as many visitors wait as make a decision due, when a block is full, and when they wait for long', async () => {
    const app = await createGeneticApp()
    await come(app, 20)
    const { pool } = app.database
    await app.viewBlocks.writeIfDue(21)
    expect([(await blocksOf(app)).length, app.viewBlocks.waitingVisitors()]).toEqual([0, 20])
    await app.viewBlocks.writeIfDue(20)
    expect([(await blocksOf(app)).length, app.viewBlocks.waitingVisitors()]).toEqual([1, 0])
    // Two facts wait for five minutes; 80 wait for one.
    const aged = (minutes: number) =>
      asOwner(pool, `UPDATE app.page_view_facts SET recorded_at = now() - interval '${minutes} minutes'`)
    await come(app, 1, 20)
    await aged(4)
    await app.viewBlocks.writeIfDue(1000)
    expect(await blocksOf(app)).toHaveLength(1)
    await aged(5)
    await app.viewBlocks.writeIfDue(1000)
    expect(await blocksOf(app)).toHaveLength(2)
    await come(app, 40, 30)
    await app.viewBlocks.writeIfDue(1000)
    expect(await blocksOf(app)).toHaveLength(2)
    await aged(1)
    await app.viewBlocks.writeIfDue(1000)
    expect(await blocksOf(app)).toHaveLength(3)
    await come(app, 150, 100)
    await app.viewBlocks.writeIfDue(1000)
    // 300 facts, 250 in a block.
    expect([(await blocksOf(app)).length, await waiting(app)]).toEqual([5, 0])
  })

  it('are known to the next decision, however few wait', async () => {
    const app = await createGeneticApp()
    await come(app, 3)
    expect(await app.evolving.step()).toBe(true)
    const scored = (await app.events()).findLast(({ type }) => type === 'VariationsScored')
    expect(scored?.data).toMatchObject({ visitors: 3 })
    await come(app, 2, 3)
    expect((await app.post('/api/genetic-test/verify', undefined, { as: 'admin' })).json()).toMatchObject({
      isIntact: true,
      servings: 5,
    })
  })

  it('are drawn and recorded while the log is away, and written when it is back', async () => {
    const app = await createGeneticApp()
    await asOwner(app.database.pool, 'ALTER TABLE eventlog.head RENAME TO away')
    await come(app, 5)
    await expect(app.viewBlocks.write()).rejects.toThrow()
    expect(app.pageVariations.measurements.isFailing()).toBe(false)
    await asOwner(app.database.pool, 'ALTER TABLE eventlog.away RENAME TO head')
    await recorded(app)
    const types = await typesOf(app)
    expect(types.filter((type) => type === 'VariationServed')).toHaveLength(5)
    expect(await verifyEvolution(app.core)).toMatchObject({ isIntact: true, servings: 5 })
  })
})

describe('a process that dies', () => {
  it.each([
    ['before the block is in the log', false],
    ['before the facts are deleted', true],
  ])('%s leaves them to the next one, which writes each once', async (_when, isAppended) => {
    const app = await createGeneticApp()
    await come(app, 4)
    const dying: Handle = async (...given) => {
      if (isAppended) await app.core.handle(...given)
      throw new Error('Killed.')
    }
    const { pool } = app.database
    await expect(createViewBlocks({ pool, handle: dying }).write()).rejects.toThrow('Killed.')
    expect([(await blocksOf(app)).length, await waiting(app)]).toEqual([Number(isAppended), 8])
    await come(app, 2, 4)
    await app.viewBlocks.write()
    expect([(await blocksOf(app)).length, await waiting(app)]).toEqual([2, 0])
    expect(await typesOf(app)).toHaveLength(12)
    await settled(app)
    expect(await analyticsOf(app)).toMatchObject({ totalVisits: 6, totalVisitors: 6 })
  })
})

describe('two processes', () => {
  it('count one report of a view, and one conversion', async () => {
    const app = await createGeneticApp()
    const [one, other] = [otherProcess(app), otherProcess(app)]
    const viewIds = Array.from({ length: 10 }, (_, index) => `view${index}`.padEnd(20, 'x'))
    await Promise.all(viewIds.map((viewId) => one.records.record(servedAs(viewId), at)))
    await Promise.all(
      [...viewIds, ...viewIds.toReversed()].flatMap((viewId) =>
        [one, other].map(({ records }) => records.record(reportOf(viewId), at)),
      ),
    )
    await Promise.all([one.blocks.write(), other.blocks.write()])
    const events = (await app.events()) as Recorded<DomainEvent>[]
    const reports = events.filter((event) => event.type === 'VisitRecorded')
    expect([reports.length, reports.filter(({ data }) => data.accepted).length]).toEqual([40, 10])
    expect(events.filter(({ type }) => type === 'ConversionCredited')).toHaveLength(10)
    expect(await waiting(app)).toBe(0)
  })

  it('write each fact once', async () => {
    const app = await createGeneticApp()
    const [one, other] = [otherProcess(app), otherProcess(app)]
    for (let round = 0; round < 5; round++) {
      await come(app, 10, 10 * round)
      await Promise.all([one, other, one, other].map(({ blocks }) => blocks.write()))
    }
    const types = await typesOf(app)
    expect(types.filter((type) => type === 'VariationServed')).toHaveLength(50)
    expect(types.filter((type) => type === 'VisitRecorded')).toHaveLength(50)
  })
})

it('a view that an older release served is reported and credited as before, once', async () => {
  const app = await createGeneticApp()
  const { records } = otherProcess(app)
  const viewId = 'A'.repeat(32)
  await app.core.handle(pageViews, pageViewStream(viewId), servedAs(viewId), systemContext())
  const [visited, credited] = await records.record(reportOf(viewId), at)
  expect(visited?.data).toMatchObject({ accepted: true, serving: { visitorKey: 'cccccccccccccccc', isFirst: true } })
  expect(credited).toMatchObject({ type: 'ConversionCredited' })
  expect(await records.record(reportOf(viewId), at)).toMatchObject([{ data: { refusal: 'duplicate' } }])
  await recorded(app)
  await settled(app)
  const { rows } = await app.database.pool.query('SELECT visitors, volunteered FROM read.page_trials WHERE visits > 0')
  expect(rows).toEqual([{ visitors: 1, volunteered: 1 }])
})

it('a fact that must not be in the log stops no other', async () => {
  const app = await createGeneticApp()
  const { records } = otherProcess(app)
  const [bad, good] = await Promise.allSettled([
    records.record(servedAs('a'.repeat(20), { snapshotHash: 'x'.repeat(200) }), at),
    records.record(servedAs('b'.repeat(20)), at),
  ])
  expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled'])
  await app.viewBlocks.write()
  expect(await typesOf(app)).toEqual(['VariationServed'])
})

it('a block that cannot be read is named by its position, and learning goes on once an operator skips it', async () => {
  const app = await createGeneticApp()
  await visits(app, 30)
  const { log, handle } = app.core
  const blockId = randomUUID()
  const command = { type: 'RecordPageViews', data: { since: at, facts: 'AAAA' } } as const
  await handle(viewBlocks, viewBlockStream(blockId), command, systemContext(), { isNew: true })
  const position = (await log.head()) ?? ''
  const sentence = `PageViewsRecorded at position ${position} cannot be read: unexpected end of file`
  const admin = { as: 'admin' }
  const formula = { weights: { donation: 1, volunteer: 3, time: 0 }, timeCap: 20_000 }

  await expect(app.evolving.step()).rejects.toThrow(sentence)
  const verified = await app.post('/api/genetic-test/verify', undefined, admin)
  expect(verified.json()).toMatchObject({ isIntact: false, servings: 30, finding: sentence })
  const replayed = await app.post('/api/genetic-test/replay', formula, admin)
  expect([replayed.statusCode, replayed.json().message]).toEqual([422, sentence])

  const stopped = async () =>
    (await app.projector.status()).projections.find(({ name }) => name === 'page-variations')?.stopped?.position
  await expect.poll(stopped).toBe(position)
  const parts = { ...app.core, pool: app.database.pool, now: () => new Date(), print() {} }
  expect(await skipEvent({ projection: 'page-variations', position, reason: 'Damaged.' }, parts)).toBe(0)
  await come(app, 5, 30)
  await expect.poll(stopped).toBeUndefined()
  await settled(app)
  expect(await app.evolving.step()).toBe(true)
  expect(await analyticsOf(app)).toMatchObject({ totalVisitors: 35 })
})

it('a view is forgotten after 31 days', async () => {
  const app = await createGeneticApp()
  const { records } = otherProcess(app)
  await visits(app, 2)
  const { pool } = app.database
  const known = async () => (await pool.query('SELECT FROM app.page_views')).rowCount
  await asOwner(pool, `UPDATE app.page_views SET served_at = now() - interval '30 days'`)
  await records.forgetOld()
  expect(await known()).toBe(2)
  await asOwner(pool, `UPDATE app.page_views SET served_at = now() - interval '32 days'`)
  await records.forgetOld()
  expect(await known()).toBe(0)
})
