import type { AnalyzedVariation, Estimate, Gene } from '../../contract/genetic-analytics.ts'
import { excerpt } from './names.ts'

export const geneNames: { readonly [G in Gene]: string } = {
  headline: 'Headline',
  issueFocus: 'Issue focus',
  buttonColor: 'Button scheme',
  layout: 'Layout',
}

/** Two decimals, as fitness is written everywhere (administration §2). */
export const points = (value: number) => value.toFixed(2)

/** 0.0234 → '2.34%'. */
export const percent = (share: number, digits = 2) => `${(100 * share).toFixed(digits)}%`

/** 12345 ms → '12.3' (administration §2). */
export const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** 1.2 → '×1.20'. */
export const factor = (odds: number) => `×${odds.toFixed(2)}`

/** 'gen3_k7f2' → 'k7f2' (administration §2). */
export const suffixOf = (id: string) => id.slice(id.indexOf('_') + 1)

/** The first 40 characters of a headline (administration §9). */
export const shortHeadline = (headline: string) => excerpt(headline, 40)

export const rangeOf = ({ low, high }: Estimate, written: (value: number) => string) =>
  `${written(low)} to ${written(high)}`

/** The mean of all variations' fitness; 0 without any (administration §2). */
export function averageFitness(variations: readonly Pick<AnalyzedVariation, 'fitnessScore'>[]): number {
  const sum = variations.reduce((total, { fitnessScore }) => total + fitnessScore, 0)
  return variations.length === 0 ? 0 : sum / variations.length
}

/** A variation with its parents; a parent that is no longer listed is left out. */
export type Ancestry = { variation: AnalyzedVariation; parents: Ancestry[] }

/** The parents of a variation and theirs: `depth` generations back. */
export function ancestryOf(id: string, all: readonly AnalyzedVariation[], depth = 2): Ancestry | null {
  const variation = all.find((one) => one.id === id)
  if (variation === undefined) return null
  const ids = depth === 0 ? [] : [...new Set(variation.family.parents)]
  return { variation, parents: ids.flatMap((parent) => ancestryOf(parent, all, depth - 1) ?? []) }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The button schemes by their names in the log, because each campaign has its own colors. */
const schemeNames: Record<string, string | undefined> = { cardinal: 'Main color', gold: 'Accent color' }
const schemeName = (scheme: string) => schemeNames[scheme] ?? capitalized(scheme)

/** Texts as they are written, schemes and layouts by name. */
export function alleleName(gene: Gene, text: string): string {
  if (gene === 'buttonColor') return schemeName(text)
  return gene === 'layout' ? capitalized(text) : text
}

/** The content of an allele, from any variation that has it; its id when none is listed any more. */
export function alleleWords(gene: Gene, allele: string, all: readonly AnalyzedVariation[]): string {
  const config = all.find(({ genes }) => genes[gene] === allele)?.config
  if (config === undefined) return allele
  switch (gene) {
    case 'headline':
      return config.headline
    case 'issueFocus':
      return config.issueHighlight.title
    case 'buttonColor':
      return schemeName(config.buttonColor)
    case 'layout':
      return capitalized(config.layout.hero)
  }
}
