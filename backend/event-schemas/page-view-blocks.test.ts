import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrozen } from '../../test/freeze-event.ts'
import { createEvidenceFold } from '../domain/page-variations/evidence-fold.ts'
import { type RecordedView, type ViewBlock, viewBlocks } from '../domain/page-variations/page-view-blocks.ts'
import { type PageViewCommand, type PageViewEvent, pageViews } from '../domain/page-variations/page-views.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import { problemWith } from './index.ts'
import type { PackedViews } from './packed-views.ts'
import { blockOf, eventsIn, viewsIn } from './page-view-blocks.ts'

const pageId = fc.constantFrom('gen1_aaaa', 'gen1_bbbb', 'gen0_control')
const allele = fc.constantFrom('office', 'freedom', 'people')
const genome = fc.record({ headline: allele, issueFocus: allele, buttonColor: allele, layout: allele })
const viewId = fc.stringMatching(/^[\w-]{20}$/)
const time = fc.integer({ min: 0, max: 2_147_483_647 })
const share = fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs)
const drawn = fc.nat({ max: 2 ** 32 - 1 }).map((number) => number / 2 ** 32)
const day = fc.constantFrom('2026-03-01', '2026-03-02', null)
const hash = fc.constantFrom('hash-1', 'hash-2')
const offers = fc.array(fc.record({ variationId: pageId, probability: share }), { minLength: 1, maxLength: 6 })
const generation = fc.nat(3)
const serving = fc.option(
  fc.record({ visitorKey: viewId, generation, day, propensity: share, snapshotHash: hash, isFirst: fc.boolean() }),
)
const served = fc.record({
  viewId,
  visitorKey: viewId,
  variationId: pageId,
  generation,
  day,
  genome,
  genePoolVersion: hash,
  reason: fc.constantFrom('new', 'sticky', 'redrawn', 'fallback'),
  propensity: share,
  probabilities: offers,
  uniform: fc.option(
    fc.oneof(
      drawn,
      share.filter((number) => number < 1),
    ),
  ),
  policyVersion: hash,
  snapshotHash: hash,
  fitnessVersion: hash,
  bot: fc.record({ isBot: fc.boolean(), rule: fc.constantFrom('crawler', 'prefetch', null), version: hash }),
})
const reported = fc.record({
  viewId,
  visitId: fc.uuid(),
  variationId: pageId,
  timeOnPage: time,
  donated: fc.boolean(),
  volunteered: fc.boolean(),
  scoredTime: time,
  censored: fc.boolean(),
  source: fc.constantFrom('timer', 'leave', 'hook'),
  accepted: fc.boolean(),
  refusal: fc.constantFrom('unserved', 'fallback', 'visitor-cap', 'address-cap', 'duplicate', null),
  duplicateOf: fc.option(fc.uuid()),
  serving,
})
const credited = fc.record({
  viewId,
  variationId: pageId,
  conversion: fc.constantFrom('donated', 'volunteered'),
  source: fc.constantFrom('hook', 'server'),
  isAfterVisit: fc.boolean(),
  rule: fc.constantFrom('view-1', 'visitor-1'),
  serving,
})
const event: fc.Arbitrary<PageViewEvent> = fc.oneof(
  served.map((data) => ({ type: 'VariationServed', data }) as const),
  reported.map((data) => ({ type: 'VisitRecorded', data }) as const),
  credited.map((data) => ({ type: 'ConversionCredited', data }) as const),
)
const at = fc
  .integer({ min: 0, max: 90_000 })
  .map((ms) => new Date(Date.parse('2026-03-01T12:00:00Z') + ms).toISOString())
const facts: fc.Arbitrary<RecordedView[]> = fc.array(fc.record({ at, event }), { minLength: 1, maxLength: 40 })

/** Acts of a visitor, as the decider of views says it. */
function factsOf(given: readonly PageViewCommand[]): RecordedView[] {
  let view = pageViews.initialState
  return given.flatMap((command, index) => {
    const events = pageViews.decide(command, view)
    view = events.reduce(pageViews.evolve, view)
    return events.map((one) => ({ at: new Date(1000 * index).toISOString(), event: one }))
  })
}

const probabilities = ['gen1_a', 'gen1_b'].map((variationId) => ({ variationId, probability: 0.5 }))
const view: PageViewCommand = {
  type: 'ServeVariation',
  data: {
    viewId: 'AAAAAAAAAAAAbbbbbbbb',
    visitorKey: 'cccccccccccccccccccccc',
    variationId: 'gen1_a',
    generation: 1,
    day: '2026-03-01',
    genome: { headline: 'office', issueFocus: 'economy', buttonColor: 'gold', layout: 'split' },
    genePoolVersion: 'pool-1',
    reason: 'new',
    propensity: 0.5,
    probabilities,
    uniform: 0.25,
    policyVersion: 'uniform-2',
    snapshotHash: 'hash',
    fitnessVersion: 'fitness-1',
    bot: { isBot: false, rule: null, version: 'bots-1' },
  },
}
const report: PageViewCommand = {
  type: 'ReportVisit',
  data: {
    viewId: 'AAAAAAAAAAAAbbbbbbbb',
    visitId: '00000000-0000-0000-006d-b6db6db6db6a',
    variationId: 'gen1_a',
    timeOnPage: 45_000,
    donated: true,
    volunteered: false,
    exclusion: null,
    isLaterView: false,
  },
}

