import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/projected.ts'
import { controlGenome } from '../domain/page-genes.ts'
import { constants } from '../domain/page-variations.ts'
import { pageVariationsProjection as projection } from './page-variations.ts'
import { increment, insert, update } from './projection.ts'

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
} as const

it('a generation is one row per variation, with all counters at zero', () => {
  const data = {
    from: null,
    to: 1,
    trigger: 'seed',
    adminId: null,
    seed: 's',
    algorithmVersion: 'seeding-1',
    constants,
    lastPosition: null,
    genePoolVersion: 'v1',
    fitnessVersion: 'fitness-1',
    variations: [{ variationId: 'gen1_aaaa', genome: controlGenome, origin: 'control' as const }],
  } as const
  expect(
    changesBy(projection, recorded({ type: 'PopulationEvolved', data: { ...data, variations: [...data.variations] } })),
  ).toEqual([
    insert('page_variations', {
      id: 'gen1_aaaa',
      genes: controlGenome,
      generation: 1,
      place: 0,
      visits: 0,
      total_time_on_page: 0,
      donations: 0,
      volunteers: 0,
      last_used: null,
      created_at: at,
    }),
  ])
})

it('an accepted visit is a row with its raw time, and adds its scored time', () => {
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
  ])
})

it('a refused or duplicate visit is not stored', () => {
  const refused = { ...visit, accepted: false, refusal: 'duplicate', duplicateOf: 'r1' } as const
  expect(changesBy(projection, recorded({ type: 'VisitRecorded', data: refused }))).toEqual([])
})

it('a conversion is counted once and marked on its visit', () => {
  const data = { viewId: 'v1', variationId: 'gen1_aaaa', conversion: 'donated', source: 'server' } as const
  expect(changesBy(projection, recorded({ type: 'ConversionCredited', data }))).toEqual([
    update('visit_metrics', { view_id: 'v1' }, { donated: true }),
    increment('page_variations', { id: 'gen1_aaaa' }, { donations: 1 }),
  ])
})
