import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { preparePopulation } from '../../../backend/experiments/population.ts'
import type { GeneticAnalytics } from '../../../contract/genetic-analytics.ts'
import type { PageVariation } from '../../../contract/page-variations.ts'
import { allProjected } from './all-projected.ts'
import { createTestApp, type TestApp } from './app.ts'

const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
export const visitorHeaders = { 'user-agent': person, 'sec-fetch-site': 'same-origin' }
export const admin = { as: 'admin' } as const

/** The product with its first generation of page variations. `every`: visitors per generation. */
export async function createGeneticApp({
  isApproved = true,
  every = 250,
}: {
  isApproved?: boolean
  every?: number
} = {}): Promise<TestApp> {
  const app = await createTestApp({ env: { EVOLVE_EVERY: String(every) } })
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

/** Waits until all measurements are in the log and in the read model. */
export async function settled(app: TestApp): Promise<void> {
  await app.pageVariations.measurements.idle()
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

export const analyticsOf = async (app: TestApp): Promise<GeneticAnalytics> =>
  (await app.get('/api/genetic-test/analytics', admin)).json<GeneticAnalytics>()

/** Waits until the population in memory is read again. */
export async function newer(app: TestApp): Promise<void> {
  await delay(1050)
  await app.pageVariations.population.current()
  await delay(300)
}
