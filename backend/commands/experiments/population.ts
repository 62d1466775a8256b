import { createHash, randomBytes } from 'node:crypto'
import { campaign } from '../../../contract/campaign.ts'
import {
  type Approved,
  approvedOf,
  configOf,
  isApproved,
  shippedAlleles,
  type VariationConfig,
} from '../../domain/page-genes.ts'
import { pageVariations, populationStream } from '../../domain/page-variations.ts'
import { type Offer, uniformOffers, uniformVersion } from '../../domain/serving-policy.ts'
import { systemContext } from '../../eventlog/command-context.ts'
import type { Handle } from '../../eventlog/handle.ts'
import type { ServedPopulation, VariationRow } from '../../read-model/page-variations.ts'
import { botRules } from './bots.ts'

export const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** `offers`: what new visitors are offered; the probabilities add up to 1. */
type Chances = { offers: Offer[]; policyVersion: string; snapshotHash: string }

type Generation = Chances & {
  number: number
  fitnessVersion: string
  genePoolVersion: string
  pages: VariationRow[]
  /** The best page; before there is evidence, the page as built. */
  elite: VariationRow
}

export type Population = {
  /** The newest generation, at most a few seconds stale; null while none can be read. */
  current(): Promise<Generation | null>
  /** Serves these chances of the current generation at once, before the read model shows them. */
  adopt(generation: number, chances: Chances): void
  /** Reads it now: another generation or other chances are in the read model. */
  renew(): Promise<void>
  /** Also of an older generation. `isShown`: all its texts are approved. */
  find(id: string): Promise<{ variation: VariationRow; isShown: boolean } | null>
  configOf(genes: VariationRow['genes']): VariationConfig
}

/** Records the rules in force, and breeds the first generation if there is none. Idempotent. */
export const preparePopulation = (handle: Handle, { isApproved }: { isApproved: boolean }) =>
  handle(
    pageVariations,
    populationStream,
    {
      type: 'PreparePopulation',
      data: { shipped: shippedAlleles(campaign), isApproved, botRules, seed: randomBytes(16).toString('hex') },
    },
    systemContext(),
  )

const freshFor = 1000 // ms

const built = shippedAlleles(campaign).map((allele) => ({ ...allele, status: 'approved' as const, replaces: null }))

/** Keeps the last population read: nobody waits for a newer one, and a database outage changes nothing. */
export function createPopulation(
  load: () => Promise<ServedPopulation | null>,
  now: () => number = () => performance.now(),
): Population {
  let known = new Map<string, VariationRow>()
  let current: Generation | null = null
  let alleles: ServedPopulation['alleles'] = built
  let approved: Approved = approvedOf(built)
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function read() {
    const served = await load()
    if (served !== null) {
      known = new Map(served.variations.map((variation) => [variation.id, variation]))
      alleles = served.alleles
      approved = approvedOf(alleles)
      current = generationOf(served)
    }
    loadedAt = now()
  }

  const isFor = ({ offers }: Chances, pages: readonly VariationRow[]) =>
    offers.length === pages.length && offers.every(({ variationId }) => pages.some(({ id }) => id === variationId))

  function generationOf({ generation, currentIds, serving, fitnessVersion, genePoolVersion }: ServedPopulation) {
    const shown = currentIds.flatMap((id) => known.get(id) ?? []).filter(({ genes }) => isApproved(approved, genes))
    const [first] = shown
    if (!first) return null
    const ids = shown.map(({ id }) => id)
    // Without evidence, or when a text was just retired, each page has the same chance until the next scoring.
    const chances =
      serving && isFor(serving, shown)
        ? serving
        : { offers: uniformOffers(ids), policyVersion: uniformVersion, snapshotHash: hash([uniformVersion, ids]) }
    // The first among equals: without evidence, that is the control.
    const elite = shown.reduce((best, one) => (one.score > best.score ? one : best), first)
    return { number: generation, pages: shown, ...chances, fitnessVersion, genePoolVersion, elite }
  }

  function reload(): Promise<void> {
    loading ??= read()
      .catch(() => {})
      .finally(() => {
        loading = null
      })
    return loading
  }

  async function refresh(): Promise<void> {
    if (now() - loadedAt < freshFor) return
    const reading = reload()
    if (current === null) await reading
  }

  return {
    async current() {
      await refresh()
      return current
    },
    adopt(generation, { offers, policyVersion, snapshotHash }) {
      const chances = { offers, policyVersion, snapshotHash }
      if (current?.number === generation && isFor(chances, current.pages)) current = { ...current, ...chances }
    },
    async renew() {
      // A read that is under way may have begun too early.
      await loading
      await reload()
    },
    async find(id) {
      await refresh()
      // Another process may have bred a new generation: look again before giving up.
      if (!known.has(id)) await loading
      const variation = known.get(id)
      return variation ? { variation, isShown: isApproved(approved, variation.genes) } : null
    },
    configOf: (genes) => configOf(alleles, genes),
  }
}
