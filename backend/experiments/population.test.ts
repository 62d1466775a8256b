import { expect, it } from 'vitest'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import { approvedOf, keyOf, seedPopulation, shippedAlleles } from '../domain/page-variations/page-genes.ts'
import type { GenerationEvent } from '../domain/page-variations/page-variations.ts'
import { evolve, type Snapshot, score } from '../domain/page-variations/scoring.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { ServedPopulation } from '../read-model/page-variations.ts'
import { createPopulation } from './population.ts'

const alleles = shippedAlleles(campaign, campaignTexts.pageTest).map((one) => ({
  ...one,
  status: 'approved' as const,
  replaces: null,
}))
const seeded = seedPopulation(approvedOf(alleles), 'a seed')
const ids = seeded.map(({ variationId }) => variationId)

const served: ServedPopulation = {
  position: '10',
  generation: 1,
  variations: seeded.map(({ variationId, genome }) => ({ id: variationId, genes: genome, generation: 1, score: 0 })),
  currentIds: ids,
  alleles,
  pausedIds: [],
  genePoolVersion: 'pool-1',
  fitnessVersion: 'fitness-1',
  serving: null,
}

/** Five pages, of which the third one brings volunteers. */
const snapshot: Snapshot = {
  position: '10',
  generation: 1,
  current: seeded,
  known: seeded,
  alleles,
  genePoolVersion: 'pool-1',
  fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 } },
  evidence: ids.map((variationId, index) => ({
    generation: 1,
    variationId,
    day: '2026-01-01',
    visitors: 100,
    donated: 0,
    volunteered: index === 2 ? 30 : 1,
    visits: 100,
    time: 1000,
  })),
  candidate: null,
  paused: [],
}

const recorded = (event: GenerationEvent, position: string): Recorded<GenerationEvent> => ({
  ...event,
  id: '0192f3a4-7d1e-4c55-9a3b-1f2e3d4c5b6a',
  stream: 'page-generation',
  revision: 0,
  position,
  metadata: {
    at: '2026-01-01T00:00:00Z',
    actor: { kind: 'system' },
    requestId: '',
    correlationId: '',
    command: '',
    schemaVersion: 1,
  },
})

function scored(position: string, seed: string, of = snapshot) {
  const data = { generation: of.generation, ...score(of, seed), snapshotHash: seed }
  return recorded({ type: 'VariationsScored', data }, position)
}

function evolved(position: string, seed: string) {
  const { scoring, ...evolution } = evolve(snapshot, seed)
  const data = { ...evolution, trigger: 'auto' as const, adminId: null, scoring: { ...scoring, snapshotHash: seed } }
  return recorded({ type: 'PopulationEvolved', data }, position)
}

const compare = (a: string, b: string) => Number(a) - Number(b)

/** The test answers its reads; its clock stands until `later`. */
function population() {
  let time = 0
  let read = async () => served
  const created = createPopulation({ load: () => read(), compare, now: () => time })
  return {
    ...created,
    later(load: () => Promise<ServedPopulation>) {
      time += 2000
      read = load
    },
  }
}

it('serves new chances before they can be read, and the page that leads to crawlers', async () => {
  const { current, adopt } = population()
  expect(await current()).toMatchObject({ policyVersion: 'uniform-2', elite: { id: ids[0] } })
  const decision = scored('12', 'new')
  adopt(decision)
  expect(await current()).toMatchObject({ number: 1, snapshotHash: 'new', elite: { id: ids[2] } })
})

it('serves a new generation at once, and its chances after that', async () => {
  const { current, adopt, find } = population()
  await current()
  const decision = evolved('20', 'bred')
  adopt(decision)
  const generation = await current()
  if (decision.type !== 'PopulationEvolved') throw new Error('It evolved.')
  const { variations, scoring } = decision.data
  expect(generation?.pages.map(({ genes }) => keyOf(genes))).toEqual(variations.map(({ genome }) => keyOf(genome)))
  expect(generation).toMatchObject({ number: 2, snapshotHash: 'bred', offers: scoring?.offers })
  expect(await find(variations.at(-1)?.variationId ?? '')).toMatchObject({ isShown: true })
  adopt(scored('25', 'later', { ...snapshot, generation: 2, current: variations }))
  expect(await current()).toMatchObject({ number: 2, snapshotHash: 'later' })
})

it('does not fall back to a read model that is behind', async () => {
  const { current, adopt, later } = population()
  await current()
  adopt(evolved('20', 'bred'))
  later(async () => ({ ...served, position: '15', fitnessVersion: 'fitness-2' }))
  await expect.poll(async () => (await current())?.fitnessVersion).toBe('fitness-2')
  expect((await current())?.number).toBe(2)
})

it('takes retired texts from a read model that is behind', async () => {
  const { current, adopt, later } = population()
  await current()
  adopt(evolved('20', 'bred'))
  const gone = (await current())?.pages.at(-1)?.genes.headline
  const retired = alleles.map((one) => (one.id === gone ? { ...one, status: 'retired' as const } : one))
  later(async () => ({ ...served, position: '15', alleles: retired }))
  await current()
  await expect.poll(async () => (await current())?.pages.map(({ genes }) => genes.headline)).not.toContain(gone)
  expect(await current()).toMatchObject({ number: 2, policyVersion: 'uniform-2' })
})

it('keeps the last population when a read fails', async () => {
  const { current, later } = population()
  await current()
  later(async () => {
    throw new Error('The database is away.')
  })
  await current()
  expect((await current())?.number).toBe(1)
})
