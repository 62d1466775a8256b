import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type UserEvent, users } from './users.ts'

const registration = {
  userId: 4,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  email: 'ruth@example.org',
  firstName: 'Ruth',
  lastName: 'Gray',
}
const registered: UserEvent = { type: 'UserRegistered', data: registration }
const granted: UserEvent = { type: 'AdminGranted', data: { userId: 4 } }

const register = { type: 'RegisterUser', data: registration } as const
const asked = { by: null, activeAdmins: 0, now: '2026-03-01T12:00:00.000Z' }
const grant = { type: 'GrantAdmin', data: { userId: 4, asked } } as const

describe('registering', () => {
  it('records who registered', () => given(users, []).when(register).then([registered]))
  it('does nothing when the account exists', () => given(users, [registered]).when(register).thenNothing())
})

describe('making someone an admin', () => {
  it('is recorded', () => given(users, [registered]).when(grant).then([granted]))
  it('does nothing when they already are', () => given(users, [registered, granted]).when(grant).thenNothing())
  it('is rejected when there is no such user', () => given(users, []).when(grant).then('not_found'))
})

describe('changing the profile', () => {
  const person = { userId: 4, subject: registration.subject }
  const empty = { phone: null, address: null, city: null, state: null, zipCode: null }
  const moved: UserEvent = {
    type: 'ProfileUpdated',
    data: { ...person, ...empty, firstName: 'Ruth', lastName: 'Gray', city: 'Muncie' },
  }
  const update = (changes: object) => ({ type: 'UpdateProfile', data: { ...person, changes } }) as const

  it('records the whole profile, including unchanged fields', () =>
    given(users, [registered])
      .when(update({ city: 'Muncie' }))
      .then([moved]))
  it('does nothing when nothing changes', () => {
    given(users, [registered])
      .when(update({ firstName: 'Ruth', phone: null }))
      .thenNothing()
    given(users, [registered, moved])
      .when(update({ city: 'Muncie' }))
      .thenNothing()
  })
  it('can clear a field', () =>
    given(users, [registered, moved])
      .when(update({ city: null, lastName: null }))
      .then([{ type: 'ProfileUpdated', data: { ...person, ...empty, firstName: 'Ruth', lastName: null } }]))
  it('is rejected when there is no such user', () => given(users, []).when(update({})).then('not_found'))
})

describe('changing the photo', () => {
  const person = { userId: 4, subject: registration.subject }
  const changed = (photo: string | null, replaced: string | null): UserEvent => ({
    type: 'ProfilePhotoChanged',
    data: { ...person, photo, replaced },
  })
  const change = (photo: string | null) => ({ type: 'ChangeProfilePhoto', data: { ...person, photo } }) as const

  it('is recorded', () =>
    given(users, [registered])
      .when(change('a/1'))
      .then([changed('a/1', null)]))
  it('names the replaced photo, which can be deleted', () => {
    given(users, [registered, changed('a/1', null)])
      .when(change('a/2'))
      .then([changed('a/2', 'a/1')])
    given(users, [registered, changed('a/1', null)])
      .when(change(null))
      .then([changed(null, 'a/1')])
  })
  it('does nothing when it is unchanged, or there is none to remove', () => {
    given(users, [registered, changed('a/1', null)])
      .when(change('a/1'))
      .thenNothing()
    given(users, [registered]).when(change(null)).thenNothing()
  })
  it('is rejected when there is no such user', () => given(users, []).when(change('a/1')).then('not_found'))
})

describe('the address of an account', () => {
  const verify = { type: 'VerifyUserEmail', data: { userId: 4 } } as const
  const verified: UserEvent = { type: 'UserEmailVerified', data: { userId: 4 } }
  const move = {
    userId: 4,
    subject: '6f1e2c34-0000-4000-8000-000000000002',
    email: 'gray@example.org',
    previousSubject: registration.subject,
  }
  const change = { type: 'ChangeUserEmail', data: move } as const
  const changed: UserEvent = { type: 'UserEmailChanged', data: move }

  it('is recorded when verified', () => given(users, [registered]).when(verify).then([verified]))
  it('is verified once', () => given(users, [registered, verified]).when(verify).thenNothing())
  it('cannot be verified for an unknown user', () => given(users, []).when(verify).then('not_found'))
  it('is recorded when changed', () => given(users, [registered]).when(change).then([changed]))
  it('is changed once', () => given(users, [registered, changed]).when(change).thenNothing())
  it('counts as verified after a change', () => given(users, [registered, changed]).when(verify).thenNothing())
  it('cannot be changed for an unknown user', () => given(users, []).when(change).then('not_found'))
})
