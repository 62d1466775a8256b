import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { maxPasskeys } from './user-passkeys.ts'
import { type UserEvent, users } from './users.ts'

const userId = 4
const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    userId,
    subject: '6f1e2c34-0000-4000-8000-000000000001',
    email: 'ruth@example.org',
    firstName: 'Ruth',
    lastName: 'Gray',
  },
}
const idOf = (number: number) => `6f1e2c34-0000-4000-8000-${String(number).padStart(12, '0')}`
const added = (number: number): UserEvent => ({ type: 'PasskeyAdded', data: { userId, passkeyId: idOf(number) } })
const removed = (number: number): UserEvent => ({ type: 'PasskeyRemoved', data: { userId, passkeyId: idOf(number) } })
const add = (number: number) => ({ type: 'AddPasskey', data: { userId, passkeyId: idOf(number) } }) as const
const remove = (number: number) => ({ type: 'RemovePasskey', data: { userId, passkeyId: idOf(number) } }) as const
const removeAll = { type: 'RemovePasskeys', data: { userId } } as const

describe('adding a passkey', () => {
  it('is recorded without any part of the key', () =>
    given(users, [registered])
      .when(add(1))
      .then([added(1)]))
  it('does nothing the second time', () =>
    given(users, [registered, added(1)])
      .when(add(1))
      .thenNothing())
  it('is rejected beyond the limit', () =>
    given(users, [registered, ...Array.from({ length: maxPasskeys }, (_, index) => added(index))])
      .when(add(99))
      .then('conflict'))
  it('is rejected when there is no such user', () => given(users, []).when(add(1)).then('not_found'))
})

describe('removing passkeys', () => {
  it('is recorded, for one or for all', () => {
    const history = [registered, added(1), added(2)]
    given(users, history)
      .when(remove(1))
      .then([removed(1)])
    given(users, history)
      .when(removeAll)
      .then([removed(1), removed(2)])
  })
  it('does nothing when there are none', () => {
    const history = [registered, added(1), removed(1)]
    given(users, history).when(remove(1)).thenNothing()
    given(users, history).when(removeAll).thenNothing()
  })
  it('is part of a reset by an admin', () =>
    given(users, [registered, added(1), added(2), removed(1)])
      .when({ type: 'ResetSecondFactor', data: { userId, by: 9 } })
      .then([{ type: 'SecondFactorReset', data: { userId } }, removed(2)]))
})
