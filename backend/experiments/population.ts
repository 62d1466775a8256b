import { createHash, randomBytes } from 'node:crypto'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import {
  type Approved,
  approvedOf,
  configOf,
  controlOf,
  isApproved,
  isTesting,
  shippedAlleles,
  type VariationConfig,
} from '../domain/page-variations/page-genes.ts'
import { type GenerationEvent, pageVariations, populationStream } from '../domain/page-variations/page-variations.ts'
import { controlId, type Offer, type UniformVersion, uniformOffers } from '../domain/page-variations/serving-policy.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { ServedPopulation, VariationRow } from '../read-model/page-variations.ts'
import { botRules } from './bots.ts'

export const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** `offers`: the pages for new visitors; the probabilities add up to 1. */
type Chances = { offers: Offer[]; policyVersion: string; snapshotHash: string }

type Generation = Chances & {
  number: number
  fitnessVersion: string
  genePoolVersion: string
  pages: VariationRow[]
  /** The page as built; also offered, but no page of the generation. */
  control: VariationRow
  /** The best page; before there is evidence, the page as built. */
  elite: VariationRow
}

/** Pages that new visitors get without evidence. Releases without a control recorded `uniform-1`. */
export function uniformChances(
  ids: readonly string[],
  controlShare: number,
  version: UniformVersion = 'uniform-2',
): Chances {
  const input = version === 'uniform-1' ? [version, ids] : [version, ids, controlShare]
  return { offers: uniformOffers(ids, controlShare), policyVersion: version, snapshotHash: hash(input) }
}

export type Population = {
  /** The newest generation, at most a few seconds stale; null while none can be read. */
  current(): Promise<Generation | null>
  /** Serves new decisions at once, before the read model shows them; call it in the order of the log. */
  adopt(decision: Recorded<GenerationEvent>): void
  /** Also finds variations of older generations. `isShown`: all its texts are approved, and it is not paused. */
  find(id: string): Promise<{ variation: VariationRow; isShown: boolean } | null>
  configOf(genes: VariationRow['genes']): VariationConfig
}

/** Records the current rules, and breeds the first generation if there is none. Idempotent. */
export const preparePopulation = (handle: Handle, { isApproved }: { isApproved: boolean }) =>
  handle(
    pageVariations,
    populationStream,
    {
      type: 'PreparePopulation',
      data: {
        shipped: shippedAlleles(campaign, campaignTexts.pageTest),
        isApproved,
        botRules,
        seed: randomBytes(16).toString('hex'),
        controlShare: campaign.controlShare,
      },
    },
    systemContext(),
  )

const freshFor = 1000 // ms

const shipped = shippedAlleles(campaign, campaignTexts.pageTest).map((allele) => ({
  ...allele,
  status: 'approved' as const,
  replaces: null,
}))

/** Keeps the last population: requests never wait for a newer one, and a database outage changes nothing. */
export function createPopulation({
  load,
  compare,
  now = () => performance.now(),
}: {
  load: () => Promise<ServedPopulation | null>
  /** Orders positions of the log. */
  compare: (a: string, b: string) => number
  now?: (() => number) | undefined
}): Population {
  let known = new Map<string, VariationRow>()
  let current: Generation | null = null
  let alleles: ServedPopulation['alleles'] = shipped
  let paused = new Set<string>()
  let approved: Approved = approvedOf(shipped)
  let loaded: ServedPopulation | null = null
  /** Decisions that the read model does not show yet, in order. */
  let ahead: Recorded<GenerationEvent>[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function read() {
    const served = await load()
    if (served !== null) {
      loaded = served
      show(served)
    }
    loadedAt = now()
  }

  /** Texts and rules come from the read model, even while it does not show the newest decision yet. */
  function show(served: ServedPopulation) {
    const { position } = served
    if (position !== null) ahead = ahead.filter((decision) => compare(decision.position, position) > 0)
    const newest = ahead.reduce(withDecision, served)
    known = new Map(newest.variations.map((variation) => [variation.id, variation]))
    alleles = newest.alleles
    approved = approvedOf(alleles)
    paused = new Set(newest.pausedIds)
    current = generationOf(newest)
  }

  const isFor = ({ offers }: Pick<Chances, 'offers'>, pages: readonly VariationRow[]) => {
    const offered = offers.filter(({ variationId }) => variationId !== controlId)
    return (
      offered.length === pages.length && offered.every(({ variationId }) => pages.some(({ id }) => id === variationId))
    )
  }

  const isShown = ({ id, genes }: VariationRow) => isApproved(approved, genes) && !paused.has(id)

  function generationOf({ generation, currentIds, serving, fitnessVersion, genePoolVersion }: ServedPopulation) {
    const shown = currentIds.flatMap((id) => known.get(id) ?? []).filter(isShown)
    const [first] = shown
    if (!first) return null
    const ids = shown.map(({ id }) => id)
    // Without evidence, or when a page was just paused or a text retired, each page has the same chance until the next scoring.
    const chances =
      serving && isFor(serving, shown) ? serving : uniformChances(ids, isTesting(approved) ? campaign.controlShare : 0)
    // The first among equals: without evidence, that is the control.
    const elite = shown.reduce((best, one) => (one.score > best.score ? one : best), first)
    const control = built()
    return { number: generation, pages: shown, ...chances, fitnessVersion, genePoolVersion, control, elite }
  }

  const built = (): VariationRow => ({ id: controlId, genes: controlOf(approved), generation: 0, score: 0 })

  async function refresh(): Promise<void> {
    if (now() - loadedAt < freshFor) return
    loading ??= read()
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
    adopt(decision) {
      // Each scoring replaces the one before it.
      ahead = [...ahead.filter(({ type }) => type !== 'VariationsScored'), decision]
      if (loaded) show(loaded)
    },
    async find(id) {
      await refresh()
      // Another process may have bred a new generation, so the read model is read again before giving up.
      if (!known.has(id)) await loading
      if (id === controlId) return { variation: built(), isShown: true }
      const variation = known.get(id)
      return variation ? { variation, isShown: isShown(variation) } : null
    },
    configOf: (genes) => configOf(alleles, genes),
  }
}

/** The state of the read model once it has this decision. */
function withDecision(served: ServedPopulation, { type, data }: Recorded<GenerationEvent>): ServedPopulation {
  const scoring = type === 'PopulationEvolved' ? data.scoring : data
  const generation = type === 'PopulationEvolved' ? data.to : data.generation
  if (generation < served.generation || scoring === null) return served
  const scores = new Map(scoring.scores.map(({ variationId, mean }) => [variationId, Math.round(100 * mean)]))
  const bred = type === 'PopulationEvolved' ? data.variations : []
  const known = new Set(served.variations.map(({ id }) => id))
  const added = bred
    .filter(({ variationId }) => !known.has(variationId))
    .map(({ variationId: id, genome: genes }) => ({ id, genes, generation, score: 0 }))
  return {
    ...served,
    generation,
    variations: [...served.variations, ...added].map((one) => ({ ...one, score: scores.get(one.id) ?? one.score })),
    currentIds: type === 'PopulationEvolved' ? bred.map(({ variationId }) => variationId) : served.currentIds,
    serving: scoring,
  }
}
