import { createHash, randomBytes } from 'node:crypto'
import { campaign } from '../../../contract/campaign.ts'
import { type Genome, genePool } from '../../domain/page-genes.ts'
import { pageVariations, populationStream } from '../../domain/page-variations.ts'
import { systemContext } from '../../eventlog/command-context.ts'
import type { Handle } from '../../eventlog/handle.ts'

export const pool = genePool(campaign)
/** Changes whenever the text of the pool changes. */
export const poolVersion = createHash('sha256').update(JSON.stringify(pool)).digest('hex').slice(0, 12)

/** One row of the read model. */
export type KnownVariation = { id: string; genes: Genome; generation: number; score: number }

type Generation = { number: number; variations: KnownVariation[]; elite: KnownVariation }

export type Population = {
  /** The newest generation, at most a few seconds stale; null while none can be read. */
  current(): Promise<Generation | null>
  /** Also of an older generation. */
  find(id: string): Promise<KnownVariation | null>
}

/** Records the rules in force, and breeds the first generation if there is none. Idempotent. */
export const preparePopulation = (handle: Handle) =>
  handle(
    pageVariations,
    populationStream,
    {
      type: 'PreparePopulation',
      data: { genePool: pool, genePoolVersion: poolVersion, seed: randomBytes(16).toString('hex') },
    },
    systemContext(),
  )

const freshFor = 2000 // ms

/** Keeps the last population read: nobody waits for a newer one, and a database outage changes nothing. */
export function createPopulation(load: () => Promise<KnownVariation[]>, now: () => number = Date.now): Population {
  let known = new Map<string, KnownVariation>()
  let current: Generation | null = null
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function reload() {
    const variations = await load()
    const number = Math.max(0, ...variations.map(({ generation }) => generation))
    const newest = variations.filter(({ generation }) => generation === number)
    const [first] = newest
    known = new Map(variations.map((variation) => [variation.id, variation]))
    // The first among equals: without evidence, that is the control.
    const elite = first && newest.reduce((best, one) => (one.score > best.score ? one : best), first)
    current = elite ? { number, variations: newest, elite } : null
    loadedAt = now()
  }

  async function refresh(): Promise<void> {
    if (now() - loadedAt < freshFor) return
    loading ??= reload()
      .catch(() => {})
      .finally(() => {
        loading = null
      })
    if (current === null) await loading
  }

  return {
    async current() {
      await refresh()
      return current
    },
    async find(id) {
      await refresh()
      // Another process may have bred a new generation: look again before giving up.
      if (!known.has(id)) await loading
      return known.get(id) ?? null
    },
  }
}
