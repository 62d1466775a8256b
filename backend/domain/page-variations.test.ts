import { describe, expect, it } from 'vitest'
import { campaign } from '../../contract/campaign.ts'
import { given } from '../../test/support/spec.ts'
import { botRules, botVerdict } from './bot-rules.ts'
import { configOf, controlGenome, genePool, maxLength, seedPopulation } from './page-genes.ts'
import { constants, fitness, type PopulationEvent, pageVariations, servingPolicy } from './page-variations.ts'
import { draw } from './random.ts'

const pool = genePool(campaign)
const prepare = { type: 'PreparePopulation', data: { genePool: pool, genePoolVersion: 'v1', seed: 'a seed' } } as const
const rules: PopulationEvent[] = [
  { type: 'GenePoolChanged', data: { version: 'v1', genePool: pool } },
  { type: 'FitnessChanged', data: fitness },
  { type: 'BotRuleChanged', data: botRules },
]
const seeded: PopulationEvent = {
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
    genePoolVersion: 'v1',
    fitnessVersion: fitness.version,
    variations: seedPopulation(pool, 'a seed'),
  },
}

describe('preparing the population', () => {
  it('records the current rules and creates the first generation', () => {
    given(pageVariations, [])
      .when(prepare)
      .then([...rules, seeded])
  })
  it('does nothing the second time, whatever the seed', () => {
    const again = { ...prepare, data: { ...prepare.data, seed: 'another' } }
    given(pageVariations, [...rules, seeded])
      .when(again)
      .thenNothing()
  })
  it('records new wording in the pool, and keeps the population', () => {
    const data = { ...prepare.data, genePoolVersion: 'v2' }
    given(pageVariations, [...rules, seeded])
      .when({ ...prepare, data })
      .then([{ type: 'GenePoolChanged', data: { version: 'v2', genePool: pool } }])
  })
})

describe('the first generation', () => {
  it('has five different genomes with distinct ids, the control first', () => {
    const seeds = Array.from({ length: 200 }, (_, index) => seedPopulation(pool, `seed ${index}`))
    for (const population of seeds) {
      expect(population).toHaveLength(5)
      expect(population[0]).toMatchObject({ genome: controlGenome, origin: 'control' })
      expect(new Set(population.map(({ genome }) => JSON.stringify(genome))).size).toBe(5)
      expect(new Set(population.map(({ variationId }) => variationId)).size).toBe(5)
      for (const { variationId } of population) expect(variationId).toMatch(/^gen1_[a-z0-9]{4}$/)
    }
    const headlines = new Set(seeds.flatMap((population) => population.map(({ genome }) => genome.headline)))
    expect(headlines.size).toBe(pool.headlines.length)
  })
  it('is always the same for the same seed', () => {
    expect(
      seedPopulation(pool, 'frozen').map(({ variationId, genome }) => [variationId, ...Object.values(genome)]),
    ).toEqual([
      ['gen1_qpfw', 'office', 'highlighted', 'cardinal', 'split'],
      ['gen1_pqta', 'honesty', 'prosperity', 'gold', 'centered'],
      ['gen1_zcpv', 'honesty', 'innovation', 'paper', 'split'],
      ['gen1_q6hc', 'constitution', 'innovation', 'paper', 'split'],
      ['gen1_8r4s', 'heartland', 'highlighted', 'gold', 'split'],
    ])
  })
})

describe('the gene pool', () => {
  it('has the size the spec names, and every text fits its space', () => {
    expect([pool.headlines, pool.buttonColors, pool.issueFocuses, pool.layouts].map(({ length }) => length)).toEqual([
      8, 3, 4, 2,
    ])
    for (const { text } of pool.headlines) expect(text.length, text).toBeLessThanOrEqual(maxLength.headline)
    for (const { title, description } of pool.issueFocuses) {
      expect(title.length, title).toBeLessThanOrEqual(maxLength.issueTitle)
      expect(description.length, description).toBeLessThanOrEqual(maxLength.issueDescription)
    }
  })
  it('renders the control as the page is built', () => {
    expect(configOf(pool, controlGenome)).toEqual({
      headline: campaign.office,
      issueHighlight: campaign.highlightedIssue,
      buttonColor: 'cardinal',
      layout: { hero: 'split', features: 'vertical', cta: 'inline' },
    })
  })
  it('falls back to the control for a removed allele', () => {
    expect(configOf(pool, { ...controlGenome, headline: 'gone' }).headline).toBe(campaign.office)
  })
})

describe('serving', () => {
  it('offers each of five pages with probability 0.2, and maps each draw to its page', () => {
    const offers = servingPolicy.offers(['a', 'b', 'c', 'd', 'e'])
    expect(offers.map(({ probability }) => probability)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2])
    const at = (uniform: number) => draw(offers, uniform)?.variationId
    expect([0, 0.1999, 0.2, 0.5, 0.79, 0.8, 0.999999].map(at)).toEqual(['a', 'a', 'b', 'c', 'd', 'e', 'e'])
  })
})

describe('bots', () => {
  const verdict = (userAgent: string, purpose = '') => botVerdict({ userAgent, purpose }).rule
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
  ])('%s is a bot', (userAgent) => expect(verdict(userAgent)).toBe('crawler'))
  it.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; Cubot X70) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  ])('%s is a person', (userAgent) => expect(verdict(userAgent)).toBeNull())
  it('a prefetch or a client without a user agent counts as one', () => {
    expect(verdict('Mozilla/5.0 Chrome/140.0', 'prefetch;prerender')).toBe('prefetch')
    expect(verdict(' ')).toBe('no-user-agent')
  })
})