describe('a block of page views', () => {
  it('given any facts, then reading it gives the same, in the same order, also after JSON', async () => {
    await fc.assert(
      fc.asyncProperty(facts, async (given) => {
        const block = await blockOf(given)
        expect(problemWith('PageViewsRecorded', block, '2026-03-01T12:00:00.000Z')).toBeNull()
        expect(viewsIn(JSON.parse(JSON.stringify(block)))).toEqual(given)
      }),
      { numRuns: 30 },
    )
  })

  it('given 250 facts, then it takes less than a tenth of their JSON', async () => {
    const given = Array.from({ length: 84 }, (_, index) => {
      const viewId = createHash('sha256').update(String(index)).digest('base64url').slice(0, 20)
      return factsOf([
        { ...view, data: { ...view.data, viewId } },
        { ...report, data: { ...report.data, viewId, timeOnPage: 111 * index } },
      ])
    }).flat()
    expect(given.length).toBeGreaterThan(250)
    expect(JSON.stringify(await blockOf(given)).length).toBeLessThan(JSON.stringify(given).length / 10)
  })

  it('given the same facts as events of their own, then the evidence is the same', async () => {
    const given = factsOf([view, report, { ...report, type: 'ReportVisit' }])
    const stored = { id: 'id', stream: 'view-block-id', revision: 0, position: '7', metadata: { at: '' } }
    const [one, other] = [createEvidenceFold(), createEvidenceFold()]
    for (const [index, { event: single }] of given.entries()) one.apply(single, String(index))
    for (const single of eventsIn({ ...stored, type: 'PageViewsRecorded', data: await blockOf(given) }))
      other.apply(single, single.position)
    expect(other.snapshot()).toEqual(one.snapshot())
  })

  it('given a damaged block, then it says so instead of inventing a view', async () => {
    const { since, facts: whole } = await blockOf(factsOf([view]))
    expect(() => viewsIn({ since, facts: whole.slice(0, 100) })).toThrow('unexpected end of file')
  })
})

/** As the first releases with blocks wrote it, and as it is read now. */
const packed: PackedViews = {
  since: '1970-01-01T00:00:00.000Z',
  order: 'src',
  pages: [
    ['gen1_a', ['office', 'economy', 'gold', 'split']],
    ['gen1_b', null],
  ],
  hashes: ['hash'],
  draws: [
    {
      generation: 1,
      day: '2026-03-01',
      genePoolVersion: 'pool-1',
      policyVersion: 'uniform-2',
      hash: 0,
      fitnessVersion: 'fitness-1',
      bot: { isBot: false, rule: null, version: 'bots-1' },
      offers: [
        [0, 0.5],
        [1, 0.5],
      ],
    },
  ],
  servings: [[1, '2026-03-01', 0.5, 0, true]],
  served: [[0, 'AAAAAAAAAAAAbbbbbbbb', 'cccccccccccccccccccccc', 0, 0, 0, 2 ** 30, 2]],
  // 25: a click to donate, accepted, from the timer of a page that is open for long.
  reported: [[1000, 0, 'ag', 0, 45_000, 45, 0, '']],
  others: [],
  credited: [[1000, 0, 0, 8, 0, '']],
}
const older = (block: PackedViews): ViewBlock => ({ since: block.since, facts: JSON.stringify(block) })

describe('a block of an older release', () => {
  it('holds the same facts', () => {
    expect(viewsIn(older(packed))).toEqual(factsOf([view, report]))
    const [first, second] = readFrozen()
      .events.filter(({ type }) => type === 'PageViewsRecorded')
      .map(({ decoded: { since, facts: form } }) => viewsIn({ since: String(since), facts: String(form) }))
    expect(first).toHaveLength(6)
    expect(second).toEqual(first)
  })

  it('given a damaged one, then it says so instead of inventing a view', () => {
    expect(() => viewsIn(older({ ...packed, draws: [] }))).toThrow('A block of page views has no item 0.')
    expect(() => viewsIn(older({ ...packed, order: 'ss' }))).toThrow('A block of page views has no item 1.')
  })
})

describe('recording a block', () => {
  const data = { since: '2026-03-01T12:00:00.000Z', facts: 'AAAA' }
  const command = { type: 'RecordPageViews', data } as const

  it('given no such block, when it is recorded, then its facts are in the log', () => {
    expect(viewBlocks.decide(command, viewBlocks.initialState)).toEqual([{ type: 'PageViewsRecorded', data }])
  })
  it('given the block, when it is recorded again after a crash, then nothing is', () => {
    const state = stateAfter(viewBlocks, [{ type: 'PageViewsRecorded', data }])
    expect(viewBlocks.decide(command, state)).toEqual([])
  })
})
