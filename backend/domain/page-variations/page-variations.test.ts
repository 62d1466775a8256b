import { describe, expect, it } from 'vitest'
import { campaign, campaignTexts } from '../../../contract/campaign.ts'
import { maxLength } from '../../../contract/hero-text.ts'
import { given } from '../../../test/support/spec.ts'
import { type BotRules, createBotVerdict } from '../bot-rules.ts'
import { draw } from '../random.ts'
import { constants } from './breeding.ts'
import type { Allele } from './gene-pool.ts'
import {
  allGenomes,
  approvedOf,
  configOf,
  controlOf,
  isTesting,
  pagesOf,
  seedPopulation,
  shippedAlleles,
} from './page-genes.ts'
import { firstFitness, type PopulationEvent, pageVariations } from './page-variations.ts'
import { controlId, uniformOffers } from './serving-policy.ts'

const shipped = shippedAlleles(campaign, campaignTexts.pageTest)
const botRules: BotRules = { version: 'bots-1', crawler: 'bot', withoutUserAgent: true, prefetch: true }
const prepare = (isApproved = true, from = shipped) =>
  ({
    type: 'PreparePopulation',
    data: { shipped: from, isApproved, botRules, seed: 'a seed', controlShare: 0.05 },
  }) as const
const pool = (status: Allele['status']): Allele[] =>
  shipped.map((one) => ({ ...one, status: one.isBuilt ? 'approved' : status, replaces: null }))
const approvedPool = pool('approved')
const poolChanged = (alleles: Allele[], version = 'pool-1'): PopulationEvent => ({
  type: 'GenePoolChanged',
  data: { version, alleles, change: { kind: 'shipped', alleleId: null } },
})
const rules = (alleles: Allele[]): PopulationEvent[] => [
  poolChanged(alleles),
  { type: 'FitnessChanged', data: firstFitness },
  { type: 'BotRuleChanged', data: botRules },
]
const seeded = (alleles: Allele[], controlShare = 0.05): PopulationEvent => ({
  type: 'PopulationEvolved',
  data: {
    from: null,
    to: 1,
    trigger: 'seed',
    adminId: null,
    seed: 'a seed',
    algorithmVersion: 'seeding-1',
    constants,
    lastPosition: null,
    genePoolVersion: 'pool-1',
    fitnessVersion: 'fitness-1',
    variations: seedPopulation(approvedOf(alleles), 'a seed'),
    elites: [],
    births: [],
    scoring: null,
    controlShare,
  },
})
const started = [...rules(approvedPool), seeded(approvedPool)]

describe('preparing the population', () => {
  it('records the current rules and creates the first generation', () => {
    given(pageVariations, []).when(prepare()).then(started)
  })
  it('shows only the page as built until an admin approves something', () => {
    const proposed = pool('proposed')
    given(pageVariations, [])
      .when(prepare(false))
      .then([...rules(proposed), seeded(proposed, 0)])
    expect(seedPopulation(approvedOf(proposed), 'a seed')).toHaveLength(1)
    expect(isTesting(approvedOf(proposed))).toBe(false)
  })
  it('does nothing the second time, and approves nothing by itself', () => {
    given(pageVariations, started).when(prepare()).thenNothing()
    const off = [...rules(pool('proposed')), seeded(pool('proposed'))]
    given(pageVariations, off).when(prepare(true)).thenNothing()
  })
  it('takes a reworded page as built for a new allele, and retires the old one', () => {
    const reworded = shipped.map((one) => (one.id === 'office' ? { ...one, text: 'for Senate' } : one))
    given(pageVariations, started)
      .when(prepare(true, reworded))
      .then([
        poolChanged(
          [
            ...approvedPool.map((one) =>
              one.id === 'office' ? { ...one, status: 'retired' as const, isBuilt: false } : one,
            ),
            {
              id: 'office~2',
              gene: 'headline',
              text: 'for Senate',
              description: null,
              isBuilt: true,
              status: 'approved',
              replaces: 'office',
            },
          ],
          'pool-2',
        ),
      ])
  })
})

