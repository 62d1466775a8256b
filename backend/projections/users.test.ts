import { expect, it } from 'vitest'
import { at, changesBy, recorded, ruth, standIns } from '../../test/support/projected.ts'
import { insert, update, updateWhere } from './projection.ts'
import { usersProjection } from './users.ts'

const projection = usersProjection(standIns)
const emptyProfile = { phone: null, address: null, city: null, state: null, zip_code: null, profile_image_url: null }

it('a registered user is a row with an empty profile and no rights', () => {
  const data = { userId: 7, subject: ruth, email: 'ruth@example.org', firstName: 'Ruth', lastName: 'Moab' }
  expect(changesBy(projection, recorded({ type: 'UserRegistered', data }))).toEqual([
    insert('users', {
      id: 7,
      email: 'ruth@example.org',
      first_name: 'Ruth',
      last_name: 'Moab',
      ...emptyProfile,
      is_admin: false,
      is_active: true,
      is_banned: false,
      is_email_verified: false,
      created_at: at,
      subject: ruth,
    }),
  ])
})

it('an admin is marked', () => {
  expect(changesBy(projection, recorded({ type: 'AdminGranted', data: { userId: 7 } }))).toEqual([
    update('users', { id: 7 }, { is_admin: true }),
  ])
})

it('an erasure leaves a tombstone', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'users',
      { subject: ruth },
      { ...emptyProfile, email: 'erased@erased.invalid', first_name: 'Erased', last_name: '' },
    ),
  ])
})
