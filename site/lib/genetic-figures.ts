import type { AnalyzedVariation, Estimate, Gene, GeneticAnalytics } from '../../contract/genetic-analytics.ts'
import { day } from '../../records/durations.ts'
import { genes } from '../../records/page-variations.ts'
import { capitalized } from './capitalized.ts'
import { durationText } from './durations.ts'
import { excerpt } from './names.ts'
import { schemeName } from './schemes.ts'

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

/** Texts as they are written, schemes and layouts by name. */
export function alleleName(gene: Gene, text: string): string {
  if (gene === 'buttonColor') return schemeName(text)
  return gene === 'layout' ? capitalized(text) : text
}

/** The content of an allele, from any variation that has it. */
export function alleleWords(gene: Gene, allele: string, all: readonly AnalyzedVariation[]): string {
  const config = all.find(({ genes }) => genes[gene] === allele)?.config
  if (config === undefined) return 'no longer listed'
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

/**
 * Traits that a variation has that the page as built does not, besides what is shown beside it: 'Accent color, Centered', or
 * nothing. 'The default page' when it is that.
 */
export function differenceOf(
  variation: AnalyzedVariation,
  all: readonly AnalyzedVariation[],
  besides: readonly Gene[] = [],
): string {
  const control = all.find(({ family }) => family.origin === 'control')
  const changed = genes.filter((gene) => variation.genes[gene] !== control?.genes[gene])
  if (changed.length === 0) return 'The default page'
  return changed
    .filter((gene) => !besides.includes(gene))
    .map((gene) => alleleWords(gene, variation.genes[gene], all))
    .join(', ')
}

const wholePercent = (share: number) => `${Math.round(100 * Math.abs(share))}%`

/** The headline of the test in one sentence: what it brings over the page as built, or how long until that is known. */
export function liftSentence({ range, daysLeft }: NonNullable<GeneticAnalytics['lift']>): string {
  const soon = daysLeft === null ? null : `in about ${durationText(daysLeft * 86_400)}`
  if (range === null)
    return `It’s too early to tell what the test brings${soon === null ? '' : `; at present traffic, we’ll know ${soon}`}.`
  const { mean, low, high } = range
  if (low > 0)
    return `${wholePercent(mean)} more conversions than the default page, between ${wholePercent(low)} and ${wholePercent(high)}.`
  if (high < 0)
    return `${wholePercent(mean)} fewer conversions than the default page, between ${wholePercent(high)} and ${wholePercent(low)}.`
  const when = soon === null || daysLeft === 0 ? '' : `; at present traffic, we’ll know it to within 10% ${soon}`
  return `No clear difference from the default page yet, between ${wholePercent(low)} fewer and ${wholePercent(high)} more conversions${when}.`
}

/** '5% of visitors see the default page, for comparison: 1,234 so far.' */
export const controlSentence = ({ control, controlShare }: NonNullable<GeneticAnalytics['lift']>): string =>
  `${percent(controlShare, 0)} of visitors see the default page, for comparison: ${control.visitors.toLocaleString('en-US')} so far.`

/** A winner is expected to be at most this much worse than the best page. */
export const winnersLoss = 0.02

/** 12.3 → '12 to 1'. */
export const oddsText = (odds: number) => `${Math.floor(odds).toLocaleString('en-US')} to 1`

/** Distance of the leading page from being called the winner. */
function leadOf({ variationId, odds, oddsNeeded, daysLeft }: NonNullable<GeneticAnalytics['leader']>): string {
  const name = suffixOf(variationId)
  if (odds >= oddsNeeded) return `${name} beats the others, but another page of this generation may be better still.`
  const when = daysLeft === null ? '' : `: about ${durationText(daysLeft * 86_400)} at present traffic`
  return `${name} leads with odds of ${oddsText(odds)}; a winner needs ${oddsText(oddsNeeded)}${when}.`
}

/**
 * Known facts about the pages of this generation, or how long it will take, in one sentence. `now`: milliseconds. Null
 * where a notice of its own says it: testing is off, or there is a winner.
 */
export function verdictOf(
  {
    isTesting,
    leader,
    evolution,
    generations,
  }: Pick<GeneticAnalytics, 'isTesting' | 'leader' | 'evolution'> & { generations: readonly { at: string }[] },
  now: number,
): string | null {
  if (!isTesting || leader?.isWinner) return null
  const { every, visitorsSince } = evolution
  const began = generations.at(-1)?.at
  if (visitorsSince === 0 || began === undefined)
    return 'We don’t know anything about these pages yet: no one has visited them.'
  const left = Math.max(0, every - visitorsSince)
  const known = leader === null || leader.odds <= 1 ? 'No page is clearly better yet.' : leadOf(leader)
  if (left === 0) return `${known} The next generation comes as soon as each page has enough visitors.`
  const pace = visitorsSince / Math.max(now - Date.parse(began), day / 24)
  return `${known} At this pace, the next generation comes in about ${durationText(left / pace / 1000)} (${visitorsSince.toLocaleString('en-US')} of ${every.toLocaleString('en-US')} visitors so far).`
}
