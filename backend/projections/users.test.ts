import { expect, it } from 'vitest'
import { at, changesBy, recorded, redactedValues, ruth } from '../../test/support/projected.ts'
import { insert, update, updateWhere } from './projection.ts'
import { usersProjection } from './users.ts'

const projection = usersProjection(redactedValues)
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

it('a changed profile replaces the previous one', () => {
  const profile = {
    firstName: 'Ruth',
    lastName: null,
    phone: '765 555 0123',
    address: '1 Mill Lane',
    city: 'Muncie',
    state: 'Indiana',
    zipCode: '47302',
  }
  const event = recorded({ type: 'ProfileUpdated', data: { userId: 7, subject: ruth, ...profile } })
  const { firstName: first_name, lastName: last_name, zipCode: zip_code, ...same } = profile
  expect(changesBy(projection, event)).toEqual([
    update('users', { id: 7 }, { ...same, first_name, last_name, zip_code }),
  ])
})

it.each([
  ['a/1', '/photos/a/1-256.webp'],
  [null, null],
])('the photo %s has the URL %s', (photo, url) => {
  const event = recorded({ type: 'ProfilePhotoChanged', data: { userId: 7, subject: ruth, photo, replaced: null } })
  expect(changesBy(projection, event)).toEqual([update('users', { id: 7 }, { profile_image_url: url })])
})

it('a verified address is marked', () => {
  expect(changesBy(projection, recorded({ type: 'UserEmailVerified', data: { userId: 7 } }))).toEqual([
    update('users', { id: 7 }, { is_email_verified: true }),
  ])
})

it('a new address replaces the previous one, along with its subject', () => {
  const subject = '6f1e2c34-0000-4000-8000-000000000009'
  const data = { userId: 7, subject, email: 'moab@example.org', previousSubject: ruth }
  expect(changesBy(projection, recorded({ type: 'UserEmailChanged', data }))).toEqual([
    update('users', { id: 7 }, { email: 'moab@example.org', subject, is_email_verified: true }),
  ])
})
