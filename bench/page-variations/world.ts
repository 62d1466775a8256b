import { sigmoid } from '../../backend/domain/page-variations/exact-math.ts'
import {
  allGenomes,
  approvedOf,
  type Genome,
  keyOf,
  shippedAlleles,
} from '../../backend/domain/page-variations/page-genes.ts'
import { campaignTexts } from '../../contract/campaign.ts'
import { genes } from '../../records/page-variations.ts'

/** 192 pages, all approved. */
export const alleles = shippedAlleles(
  { office: 'for Congress', highlightedIssue: { title: 'An issue', description: 'Described.' } },
  campaignTexts.pageTest,
).map((allele) => ({ ...allele, status: 'approved' as const, replaces: null }))
export const approved = approvedOf(alleles)
export const pages = allGenomes(approved)

/** Hidden from the product: how often people who see a page donate and volunteer. */
export type World = {
  donation(genome: Genome): number
  volunteer(genome: Genome): number
  /** The true value of a visit, with the weights 2 : 1. */
  value(genome: Genome): number
  best: number
  uniform: number
}

export type Luck = () => number

/**
 * Independent of the product’s own generator (splitmix64). The seed is mixed first: without that, two seeds give the same
 * numbers, shifted.
 */
export function luckFrom(seed: number): Luck {
  let state = mix(BigInt(seed) + 1n)
  return () => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n)
    return Number(mix(state) >> 11n) / 2 ** 53
  }
}

function mix(bits: bigint): bigint {
  let mixed = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n)
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn)
  return mixed ^ (mixed >> 31n)
}

const mainSd = 0.1
const pairSd = 0.05

/**
 * Logistic effects, drawn per allele (sd 0.10) and per pair of alleles (sd 0.05), apart for donations (base rate 0.5 to
 * 2 %) and volunteers (1 to 4 %).
 */
export function worldFrom(seed: number): World {
  const luck = luckFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - luck())) * Math.cos(2 * Math.PI * luck())
  function rates(low: number, high: number): Map<string, number> {
    const base = low + (high - low) * luck()
    const effects = new Map<string, number>()
    for (const [a, gene] of genes.entries()) {
      for (const one of approved[gene]) {
        effects.set(one, mainSd * normal())
        for (const other of genes.slice(a + 1))
          for (const two of approved[other]) effects.set(`${one}/${two}`, pairSd * normal())
      }
    }
    const logit = Math.log(base / (1 - base))
    return new Map(
      pages.map((genome) => {
        let sum = logit
        for (const [a, gene] of genes.entries()) {
          sum += effects.get(genome[gene]) ?? 0
          for (const other of genes.slice(a + 1)) sum += effects.get(`${genome[gene]}/${genome[other]}`) ?? 0
        }
        return [keyOf(genome), sigmoid(sum)]
      }),
    )
  }
  const donations = rates(0.005, 0.02)
  const volunteers = rates(0.01, 0.04)
  const donation = (genome: Genome) => donations.get(keyOf(genome)) ?? 0
  const volunteer = (genome: Genome) => volunteers.get(keyOf(genome)) ?? 0
  const value = (genome: Genome) => 2 * donation(genome) + volunteer(genome)
  const values = pages.map(value)
  return {
    donation,
    volunteer,
    value,
    best: Math.max(...values),
    uniform: values.reduce((sum, one) => sum + one, 0) / values.length,
  }
}