describe('the first generation', () => {
  const approved = approvedOf(approvedPool)
  it('has five different genomes with distinct ids, the control first', () => {
    const seeds = Array.from({ length: 200 }, (_, index) => seedPopulation(approved, `seed ${index}`))
    for (const population of seeds) {
      expect(population).toHaveLength(5)
      expect(population[0]).toMatchObject({ genome: controlOf(approved), origin: 'control' })
      expect(new Set(population.map(({ genome }) => JSON.stringify(genome))).size).toBe(5)
      expect(new Set(population.map(({ variationId }) => variationId)).size).toBe(5)
      for (const { variationId } of population) expect(variationId).toMatch(/^gen1_[a-z0-9]{4}$/)
    }
    const headlines = new Set(seeds.flatMap((population) => population.map(({ genome }) => genome.headline)))
    expect(headlines.size).toBe(8)
  })
  it('is the same for the same seed', () => {
    expect(
      seedPopulation(approved, 'frozen').map(({ variationId, genome }) => [variationId, ...Object.values(genome)]),
    ).toEqual([
      ['gen1_qpfw', 'office', 'highlighted', 'cardinal', 'split'],
      ['gen1_pqta', 'honesty', 'prosperity', 'gold', 'centered'],
      ['gen1_zcpv', 'honesty', 'innovation', 'paper', 'split'],
      ['gen1_q6hc', 'constitution', 'innovation', 'paper', 'split'],
      ['gen1_8r4s', 'heartland', 'highlighted', 'gold', 'split'],
    ])
  })
})

describe('the shipped pool', () => {
  it('has the size that the spec names, and every text fits its space', () => {
    const approved = approvedOf(approvedPool)
    expect(
      [approved.headline, approved.buttonColor, approved.issueFocus, approved.layout].map((all) => all.length),
    ).toEqual([8, 3, 4, 2])
    expect([pagesOf(approved), allGenomes(approved).length]).toEqual([192, 192])
    for (const { gene, text, description } of shipped) {
      if (gene === 'headline') expect(text.length, text).toBeLessThanOrEqual(maxLength.headline)
      if (gene !== 'issueFocus') continue
      expect(text.length, text).toBeLessThanOrEqual(maxLength.issueTitle)
      expect(description?.length, text).toBeLessThanOrEqual(maxLength.issueDescription)
    }
  })
  it('renders the control as the page is built', () => {
    expect(configOf(approvedPool, controlOf(approvedOf(approvedPool)))).toEqual({
      headline: campaign.office,
      issueHighlight: campaign.highlightedIssue,
      buttonColor: 'cardinal',
      layout: { hero: 'split', features: 'vertical', cta: 'inline' },
    })
  })
  it('falls back to the control for an unknown allele', () => {
    const genome = { ...controlOf(approvedOf(approvedPool)), headline: 'gone' }
    expect(configOf(approvedPool, genome).headline).toBe(campaign.office)
  })
})

