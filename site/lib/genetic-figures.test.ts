import { describe, expect, it } from 'vitest'
import type { AnalyzedVariation } from '../../contract/genetic-analytics.ts'
import {
  alleleName,
  alleleWords,
  ancestryOf,
  averageFitness,
  controlSentence,
  differenceOf,
  liftSentence,
  percent,
  points,
  rangeOf,
  seconds,
  shortHeadline,
  suffixOf,
  verdictOf,
} from './genetic-figures.ts'

const variation = (id: string, parents: string[] = []): AnalyzedVariation => ({
  id,
  generation: 1,
  fitnessScore: 2,
  visits: 0,
  avgTimeOnPage: 0,
  donationRate: 0,
  volunteerRate: 0,
  config: {
    headline: 'for Congress',
    issueHighlight: { title: 'Roads', description: 'Fix them.' },
    buttonColor: 'gold',
    layout: { hero: 'split', features: 'vertical', cta: 'inline' },
  },
  genes: { headline: 'office', issueFocus: 'roads', buttonColor: 'gold', layout: 'split' },
  isCurrent: true,
  isRetired: false,
  fitness: null,
  visitors: 0,
  isEarly: true,
  donation: { observed: null, estimate: null },
  volunteer: { observed: null, estimate: null },
  probabilityBest: null,
  probabilityServed: null,
  family: { origin: parents.length === 0 ? 'random' : 'child', parents, isCrossed: parents.length > 0, genes: [] },
})

it('figures are written as the screen wants them', () => {
  expect(points(4.5)).toBe('4.50')
  expect(percent(0.0234)).toBe('2.34%')
  expect(seconds(12_345)).toBe('12.3')
  expect(rangeOf({ mean: 2, low: 1.5, high: 2.5 }, points)).toBe('1.50 to 2.50')
})

