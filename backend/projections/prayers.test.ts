import { expect, it } from 'vitest'
import { at, changesBy, recorded, redactedValues, ruth } from '../../test/support/projected.ts'
import { prayersProjection } from './prayers.ts'
import { insert, remove, update, updateWhere } from './projection.ts'

const projection = prayersProjection(redactedValues)
const words = { prayerId: 7, subject: ruth, firstName: 'Ruth', email: null, location: 'Muncie', prayer: 'For rain.' }

it('a submitted prayer is a row waiting for review', () => {
  expect(changesBy(projection, recorded({ type: 'PrayerSubmitted', data: words }))).toEqual([
    insert('prayers', {
      id: 7,
      first_name: 'Ruth',
      email: null,
      location: 'Muncie',
      prayer: 'For rain.',
      is_approved: false,
      is_erased: false,
      created_at: at,
      subject: ruth,
    }),
  ])
})

it('an approval marks it, a deletion removes it', () => {
  expect(changesBy(projection, recorded({ type: 'PrayerApproved', data: { prayerId: 7 } }))).toEqual([
    update('prayers', { id: 7 }, { is_approved: true }),
  ])
  expect(changesBy(projection, recorded({ type: 'PrayerDeleted', data: { prayerId: 7 } }))).toEqual([
    remove('prayers', { id: 7 }),
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
        is_approved: false,
        is_erased: true,
      },
    ),
  ])
})