describe('the gene pool', () => {
  const headline = { gene: 'headline', text: 'for All of Us', description: null } as const
  const proposed: Allele = { ...headline, id: 'headline-1', status: 'proposed', isBuilt: false, replaces: null }
  const changed = (
    alleles: Allele[],
    kind: 'proposed' | 'reworded' | 'approved' | 'retired',
    alleleId: string,
    n = 2,
  ) => ({ type: 'GenePoolChanged', data: { version: `pool-${n}`, alleles, change: { kind, alleleId } } }) as const

  it('hides a proposal until an admin approves it', () => {
    const added = changed([...approvedPool, proposed], 'proposed', 'headline-1')
    given(pageVariations, started).when({ type: 'ProposeAllele', data: headline }).then([added])
    expect(approvedOf(added.data.alleles).headline).not.toContain('headline-1')
    given(pageVariations, [...started, added])
      .when({ type: 'ApproveAllele', data: { alleleId: 'headline-1' } })
      .then([changed([...approvedPool, { ...proposed, status: 'approved' }], 'approved', 'headline-1', 3)])
    given(pageVariations, [...started, added])
      .when({ type: 'ProposeAllele', data: headline })
      .then('conflict')
  })
  it('makes a reworded text a new allele with the status of the old one', () => {
    const reworded: Allele = { ...proposed, status: 'approved', replaces: 'freedom' }
    const before = approvedPool.map((one) => (one.id === 'freedom' ? { ...one, status: 'retired' as const } : one))
    given(pageVariations, started)
      .when({ type: 'RewordAllele', data: { ...headline, alleleId: 'freedom' } })
      .then([changed([...before, reworded], 'reworded', 'headline-1')])
    given(pageVariations, started)
      .when({ type: 'RewordAllele', data: { ...headline, text: 'for Your Freedom', alleleId: 'freedom' } })
      .thenNothing()
  })
  it('retires a text once, rejects the page as built, and rejects unknown texts', () => {
    const retired = approvedPool.map((one) => (one.id === 'gold' ? { ...one, status: 'retired' as const } : one))
    const event = changed(retired, 'retired', 'gold')
    const retire = (alleleId: string) => ({ type: 'RetireAllele', data: { alleleId } }) as const
    given(pageVariations, started).when(retire('gold')).then([event])
    given(pageVariations, [...started, event])
      .when(retire('gold'))
      .thenNothing()
    given(pageVariations, started).when(retire('office')).then('conflict')
    given(pageVariations, started).when(retire('silver')).then('not_found')
  })
})

describe('the fitness rule', () => {
  const change = (donation: number, timeCap = 30_000) =>
    ({ type: 'ChangeFitness', data: { weights: { donation, volunteer: 1, time: 0.01 }, timeCap } }) as const
  it('gets a new version when it changes', () => {
    given(pageVariations, started)
      .when(change(3))
      .then([{ type: 'FitnessChanged', data: { version: 'fitness-2', ...change(3).data } }])
    given(pageVariations, started).when(change(2)).thenNothing()
  })
  it('scores up to 30 seconds', () => {
    given(pageVariations, started).when(change(2, 20_000)).then('unprocessable')
  })
})

describe('serving without evidence', () => {
  it('offers each of five pages with the same probability, and maps each draw to its page', () => {
    const offers = uniformOffers(['a', 'b', 'c', 'd', 'e'], 0)
    expect(offers.map(({ probability }) => probability)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2])
    const at = (uniform: number) => draw(offers, uniform)?.variationId
    expect([0, 0.1999, 0.2, 0.5, 0.79, 0.8, 0.999999].map(at)).toEqual(['a', 'a', 'b', 'c', 'd', 'e', 'e'])
  })

  it('offers the control with its share, and each page with an equal part of the rest', () => {
    const offers = uniformOffers(['a', 'b'], 0.1)
    expect(offers.map(({ variationId, probability }) => [variationId, probability])).toEqual([
      ['a', 0.45],
      ['b', 0.45],
      [controlId, 0.1],
    ])
    expect([0.89, 0.91, 0.999999].map((uniform) => draw(offers, uniform)?.variationId)).toEqual([
      'b',
      controlId,
      controlId,
    ])
  })
})

it('a bot is a crawler, sends no user agent, or fetches ahead', () => {
  const verdict = createBotVerdict({ ...botRules, crawler: 'bot\\b' })
  const rule = (userAgent: string, purpose = '') => verdict({ userAgent, purpose }).rule
  expect([rule('GoogleBot/2'), rule(' '), rule('Firefox', 'prefetch'), rule('Firefox')]).toEqual([
    'crawler',
    'no-user-agent',
    'prefetch',
    null,
  ])
})