it('a row shows the part of the id after the underscore and the first 40 characters of the headline', () => {
  expect(suffixOf('gen3_k7f2')).toBe('k7f2')
  expect(shortHeadline('x'.repeat(40))).toBe('x'.repeat(40))
  expect(shortHeadline('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
  expect(shortHeadline(`${'x'.repeat(39)}🌽 now`)).toBe(`${'x'.repeat(39)}🌽…`)
})

it('the average fitness is the mean of all variations, and 0 without any', () => {
  expect(averageFitness([{ fitnessScore: 1 }, { fitnessScore: 4 }])).toBe(2.5)
  expect(averageFitness([])).toBe(0)
})

describe('the ancestry of a variation', () => {
  const all = [
    variation('a'),
    variation('b'),
    variation('c', ['a', 'b']),
    variation('d', ['c', 'a']),
    variation('e', ['d', 'd']),
  ]
  const idsOf = (id: string) =>
    ancestryOf(id, all)?.parents.map(({ variation: { id: parent }, parents }) => [
      parent,
      parents.map(({ variation: { id: grandparent } }) => grandparent),
    ])

  it('goes back to its grandparents', () => {
    expect(idsOf('d')).toEqual([
      ['c', ['a', 'b']],
      ['a', []],
    ])
  })

  it('names a parent once that is both', () => {
    expect(idsOf('e')).toEqual([['d', ['c', 'a']]])
  })

  it('is empty for one that was not bred, and unknown for an unknown one', () => {
    expect(idsOf('a')).toEqual([])
    expect(ancestryOf('x', all)).toBeNull()
  })
})

it('an allele is shown in the words of the page, or by its id when no variation has it', () => {
  const all = [variation('a')]
  expect(alleleWords('headline', 'office', all)).toBe('for Congress')
  expect(alleleWords('issueFocus', 'roads', all)).toBe('Roads')
  expect(alleleWords('buttonColor', 'gold', all)).toBe('Accent color')
  expect(alleleWords('layout', 'split', all)).toBe('Split')
  expect(alleleWords('headline', 'headline-1', all)).toBe('no longer listed')
})

it('schemes are named by their purpose, layouts are capitalized, texts stay as they are', () => {
  expect([alleleName('buttonColor', 'paper'), alleleName('headline', 'for Congress')]).toEqual([
    'Paper',
    'for Congress',
  ])
})

it('a variation is told by what it has that the page as built does not', () => {
  const control: AnalyzedVariation = { ...variation('gen0_a'), family: { ...variation('a').family, origin: 'control' } }
  const other: AnalyzedVariation = {
    ...variation('gen1_b'),
    genes: { ...control.genes, buttonColor: 'paper', layout: 'centered' },
    config: { ...control.config, buttonColor: 'paper', layout: { ...control.config.layout, hero: 'centered' } },
  }
  expect(differenceOf(control, [control, other])).toBe('The default page')
  expect(differenceOf(other, [control, other])).toBe('Paper, Centered')
  expect(differenceOf(other, [control, other], ['buttonColor'])).toBe('Centered')
})

describe('the verdict says in one sentence', () => {
  const now = Date.parse('2026-05-11T00:00:00.000Z')
  const figures = (visitorsSince: number) => ({
    isTesting: true,
    leader: null,
    evolution: { every: 500, perPage: 50, visitorsSince, fewest: 0 },
    generations: [{ at: '2026-05-01T00:00:00.000Z' }],
  })

  it('that nothing is known before anyone came', () => {
    expect(verdictOf(figures(0), now)).toBe('We don’t know anything about these pages yet: no one has visited them.')
  })

  it('how long it takes at the present pace', () => {
    expect(verdictOf(figures(100), now)).toBe(
      'No page is clearly better yet. At this pace, the next generation comes in about 40 days (100 of 500 visitors so far).',
    )
    expect(verdictOf(figures(500), now)).toContain('as soon as each page has enough visitors')
  })

  it('how far the leading page is from being called the winner', () => {
    const leader = {
      variationId: 'gen3_k7f2',
      isWinner: false,
      expectedLoss: 0.03,
      odds: 12.7,
      oddsNeeded: 100,
      daysLeft: 9.2,
    }
    expect(verdictOf({ ...figures(500), leader }, now)).toMatch(
      /^k7f2 leads with odds of 12 to 1; a winner needs 100 to 1: about 9 days at present traffic\./,
    )
    expect(verdictOf({ ...figures(500), leader: { ...leader, odds: 0.9 } }, now)).toMatch(/^No page is clearly better/)
    expect(verdictOf({ ...figures(500), leader: { ...leader, odds: 120 } }, now)).toMatch(/^k7f2 beats the others, but/)
    expect(verdictOf({ ...figures(500), leader: { ...leader, isWinner: true } }, now)).toBeNull()
  })

  it('nothing where a notice says more: testing is off', () => {
    expect(verdictOf({ ...figures(1), isTesting: false }, now)).toBeNull()
  })
})

describe('the lift over the page as built, in plain words', () => {
  const control = { visitors: 1234, conversions: 40 }
  const lift = { controlShare: 0.05, tested: { visitors: 20_000, conversions: 700 }, control, daysLeft: 12 }

  it('says how much more, and between which figures', () => {
    expect(liftSentence({ ...lift, range: { mean: 0.12, low: 0.04, high: 0.21 } })).toBe(
      '12% more conversions than the default page, between 4% and 21%.',
    )
    expect(liftSentence({ ...lift, range: { mean: -0.08, low: -0.12, high: -0.03 } })).toBe(
      '8% fewer conversions than the default page, between 3% and 12%.',
    )
  })

  it('says how long it will take', () => {
    expect(liftSentence({ ...lift, range: { mean: 0.1, low: -0.08, high: 0.3 } })).toBe(
      'No clear difference from the default page yet, between 8% fewer and 30% more conversions; at present traffic, we’ll know it to within 10% in about 12 days.',
    )
    expect(liftSentence({ ...lift, range: null })).toBe(
      'It’s too early to tell what the test brings; at present traffic, we’ll know in about 12 days.',
    )
    expect(liftSentence({ ...lift, range: null, daysLeft: null })).toBe('It’s too early to tell what the test brings.')
  })

  it('says how many see the page as built', () => {
    expect(controlSentence({ ...lift, range: null })).toBe(
      '5% of visitors see the default page, for comparison: 1,234 so far.',
    )
  })
})
