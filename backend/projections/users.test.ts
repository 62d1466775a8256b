import { expect, it } from 'vitest'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import type { UserEvent } from '../domain/accounts/users.ts'
import { insert, type Row, remove, removeWhere, update, updateWhere } from '../kernel/projector/projection.ts'
import { usersProjection as projection } from './users.ts'

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
      ban_reason: null,
      banned_until: null,
      is_email_verified: false,
      created_at: at,
      subject: ruth,
      revision: 0,
      is_deleted: false,
      is_erased: false,
      ...noOrigin,
    }),
  ])
})

const id = { userId: 7 }
const noBan = { is_banned: false, ban_reason: null, banned_until: null }
const until = '2026-04-01T12:00:00.000Z'
const facts: [UserEvent, Row][] = [
  [{ type: 'AdminGranted', data: id }, { is_admin: true }],
  [{ type: 'AdminRevoked', data: id }, { is_admin: false }],
  [{ type: 'UserUnbanned', data: { ...id, why: 'lifted' } }, noBan],
  [{ type: 'UserReactivated', data: id }, { is_active: true }],
  [{ type: 'UserEmailVerified', data: id }, { is_email_verified: true }],
  [{ type: 'UserEmailUnverified', data: id }, { is_email_verified: false }],
  [{ type: 'UserSessionsEnded', data: { ...id, sessions: 2 } }, {}],
  [{ type: 'SecondFactorReset', data: id }, {}],
  [{ type: 'PasskeyAdded', data: { ...id, passkeyId: ruth } }, {}],
  [{ type: 'PasskeyRemoved', data: { ...id, passkeyId: ruth } }, {}],
]

it.each(facts)('$type shows in the row, with the revision of the account', (event, set) => {
  expect(changesBy(projection, recorded(event, {}, { revision: 5 }))).toEqual([
    update('users', { id: 7 }, { ...set, revision: 5 }),
  ])
})

it.each<[UserEvent, Row]>([
  [
    { type: 'UserBanned', data: { ...id, subject: ruth, reason: 'Spam', until } },
    { is_banned: true, ban_reason: 'Spam', banned_until: until },
  ],
  [{ type: 'UserDeactivated', data: id }, { is_active: false }],
  [
    { type: 'UserDeleted', data: id },
    { is_active: false, is_deleted: true },
  ],
])('$type also takes every role', (event, set) => {
  expect(changesBy(projection, recorded(event, {}, { revision: 5 }))).toEqual([
    update('users', { id: 7 }, { ...set, revision: 5 }),
    removeWhere('user_roles', { user_id: 7 }),
  ])
})

it('a role is a row of its own until it is taken away; for everywhere, its event is 0', () => {
  const told = { ...id, subject: ruth, role: 'organizer', reason: null }
  const changes = (event: UserEvent) => changesBy(projection, recorded(event)).slice(1)
  expect(changes({ type: 'StaffRoleGranted', data: { ...told, eventId: 3, until } })).toEqual([
    insert('user_roles', { user_id: 7, role: 'organizer', event_id: 3, until }),
  ])
  expect(changes({ type: 'StaffRoleRevoked', data: { ...told, eventId: null } })).toEqual([
    remove('user_roles', { user_id: 7, role: 'organizer', event_id: 0 }),
  ])
})

it('an erasure leaves a tombstone', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'users',
      { subject: ruth },
      {
        ...emptyProfile,
        email: 'erased@erased.invalid',
        first_name: 'Erased',
        last_name: '',
        ban_reason: null,
        is_erased: true,
      },
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
    update('users', { id: 7 }, { ...same, first_name, last_name, zip_code, revision: 0 }),
  ])
})

it.each([
  ['a/1', '/photos/a/1-256.webp'],
  [null, null],
])('the photo %s has the URL %s', (photo, url) => {
  const event = recorded({ type: 'ProfilePhotoChanged', data: { userId: 7, subject: ruth, photo, replaced: null } })
  expect(changesBy(projection, event)).toEqual([update('users', { id: 7 }, { profile_image_url: url, revision: 0 })])
})

it.each([
  [undefined, true],
  [true, true],
  [false, false],
])('a new address replaces the previous one, along with its subject (isVerified: %s)', (isVerified, shown) => {
  const subject = '6f1e2c34-0000-4000-8000-000000000009'
  const data = {
    userId: 7,
    subject,
    email: 'moab@example.org',
    previousSubject: ruth,
    ...(isVerified !== undefined && { isVerified }),
  }
  expect(changesBy(projection, recorded({ type: 'UserEmailChanged', data }))).toEqual([
    update('users', { id: 7 }, { email: 'moab@example.org', subject, is_email_verified: shown, revision: 0 }),
  ])
})
