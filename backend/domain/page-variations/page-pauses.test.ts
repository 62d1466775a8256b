import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { randomFrom } from '../random.ts'
import { harmIn, type PageCounts, type PagePauseEvent, pagePauses } from './page-pauses.ts'

const harm = { variationId: 'gen3_k7f2', reason: 'signups', odds: 20_000 } as const
const paused: PagePauseEvent = { type: 'VariationPaused', data: harm }
const resumed: PagePauseEvent = { type: 'VariationResumed', data: { variationId: 'gen3_k7f2' } }
const pause = { type: 'PauseVariation', data: harm } as const
const resume = { type: 'ResumeVariation', data: { variationId: 'gen3_k7f2' } } as const

describe('a page variation', () => {
  it('is paused once, and resumed once by an admin', () => {
    given(pagePauses, []).when(pause).then([paused])
    given(pagePauses, [paused]).when(pause).thenNothing()
    given(pagePauses, [paused]).when(resume).then([resumed])
    given(pagePauses, [paused, resumed]).when(resume).thenNothing()
  })
  it('stays resumed, because an admin decided', () => {
    given(pagePauses, [paused, resumed]).when(pause).thenNothing()
  })
  it('cannot be resumed unless it was paused', () => {
    given(pagePauses, []).when(resume).then('not_found')
  })
})

const row = (
  variationId: string,
  draws: number,
  visitors: number,
  conversions: number,
  generation = 1,
): PageCounts => ({
  generation,
  variationId,
  draws,
  expected: draws * 1_000_000,
  visitors,
  conversions,
})

describe('harm', () => {
  it('is found in a page that brings at most half the conversions, or keeps its views from being reported', () => {
    const others = [row('b', 2000, 1800, 180), row('c', 2000, 1800, 180)]
    expect(harmIn([row('a', 2000, 1800, 70), ...others], ['a', 'b', 'c'])).toMatchObject([
      { variationId: 'a', reason: 'signups' },
    ])
    expect(harmIn([row('a', 2000, 1500, 150), ...others], ['a', 'b', 'c'])).toMatchObject([
      { variationId: 'a', reason: 'errors' },
    ])
  })

  it('is not found in a page that is a little worse, or in a generation that was worse as a whole', () => {
    expect(harmIn([row('a', 5000, 4500, 360), row('b', 5000, 4500, 450)], ['a', 'b'])).toEqual([])
    const rows = [
      row('a', 1000, 500, 20, 1),
      row('b', 1000, 500, 20, 1),
      row('c', 1000, 900, 90, 2),
      row('b', 1000, 900, 90, 2),
    ]
    expect(harmIn(rows, ['a', 'b', 'c'])).toEqual([])
  })

  it('is not found by chance: none in 40 A/A runs that are looked at after every 50 visitors', () => {
    const pages = ['a', 'b', 'c', 'd', 'e']
    for (let run = 0; run < 40; run++) {
      const luck = randomFrom(`run ${run}`)
      const rows = new Map(pages.map((id) => [id, row(id, 0, 0, 0)]))
      for (let visitor = 1; visitor <= 5000; visitor++) {
        const seen = rows.get(pages[Math.floor(5 * luck())] ?? '')
        if (!seen) continue
        seen.draws++
        if (luck() < 0.1) continue
        seen.visitors++
        seen.conversions += Number(luck() < 0.04)
        if (visitor % 50 === 0) expect(harmIn([...rows.values()], pages)).toEqual([])
      }
    }
  })
})
