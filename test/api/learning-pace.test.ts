import { expect, it, vi } from 'vitest'
import type { GenerationEvent } from '../../backend/domain/page-variations/page-variations.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { visitorHeaders as headers } from '../support/app/genetic-app.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** As long as it takes on a slow machine. */
const reportTimeout = 60_000
const startWhole = () =>
  createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { DEMO_CONTENT: 'on', EVOLVE_EVERY: '250' },
    overrides: { reportTimeout },
  })

async function visit({ http }: Product, index: number): Promise<void> {
  const remoteAddress = `10.0.${index >> 8}.${index & 255}`
  const shown = (
    await http.inject({ url: '/api/genetic-test/variation', headers, remoteAddress })
  ).json<PageVariation>()
  const payload = { variationId: shown.id, viewId: shown.viewId, timeOnPage: 9000 }
  const answer = await http.inject({
    method: 'POST',
    url: '/api/genetic-test/metrics',
    headers,
    payload,
    remoteAddress,
  })
  expect(answer.statusCode).toBe(202)
}

/** Number of visitors that each decision knew of, in the order of the log. */
async function decisions({ core: { log, decode } }: Product): Promise<{ type: string; visitors: number }[]> {
  const recorded = (await log.readAll(null, 10_000)).filter(({ type }) =>
    /VariationsScored|PopulationEvolved/.test(type),
  )
  return (await decode<GenerationEvent>(recorded)).map(({ type, data }) => ({
    type,
    visitors: type === 'PopulationEvolved' ? (data.scoring?.visitors ?? 0) : data.visitors,
  }))
}

/** The first visitor may come before this process has begun to learn. */
async function firstVisit(app: Product): Promise<void> {
  await visit(app, 0)
  await expect.poll(async () => (await decisions(app)).at(-1)?.visitors, { timeout: 60_000 }).toBe(1)
}

it('the first visitors are learned from one by one, before their reports are answered', async () => {
  const app = await startWhole()
  await firstVisit(app)
  for (let index = 1; index < 10; index++) {
    await visit(app, index)
    expect((await decisions(app)).at(-1)?.visitors).toBe(index + 1)
  }
})

it('traffic spikes do not outpace scoring', async () => {
  const app = await startWhole()
  await firstVisit(app)
  let come = 1
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (come < 700) await visit(app, come++)
    }),
  )
  const generations = (await decisions(app)).filter(({ type }) => type === 'PopulationEvolved')
  const ends = generations.map(({ visitors }) => visitors).filter((visitors) => visitors > 0)
  expect(ends.length).toBeGreaterThanOrEqual(2)
  // A generation has 250 visitors, and those who were on the site when it ended.
  for (const [index, end] of ends.entries()) expect(end - (ends[index - 1] ?? 0)).toBeLessThan(250 + 60)
})
