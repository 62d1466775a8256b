import { describe, expect, it } from 'vitest'
import type { AnalyzedVariation } from '../../contract/genetic-analytics.ts'
import {
  alleleName,
  alleleWords,
  ancestryOf,
  averageFitness,
  percent,
  points,
  rangeOf,
  seconds,
  shortHeadline,
  suffixOf,
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
  expect(alleleWords('headline', 'headline-1', all)).toBe('headline-1')
})

it('schemes are named by their purpose, layouts are capitalized, texts stay as they are', () => {
  expect([alleleName('buttonColor', 'paper'), alleleName('headline', 'for Congress')]).toEqual([
    'Paper',
    'for Congress',
  ])
})
