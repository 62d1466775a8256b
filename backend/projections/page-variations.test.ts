import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/log/projected.ts'
import { constants } from '../domain/page-variations/breeding.ts'
import { increment, insert, update } from '../kernel/projector/projection.ts'
import { pageVariationsProjection as projection } from './page-variations.ts'

const serving = {
  visitorKey: 'k',
  generation: 3,
  day: '2026-03-01',
  propensity: 0.2,
  snapshotHash: 'h',
  isFirst: true,
}
const visit = {
  viewId: 'v1',
  visitId: '11111111-1111-4111-8111-111111111111',
  variationId: 'gen1_aaaa',
  timeOnPage: 95_000,
  scoredTime: 30_000,
  censored: true,
  donated: false,
  volunteered: true,
  source: 'timer',
  accepted: true,
  refusal: null,
  duplicateOf: null,
  serving,
} as const
const genome = { headline: 'office', issueFocus: 'highlighted', buttonColor: 'cardinal', layout: 'split' }
const trial = { generation: 3, variation_id: 'gen1_aaaa', day: '2026-03-01' }

it('a new variation is a row with all counters at zero; one that is kept keeps its row', () => {
  const data = {
    from: 1,
    to: 2,
    trigger: 'auto' as const,
    adminId: null,
    seed: 's',
    algorithmVersion: 'breeding-1',
    constants,
    lastPosition: '7',
    genePoolVersion: 'pool-1',
    fitnessVersion: 'fitness-1',
    variations: [
      { variationId: 'gen1_aaaa', genome, origin: 'elite' as const, family: null },
      { variationId: 'gen2_bbbb', genome, origin: 'random' as const, family: null },
    ],
    elites: ['gen1_aaaa'],
    births: [],
    scoring: null,
  }
  const evolved = recorded({ type: 'PopulationEvolved', data })
  expect(changesBy(projection, evolved)).toEqual([
    insert('page_variations', {
      id: 'gen2_bbbb',
      genes: genome,
      generation: 2,
      place: 1,
      score: 0,
      visits: 0,
      total_time_on_page: 0,
      donations: 0,
      volunteers: 0,
      origin: 'random',
      family: null,
      last_used: null,
      created_at: at,
    }),
    insert('page_generations', {
      generation: 2,
      event_id: evolved.id,
      at,
      trigger: 'auto',
      admin_id: null,
      variation_ids: { list: ['gen1_aaaa', 'gen2_bbbb'] },
    }),
  ])
})

it('an accepted visit is a row with its raw time, and adds its scored time and its evidence', () => {
  expect(changesBy(projection, recorded({ type: 'VisitRecorded', data: visit }))).toEqual([
    insert('visit_metrics', {
      view_id: 'v1',
      id: visit.visitId,
      variation_id: 'gen1_aaaa',
      time_on_page: 95_000,
      donated: false,
      volunteered: true,
      is_censored: true,
      timestamp: at,
    }),
    increment('page_variations', { id: 'gen1_aaaa' }, { visits: 1, total_time_on_page: 30_000 }),
    increment('page_trials', trial, { visits: 1, time: 30_000, visitors: 1, donated: 0, volunteered: 1 }),
  ])
})

it('a later view of the same visitor only adds its time', () => {
  const later = { ...visit, serving: { ...serving, isFirst: false } }
  expect(changesBy(projection, recorded({ type: 'VisitRecorded', data: later })).at(-1)).toEqual(
    increment('page_trials', trial, { visits: 1, time: 30_000 }),
  )
})

it('a rejected or duplicate visit is only counted as rejected or duplicate', () => {
  const refused = { ...visit, accepted: false, refusal: 'duplicate', duplicateOf: 'r1' } as const
  expect(changesBy(projection, recorded({ type: 'VisitRecorded', data: refused }))).toEqual([
    increment('page_refusals', { refusal: 'duplicate' }, { reports: 1 }),
  ])
})

it('a conversion is counted once and marked on its visit; after the visit it is evidence too', () => {
  const data = {
    viewId: 'v1',
    variationId: 'gen1_aaaa',
    conversion: 'donated',
    source: 'server',
    isAfterVisit: false,
    rule: 'visitor-1' as const,
    serving,
  } as const
  const both = [
    update('visit_metrics', { view_id: 'v1' }, { donated: true }),
    increment('page_variations', { id: 'gen1_aaaa' }, { donations: 1 }),
  ]
  expect(changesBy(projection, recorded({ type: 'ConversionCredited', data }))).toEqual(both)
  expect(
    changesBy(projection, recorded({ type: 'ConversionCredited', data: { ...data, isAfterVisit: true } })),
  ).toEqual([...both, increment('page_trials', trial, { donated: 1 })])
})

it('a draw counts for the drawn page, and every page adds its chance', () => {
  const data = {
    viewId: 'v1',
    visitorKey: 'k',
    variationId: 'a',
    generation: 3,
    day: '2026-03-01',
    genome,
    genePoolVersion: 'pool-1',
    reason: 'new' as const,
    propensity: 0.7,
    probabilities: [
      { variationId: 'a', probability: 0.7 },
      { variationId: 'b', probability: 0.3 },
    ],
    uniform: 0.1,
    policyVersion: 'thompson-1',
    snapshotHash: 'h',
    fitnessVersion: 'fitness-1',
    bot: { isBot: false, rule: null, version: 'isbot-5' },
  }
  expect(changesBy(projection, recorded({ type: 'VariationServed', data }))).toEqual([
    update('page_variations', { id: 'a' }, { last_used: at }),
    increment('page_trials', { ...trial, variation_id: 'a' }, { draws: 1, expected: 700_000 }),
    increment('page_trials', { ...trial, variation_id: 'b' }, { draws: 0, expected: 300_000 }),
  ])
})
