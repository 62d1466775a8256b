import { expect, it } from 'vitest'
import { campaign } from '../../../contract/campaign.ts'
import { approvedOf, seedPopulation, shippedAlleles } from '../../domain/page-genes.ts'
import type { ServedPopulation } from '../../read-model/page-variations.ts'
import { createPopulation } from './population.ts'

const alleles = shippedAlleles(campaign).map((one) => ({ ...one, status: 'approved' as const, replaces: null }))
const seeded = seedPopulation(approvedOf(alleles), 'a seed')
const ids = seeded.map(({ variationId }) => variationId)

const served = (generation: number): ServedPopulation => ({
  generation,
  variations: seeded.map(({ variationId, genome }) => ({ id: variationId, genes: genome, generation: 1, score: 0 })),
  currentIds: ids,
  alleles,
  genePoolVersion: 'pool-1',
  fitnessVersion: 'fitness-1',
  serving: null,
})

/** Reads that are answered by hand. */
function readModel() {
  const reads: PromiseWithResolvers<ServedPopulation>[] = []
  const load = () => {
    const read = Promise.withResolvers<ServedPopulation>()
    reads.push(read)
    return read.promise
  }
  return { reads, load }
}

it('serves a decision as soon as it is told of it, however fresh it is', async () => {
  let generation = 1
  const population = createPopulation(
    async () => served(generation),
    () => 0,
  )
  expect((await population.current())?.number).toBe(1)
  generation = 2
  expect((await population.current())?.number).toBe(1)
  await population.renew()
  expect((await population.current())?.number).toBe(2)
})

it('reads again after a read that began before the decision, and nobody waits for it', async () => {
  let time = 0
  const { reads, load } = readModel()
  const population = createPopulation(load, () => time)
  const first = population.current()
  reads[0]?.resolve(served(1))
  expect((await first)?.number).toBe(1)

  time = 2000
  expect((await population.current())?.number).toBe(1)
  const renewed = population.renew()
  expect(reads).toHaveLength(2)
  reads[1]?.resolve(served(1))
  await expect.poll(() => reads.length).toBe(3)
  expect((await population.current())?.number).toBe(1)
  reads[2]?.resolve(served(2))
  await renewed
  expect((await population.current())?.number).toBe(2)
})

it('serves new chances before they can be read, but not those of other pages or another generation', async () => {
  const population = createPopulation(
    async () => served(1),
    () => 0,
  )
  await population.current()
  const chancesFor = (pages: readonly string[], snapshotHash: string) => ({
    offers: pages.map((variationId, index) => ({ variationId, probability: index === 0 ? 0.8 : 0.05 })),
    policyVersion: 'thompson-1',
    snapshotHash,
  })
  population.adopt(1, chancesFor(ids, 'new'))
  expect(await population.current()).toMatchObject({ number: 1, ...chancesFor(ids, 'new') })
  population.adopt(2, chancesFor(ids, 'another generation'))
  population.adopt(1, chancesFor(ids.slice(1), 'a page less'))
  population.adopt(1, chancesFor([...ids.slice(1), 'gen1_none'], 'another page'))
  expect(await population.current()).toMatchObject({ snapshotHash: 'new' })
})

it('keeps the last population when a read fails', async () => {
  let isAway = false
  const population = createPopulation(
    async () => {
      if (isAway) throw new Error('The database is away.')
      return served(1)
    },
    () => 0,
  )
  await population.current()
  isAway = true
  await population.renew()
  expect((await population.current())?.number).toBe(1)
})
