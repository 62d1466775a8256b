import { expect, it } from 'vitest'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, update, updateWhere } from '../kernel/projector/projection.ts'
import { prayersProjection as projection } from './prayers.ts'
import { published } from './publications.ts'

const words = { prayerId: 7, subject: ruth, firstName: 'Ruth', email: null, location: 'Muncie', prayer: 'For rain.' }

it('a submitted prayer is a row waiting for review', () => {
  expect(changesBy(projection, recorded({ type: 'PrayerSubmitted', data: words }))).toEqual([
    insert('prayers', {
      id: 7,
      first_name: 'Ruth',
      email: null,
      location: 'Muncie',
      prayer: 'For rain.',
      status: 'pending',
      rejection_reason: null,
      published_at: null,
      is_erased: false,
      created_at: at,
      revision: 0,
      subject: ruth,
      ...noOrigin,
    }),
  ])
})

it('a decision marks it, a deletion keeps the row, a restoration makes it wait for review again', () => {
  const id = { prayerId: 7 }
  const changes = (event: Parameters<typeof recorded>[0]) => changesBy(projection, recorded(event))
  expect(changes({ type: 'PrayerApproved', data: id })).toEqual([
    update('prayers', { id: 7 }, { status: 'approved', rejection_reason: null, published_at: at, revision: 0 }),
    ...published('prayer_publications', 7, at),
  ])
  expect(changes({ type: 'PrayerRejected', data: { ...id, subject: ruth, reason: 'Too private.' } })).toEqual([
    update('prayers', { id: 7 }, { status: 'rejected', rejection_reason: 'Too private.', revision: 0 }),
  ])
  expect(changes({ type: 'PrayerDeleted', data: id })).toEqual([
    update('prayers', { id: 7 }, { status: 'deleted', revision: 0 }),
  ])
  expect(changes({ type: 'PrayerRestored', data: id })).toEqual([
    update('prayers', { id: 7 }, { status: 'pending', rejection_reason: null, revision: 0 }),
  ])
})

it('a correction changes its words, and neither its status nor its address', () => {
  const data = {
    prayerId: 7,
    subject: ruth,
    firstName: 'Ruthie',
    location: null,
    prayer: 'For rain.',
    isReworded: true,
  }
  expect(changesBy(projection, recorded({ type: 'PrayerCorrected', data }))).toEqual([
    update('prayers', { id: 7 }, { first_name: 'Ruthie', location: null, prayer: 'For rain.', revision: 0 }),
  ])
})

it('an erasure redacts every prayer of the person and hides it', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'prayers',
      { subject: ruth },
      {
        first_name: 'Erased',
        email: null,
        location: null,
        prayer: '[erased]',
        rejection_reason: null,
        is_erased: true,
      },
    ),
  ])
})

it('words that their author corrected wait for review again, and withdrawn ones leave it', () => {
  const id = { prayerId: 7, subject: ruth }
  const words = { ...id, firstName: 'Ruthie', location: null, prayer: 'For rain.' }
  expect(changesBy(projection, recorded({ type: 'PrayerCorrectedByAuthor', data: words }))).toEqual([
    update(
      'prayers',
      { id: 7 },
      {
        ...{ first_name: 'Ruthie', location: null, prayer: 'For rain.', status: 'pending' },
        rejection_reason: null,
        revision: 0,
      },
    ),
  ])
  expect(changesBy(projection, recorded({ type: 'PrayerWithdrawn', data: id }))).toEqual([
    update('prayers', { id: 7 }, { status: 'withdrawn', rejection_reason: null, revision: 0 }),
  ])
})
