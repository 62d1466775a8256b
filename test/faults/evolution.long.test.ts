import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { App } from '../../backend/app.ts'
import { visitorsIn } from '../../backend/domain/page-variations/scoring.ts'
import { verifyEvolution } from '../../backend/experiments/evolution-verifier.ts'
import { createGeneticAnalytics } from '../../backend/experiments/genetic-analytics.ts'
import { preparePopulation } from '../../backend/experiments/population.ts'
import { connect } from '../../backend/kernel/database/connect.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { compareSchemas } from '../../backend/kernel/projector/schema.ts'
import { evidenceSnapshot } from '../../backend/read-model/page-evidence.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { createTestApp } from '../support/app/app.ts'
import { recorded } from '../support/app/genetic-app.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { copyLive } from '../support/database/projections.ts'
import { productLogs, startLog } from '../support/log/product-logs.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

describe.each(productLogs)('evolution in two processes on one database, with the log in %s', (productLog) => {
  const cleanUps: (() => Promise<void>)[] = []
  const whenDone = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)
  let apps: [App, App]

  beforeAll(async () => {
    const database = await createProjectedDatabase(whenDone)
    const second = connect(database.url)
    const log = await startLog(productLog)
    whenDone(async () => log.close())
    whenDone(second.close)
    const start = (connection: typeof database) =>
      createTestApp({ identity: 'real', log, database: connection, env: { APP_SECRET: secret }, whenDone })
    apps = [await start(database), await start(second)]
    const { position } = await preparePopulation(apps[0].core.handle, { isApproved: true })
    await settled(position)
    for (const app of apps) await app.pageVariations.population.current()
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  async function settled(position?: string | null) {
    for (const app of apps) await recorded(app)
    const head = position ?? (await apps[0].core.log.head()) ?? ''
    await vi.waitFor(async () => expect(await apps[0].reached(head)).toBe(true), { timeout: 20_000 })
  }

  /** `at`: the process that the visitor reaches. */
  async function visit(at: 0 | 1, remoteAddress: string, volunteered: boolean) {
    const headers = { 'user-agent': agent, 'sec-fetch-site': 'same-origin' }
    const { http } = apps[at]
    const shown = (
      await http.inject({ url: '/api/genetic-test/variation', headers, remoteAddress })
    ).json<PageVariation>()
    const payload = { variationId: shown.id, viewId: shown.viewId, timeOnPage: 5000, volunteered }
    await http.inject({ method: 'POST', url: '/api/genetic-test/metrics', headers, payload, remoteAddress })
    return shown
  }

  const evolved = async () => {
    const { log, decode } = apps[0].core
    const all = await decode<{ type: string; data: { to: number } }>(await log.readAll(null, 5000))
    return all.filter(({ type }) => type === 'PopulationEvolved').map(({ data }) => data.to)
  }

  it('gives one generation to two admins at once, who asked different processes', async () => {
    for (let index = 0; index < 40; index++) await visit(index % 2 === 0 ? 0 : 1, `10.0.0.${index}`, index % 5 === 0)
    await settled()
    const [one, two] = await Promise.all(apps.map(({ evolving }) => evolving.force(systemContext(), 1)))
    expect([one?.generation, two?.generation]).toEqual([2, 2])
    await settled()
    expect(await evolved()).toEqual([1, 2])
  })

  it('repeats nothing when a process died after its decision', async () => {
    const context = systemContext({ commandId: 'cut off' })
    expect((await apps[0].evolving.force(context, 1))?.generation).toBe(3)
    await settled()
    expect((await apps[1].evolving.force(context, 1))?.generation).toBe(3)
    expect(await evolved()).toEqual([1, 2, 3])
  })

  it('counts reports of one network in all processes together', async () => {
    const seen = 620
    for (let start = 0; start < seen; start += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index % 2 === 0 ? 0 : 1, '192.0.2.7', false)))
    await settled()
    const { rows } = await apps[0].database.pool.query('SELECT refusal, reports FROM read.page_refusals')
    expect(rows).toEqual([{ refusal: 'address-cap', reports: 20 }])
  })

  it('comes out the same when it is recomputed from the log', async () => {
    await apps[0].evolving.step()
    await settled()
    expect(await verifyEvolution(apps[1].core)).toMatchObject({ isIntact: true, servings: 660 })
  })

  it('gives the same population, scores and analytics after a rebuild, to the bit', async () => {
    const { core, database } = apps[0]
    const read = createGeneticAnalytics({ knex: database.knex, every: 250 })
    // A forecast in days begins now.
    const answered = async () =>
      JSON.stringify(await read(), (key, value: unknown) => (key === 'daysLeft' ? null : value))
    const before = await answered()
    expect(before).toMatch(/"currentGeneration":[34],/)
    await copyLive(database.pool, 'before')
    await rebuild({ ...core, pool: database.pool })
    const differing = Object.entries(await compareSchemas(database.pool, 'read', 'before')).filter(
      ([, rows]) => rows > 0,
    )
    expect(differing).toEqual([])
    expect(await answered()).toBe(before)
  })

  it('continues from the log when the deciding process is gone', async () => {
    await apps[0].projector.close()
    await apps[0].evolving.step()
    const before = visitorsIn((await evidenceSnapshot(apps[1].database.knex))?.evidence ?? [])
    for (let index = 0; index < 30; index++) await visit(1, `10.1.0.${index}`, index % 3 === 0)
    await recorded(apps[1])
    expect(await apps[1].evolving.step()).toBe(true)
    const { log, decode } = apps[1].core
    const scored = (
      await decode<{ type: string; data: { visitors?: number } }>(await log.readAll(null, 5000))
    ).findLast(({ type }) => type === 'VariationsScored')
    expect(scored?.data.visitors).toBe(before + 30)
    expect(await verifyEvolution(apps[1].core)).toMatchObject({ isIntact: true, servings: 690 })
  })
})
