import { expect, it } from 'vitest'
import { valuesIn } from '../../records/values.ts'
import { volunteerDetails } from '../../records/volunteers.ts'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import { columnsOf, increment, insert, update, updateWhere } from '../kernel/projector/projection.ts'
import { volunteersProjection as projection } from './volunteers.ts'

/** As a form sends it; fields that the test does not name are null. */
const details = valuesIn(volunteerDetails, {
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  phone: null,
  skills: 'Drives.',
  availability: 'Evenings',
})
const drives = { grassroots: [{ words: 'Drives', points: 20 }] }
const columns = {
  ...columnsOf(details),
  first_name: 'Ruth',
  last_name: 'Gray',
  email: 'ruth@example.org',
  phone: null,
  skills: 'Drives.',
  availability: 'Evenings',
}

it('an application adds a row and one to the total', () => {
  const data = { volunteerId: 7, subject: ruth, userId: 2, interests: ['Research'], ...details }
  expect(changesBy(projection, recorded({ type: 'VolunteerApplied', data }))).toEqual([
    insert('volunteers', {
      ...columns,
      id: 7,
      user_id: 2,
      interests: ['Research'],
      skill_match: drives,
      interest_match: { technology: [{ words: 'Research', points: 50 }] },
      is_deleted: false,
      is_erased: false,
      created_at: at,
      revision: 0,
      subject: ruth,
      consent_source: null,
      ...noOrigin,
    }),
    increment('volunteer_totals', { scope: 'all' }, { applications: 1 }),
  ])
})

it('a correction replaces the details and the subject', () => {
  const naomi = '22222222-2222-4222-8222-222222222222'
  const data = { volunteerId: 7, subject: naomi, ...details }
  expect(changesBy(projection, recorded({ type: 'VolunteerCorrected', data }))).toEqual([
    update('volunteers', { id: 7 }, { ...columns, skill_match: drives, subject: naomi, revision: 0 }),
  ])
})

it('a removal marks the row and subtracts one from the total, a restoration undoes both', () => {
  expect(changesBy(projection, recorded({ type: 'VolunteerRemoved', data: { volunteerId: 7 } }))).toEqual([
    update('volunteers', { id: 7 }, { is_deleted: true, is_import_undone: false, revision: 0 }),
    increment('volunteer_totals', { scope: 'all' }, { applications: -1 }),
  ])
  expect(changesBy(projection, recorded({ type: 'VolunteerRestored', data: { volunteerId: 7 } }))).toEqual([
    update('volunteers', { id: 7 }, { is_deleted: false, is_import_undone: false, revision: 0 }),
    increment('volunteer_totals', { scope: 'all' }, { applications: 1 }),
  ])
})

it('an erasure redacts the person and keeps the total', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'volunteers',
      { subject: ruth },
      {
        first_name: 'Erased',
        last_name: '',
        email: 'erased@erased.invalid',
        phone: null,
        ...{ address: null, city: null, state: null, zip_code: null },
        skills: null,
        availability: null,
        interests: [],
        ...{ tags: null, further_columns: null },
        skill_match: {},
        interest_match: {},
        consent_source: null,
        is_erased: true,
      },
    ),
  ])
})
