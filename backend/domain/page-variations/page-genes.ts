import { genes } from '../../../records/page-variations.ts'
import { randomFrom } from '../random.ts'
import type { Allele, Gene } from './gene-pool.ts'

export type IssueHighlight = { title: string; description: string }

/** One allele per gene, by id. */
export type Genome = { [G in Gene]: string }

export type VariationConfig = {
  headline: string
  issueHighlight: IssueHighlight
  buttonColor: ButtonColor
  layout: { hero: HeroLayout; features: 'vertical'; cta: 'inline' }
}

/** The page has styles for exactly these, so an allele can only name one of them. */
const buttonColors = ['cardinal', 'gold', 'paper'] as const
const layouts = ['split', 'centered'] as const
type ButtonColor = (typeof buttonColors)[number]
type HeroLayout = (typeof layouts)[number]

type Shipped = Omit<Allele, 'status' | 'replaces'>

/** Values from contract/campaign.ts. */
type Control = { office: string; highlightedIssue: IssueHighlight }
type PageTest = {
  headlines: readonly { id: string; text: string }[]
  issues: readonly ({ id: string } & IssueHighlight)[]
}

/**
 * The shipped alleles, as proposals. The first allele of each gene is the page as built. Headlines follow the
 * candidate’s name.
 */
export function shippedAlleles({ office, highlightedIssue }: Control, pageTest: PageTest): Shipped[] {
  const of = (gene: Gene, list: [id: string, text: string, description?: string][]): Shipped[] =>
    list.map(([id, text, description = null], index) => ({ id, gene, text, description, isBuilt: index === 0 }))
  const { title, description } = highlightedIssue
  return [
    ...of('headline', [['office', office], ...pageTest.headlines.map(({ id, text }): [string, string] => [id, text])]),
    ...of('issueFocus', [
      ['highlighted', title, description],
      ...pageTest.issues.map((issue): [string, string, string] => [issue.id, issue.title, issue.description]),
    ]),
    ...of(
      'buttonColor',
      buttonColors.map((color) => [color, color]),
    ),
    ...of(
      'layout',
      layouts.map((layout) => [layout, layout]),
    ),
  ]
}

/** Approved allele ids per gene, in the order of the pool; the page as built comes first. */
export type Approved = { [G in Gene]: string[] }

export function approvedOf(alleles: readonly Allele[]): Approved {
  const of = (gene: Gene) =>
    alleles
      .filter((allele) => allele.gene === gene && allele.status === 'approved')
      .sort((a, b) => Number(b.isBuilt) - Number(a.isBuilt))
      .map(({ id }) => id)
  return {
    headline: of('headline'),
    issueFocus: of('issueFocus'),
    buttonColor: of('buttonColor'),
    layout: of('layout'),
  }
}

export const pagesOf = (approved: Approved): number => genes.reduce((pages, gene) => pages * approved[gene].length, 1)

export const isTesting = (approved: Approved): boolean => pagesOf(approved) > 1

/** The page as built. */
export const controlOf = (approved: Approved): Genome => genomeBy((gene) => approved[gene][0] ?? '')

export const genomeBy = (alleleOf: (gene: Gene) => string): Genome => ({
  headline: alleleOf('headline'),
  issueFocus: alleleOf('issueFocus'),
  buttonColor: alleleOf('buttonColor'),
  layout: alleleOf('layout'),
})

export const isApproved = (approved: Approved, genome: Genome): boolean =>
  genes.every((gene) => approved[gene].includes(genome[gene]))

export const keyOf = ({ headline, issueFocus, buttonColor, layout }: Genome): string =>
  [headline, issueFocus, buttonColor, layout].join('/')

/** Every page that the approved alleles can make, in a fixed order. */
export const allGenomes = (approved: Approved): Genome[] =>
  approved.headline.flatMap((headline) =>
    approved.issueFocus.flatMap((issueFocus) =>
      approved.buttonColor.flatMap((buttonColor) =>
        approved.layout.map((layout) => ({ headline, issueFocus, buttonColor, layout })),
      ),
    ),
  )

/** The content of a genome. An unknown allele falls back to the page as built. */
export function configOf(alleles: readonly Allele[], genome: Genome): VariationConfig {
  const choose = (gene: Gene) => {
    const own = alleles.filter((allele) => allele.gene === gene)
    return own.find(({ id }) => id === genome[gene]) ?? own.find(({ isBuilt }) => isBuilt)
  }
  const focus = choose('issueFocus')
  return {
    headline: choose('headline')?.text ?? '',
    issueHighlight: { title: focus?.text ?? '', description: focus?.description ?? '' },
    buttonColor: buttonColors.find((color) => color === choose('buttonColor')?.text) ?? 'cardinal',
    layout: {
      hero: layouts.find((layout) => layout === choose('layout')?.text) ?? 'split',
      features: 'vertical',
      cta: 'inline',
    },
  }
}

export const populationSize = 5

/** For each gene, which parent (0 or 1) it comes from, and what a mutation replaced. */
export type Family = {
  parents: string[]
  isCrossed: boolean
  mask: number[]
  mutations: { gene: Gene; from: string; to: string }[]
}

export type NewVariation = {
  variationId: string
  genome: Genome
  /** `elite`: kept from the generation before; `known`: bred again, with its old id and counts. */
  origin: 'control' | 'random' | 'elite' | 'child' | 'known'
  family: Family | null
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** A free name such as gen3_k7f2. */
export function newVariationId(generation: number, random: () => number, isTaken: (id: string) => boolean): string {
  for (;;) {
    const name = Array.from({ length: 4 }, () => letters[Math.floor(random() * letters.length)]).join('')
    const id = `gen${generation}_${name}`
    if (!isTaken(id)) return id
  }
}

/**
 * The first generation: the control and up to four others, all different. The same alleles and seed always give the
 * same result.
 */
export function seedPopulation(approved: Approved, seed: string): NewVariation[] {
  const random = randomFrom(seed)
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? ''
  const control = controlOf(approved)
  const found = new Map([[keyOf(control), control]])
  const size = Math.min(populationSize, pagesOf(approved))
  while (found.size < size) {
    const genome = genomeBy((gene) => pick(approved[gene]))
    found.set(keyOf(genome), genome)
  }
  const ids = new Set<string>()
  while (ids.size < size) ids.add(newVariationId(1, random, (id) => ids.has(id)))
  return [...found.values()].map((genome, index) => ({
    variationId: [...ids][index] ?? '',
    genome,
    origin: index === 0 ? 'control' : 'random',
    family: null,
  }))
}
