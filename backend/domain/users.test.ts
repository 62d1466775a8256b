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
const grant = { type: 'GrantAdmin', data: { userId: 4 } } as const

describe('registering', () => {
  it('records who registered', () => given(users, []).when(register).then([registered]))
  it('does nothing when the account is there', () => given(users, [registered]).when(register).thenNothing())
})

describe('making somebody an admin', () => {
  it('is recorded', () => given(users, [registered]).when(grant).then([granted]))
  it('does nothing when they are one already', () => given(users, [registered, granted]).when(grant).thenNothing())
  it('is refused when there is no such user', () => given(users, []).when(grant).then('not_found'))
})
