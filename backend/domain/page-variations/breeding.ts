import { genes } from '../../../records/page-variations.ts'
import { randomFrom } from '../random.ts'
import { normalsFrom } from './exact-math.ts'
import type { GeneModel, Score } from './gene-model.ts'
import type { Gene } from './gene-pool.ts'
import {
  type Approved,
  allGenomes,
  controlOf,
  type Genome,
  genomeBy,
  isApproved,
  keyOf,
  type NewVariation,
  newVariationId,
  pagesOf,
  populationSize,
} from './page-genes.ts'

/**
 * Width of each child’s draws (`scale` of the model). In the first version every child was the best of a full draw,
 * which is mostly chance while there is little evidence. Now three children follow the posterior mean and one explores.
 */
const drawScales = { 'breeding-1': [1, 1, 1, 1], 'breeding-2': [0, 0, 0, 0.7] } as const
export type BreedingVersion = keyof typeof drawScales
export const breedingVersions: readonly BreedingVersion[] = ['breeding-1', 'breeding-2']
export const breedingVersion: BreedingVersion = 'breeding-2'
export const constants = { populationSize, mutationRate: 0.15, crossoverRate: 0.8 }
const broodSize = 40
const elites = 1

/** Choice of one child. Values are points per 100 visits, each from one draw of the model. */
export type Birth = {
  variationId: string
  /** Ids of the pages in the two tournaments; the winner comes first. */
  tournaments: [string, string][]
  isCrossed: boolean
  /** For each gene, which parent it comes from: 0 or 1. */
  mask: number[]
  mutations: { gene: Gene; from: string; to: string }[]
  /** The candidate children with their genes and values. */
  brood: { genome: string; value: number }[]
  /** Index of the chosen child among the candidates. */
  chosen: number
}

type Page = { variationId: string; genome: Genome }
/** The winner comes first. */
type Meeting = [Page, Page]

/**
 * The next generation: the best page ever served, and children of the current pages. Each child is the best of a brood
 * of 40 that is not in the generation yet. The same input gives the same generation.
 */
export function breed({
  model,
  approved,
  known,
  current,
  paused,
  scores,
  generation,
  seed,
  version = breedingVersion,
}: {
  model: GeneModel
  approved: Approved
  /** Every variation ever served; a page that is bred again keeps its id and counts. */
  known: readonly Page[]
  current: readonly Page[]
  /** Ids of pages that are no parents and not bred again. */
  paused: readonly string[]
  scores: readonly Score[]
  /** The number of the new generation. */
  generation: number
  seed: string
  version?: BreedingVersion
}): { variations: NewVariation[]; births: Birth[]; elites: string[] } {
  const random = randomFrom(`${seed} breeding`)
  const normal = normalsFrom(randomFrom(`${seed} draws`))
  const isUsable = ({ variationId, genome }: Page) => isApproved(approved, genome) && !paused.includes(variationId)
  const barred = new Set(
    known.filter((page) => isApproved(approved, page.genome) && !isUsable(page)).map(({ genome }) => keyOf(genome)),
  )
  const size = Math.min(populationSize, pagesOf(approved) - barred.size)
  const idOf = new Map(known.map(({ variationId, genome }) => [keyOf(genome), variationId]))
  const taken = new Set(known.map(({ variationId }) => variationId))
  const chosen = new Map<string, NewVariation>()
  const births: Birth[] = []

  function add(genome: Genome, origin: NewVariation['origin'], family: NewVariation['family']): string {
    const before = idOf.get(keyOf(genome))
    const variationId = before ?? newVariationId(generation, random, (id) => taken.has(id))
    taken.add(variationId)
    const isBredAgain = before !== undefined && origin !== 'elite'
    chosen.set(keyOf(genome), { variationId, genome, origin: isBredAgain ? 'known' : origin, family })
    return variationId
  }

  const usable = known.filter(isUsable)
  const means = new Map(scores.map(({ variationId, mean }) => [variationId, mean]))
  const hall = usable
    .filter(({ variationId }) => means.has(variationId))
    .sort((a, b) => (means.get(b.variationId) ?? 0) - (means.get(a.variationId) ?? 0))
    .slice(0, elites)
  for (const { genome } of hall) add(genome, 'elite', null)
  if (chosen.size === 0) add(controlOf(approved), 'control', null)

  const living = current.filter(isUsable)
  const parents: Page[] = living.length > 0 ? living : [...chosen.values()]
  const isFree = (genome: Genome) => !chosen.has(keyOf(genome)) && !barred.has(keyOf(genome))
  const rest = () => allGenomes(approved).filter(isFree)

  const nursery = createNursery({ model, approved, parents, random, normal })
  while (chosen.size < size) {
    const { brood, values } = nursery(drawScales[version][chosen.size - elites] ?? 1)
    let best = -1
    for (const [index, { genome }] of brood.entries())
      if (isFree(genome) && (best < 0 || (values[index] ?? 0) > (values[best] ?? 0))) best = index
    const child = brood[best]
    if (child === undefined) {
      // Few pages are possible, and the generation holds the whole brood: take one of the other pages.
      const others = rest()
      const other = others[Math.floor(random() * others.length)]
      if (other === undefined) break
      add(other, 'random', null)
      continue
    }
    const [first, second] = child.tournaments
    const variationId = add(child.genome, 'child', {
      parents: [first[0].variationId, second[0].variationId],
      isCrossed: child.isCrossed,
      mask: child.mask,
      mutations: child.mutations,
    })
    births.push({
      variationId,
      tournaments: child.tournaments.map(([winner, loser]) => [winner.variationId, loser.variationId]),
      isCrossed: child.isCrossed,
      mask: child.mask,
      mutations: child.mutations,
      brood: brood.map(({ genome }, index) => ({ genome: keyOf(genome), value: values[index] ?? 0 })),
      chosen: best,
    })
  }
  return { variations: [...chosen.values()], births, elites: hall.map(({ variationId }) => variationId) }
}

/** The candidates for one child, with the value of each in one draw of the model of the given width. */
function createNursery({
  model,
  approved,
  parents,
  random,
  normal,
}: {
  model: GeneModel
  approved: Approved
  parents: readonly Page[]
  random: () => number
  normal: () => number
}) {
  const pick = () => parents[Math.floor(random() * parents.length)] ?? { variationId: '', genome: controlOf(approved) }

  function tournament(value: (genome: Genome) => number): Meeting {
    const [a, b] = [pick(), pick()]
    return value(b.genome) > value(a.genome) ? [b, a] : [a, b]
  }

  function conceive(first: Meeting, second: Meeting) {
    const isCrossed = random() < constants.crossoverRate
    const mask = genes.map(() => (isCrossed && random() < 0.5 ? 1 : 0))
    const mutations: Birth['mutations'] = []
    const genome = genomeBy((gene) => {
      const parent = mask[genes.indexOf(gene)] === 1 ? second[0] : first[0]
      const inherited = parent.genome[gene]
      const alleles = approved[gene]
      const isGone = !alleles.includes(inherited)
      if (!isGone && random() >= constants.mutationRate) return inherited
      const to = alleles[Math.floor(random() * alleles.length)] ?? inherited
      if (to !== inherited) mutations.push({ gene, from: inherited, to })
      return to
    })
    return { genome, isCrossed, mask, mutations, tournaments: [first, second] as const }
  }

  return (scale: number) => {
    const value = model.draw(normal, scale)
    const brood = Array.from({ length: broodSize }, () => conceive(tournament(value), tournament(value)))
    const fresh = model.draw(normal, scale)
    return { brood, values: brood.map(({ genome }) => fresh(genome)) }
  }
}
