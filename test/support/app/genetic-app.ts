import { expect } from 'vitest'
import type { App } from '../../../backend/app.ts'
import { preparePopulation } from '../../../backend/experiments/population.ts'
import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { allProjected } from './all-projected.ts'
import { createTestApp, type TestApp } from './app.ts'
import { setControlShare } from './control-share.ts'

const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
export const visitorHeaders = { 'user-agent': person, 'sec-fetch-site': 'same-origin' }
export const admin = { as: 'admin' } as const

/** Milliseconds by which the clock of each product's population is ahead. */
const ahead = new WeakMap<TestApp, { ms: number }>()

/** The product with its first generation of page variations. `every`: visitors per generation. */
export async function createGeneticApp({
  isApproved = true,
  every = 250,
  controlShare = 0,
}: {
  isApproved?: boolean
  every?: number
  /** None, because most tests count the visitors of single pages. */
  controlShare?: number
} = {}): Promise<TestApp> {
  const clock = { ms: 0 }
  setControlShare(controlShare)
  const app = await createTestApp({
    env: { EVOLVE_EVERY: String(every) },
    populationClock: () => performance.now() + clock.ms,
  })
  ahead.set(app, clock)
  await app.registerPeople()
  const { position } = await preparePopulation(app.core.handle, { isApproved })
  await app.reached(position ?? '')
  await app.pageVariations.population.current()
  return app
}

/** The visitor’s report about the page they saw; null: they leave without a report. */
type Reported = (shown: PageVariation) => object | null

/** One visitor from a network of its own; returns what they saw. */
export async function visit({ app }: TestApp, index: number, report: Reported = () => ({})): Promise<PageVariation> {
  const remoteAddress = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
  const headers = visitorHeaders
  const shown = (await app.inject({ url: '/api/genetic-test/variation', headers, remoteAddress })).json<PageVariation>()
  const reported = report(shown)
  if (reported === null) return shown
  const payload = { variationId: shown.id, viewId: shown.viewId, timeOnPage: 9000, ...reported }
  const answer = await app.inject({ method: 'POST', url: '/api/genetic-test/metrics', headers, payload, remoteAddress })
  expect(answer.statusCode).toBe(202)
  return shown
}

/** Waits until all measurements are in the log. */
export async function recorded({ pageVariations, viewBlocks }: Pick<App, 'pageVariations' | 'viewBlocks'>) {
  await pageVariations.measurements.idle()
  await viewBlocks.write()
}

/** Waits until all measurements are in the log and in the read model. */
export async function settled(app: TestApp): Promise<void> {
  await recorded(app)
  await allProjected(app)
}

/** Visitors, all at once. */
export async function visits(
  app: TestApp,
  count: number,
  report: (index: number, shown: PageVariation) => object | null = () => ({}),
): Promise<PageVariation[]> {
  const seen = await Promise.all(
    Array.from({ length: count }, (_, index) => visit(app, index, (shown) => report(index, shown))),
  )
  await settled(app)
  return seen
}

export async function step(app: TestApp): Promise<boolean> {
  const hasMoved = await app.evolving.step()
  await settled(app)
  return hasMoved
}

/** An admin asks for the next generation. */
export const evolve = (app: TestApp, key?: string) =>
  app.post('/api/genetic-test/evolve', undefined, { ...admin, ...(key && { key }) })

export const analyticsOf = async (app: TestApp): Promise<GeneticAnalytics> =>
  (await app.get('/api/genetic-test/analytics', admin)).json<GeneticAnalytics>()

/** Waits until the population in memory is read again. */
export async function newer(app: TestApp): Promise<void> {
  const clock = ahead.get(app)
  if (!clock) throw new Error('This product was not made by createGeneticApp.')
  // The first may wait for what was being read already; nothing has the id that it looks for.
  for (let round = 0; round < 2; round++) {
    clock.ms += 1000
    await app.pageVariations.population.find('')
  }
}
