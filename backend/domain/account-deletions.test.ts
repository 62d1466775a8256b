import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type AccountDeletionEvent, accountDeletions } from './account-deletions.ts'

const person = { userId: 4, subject: '6f1e2c34-0000-4000-8000-000000000001' }
const now = '2026-03-01T12:00:00.000Z'
const dueAt = '2026-03-02T12:00:00.000Z'
const requested: AccountDeletionEvent = { type: 'AccountDeletionRequested', data: { ...person, dueAt } }
const cancelled: AccountDeletionEvent = { type: 'AccountDeletionCancelled', data: person }
const started: AccountDeletionEvent = { type: 'AccountDeletionStarted', data: person }

const request = { type: 'RequestAccountDeletion', data: { ...person, isAdmin: false, now } } as const
const cancel = { type: 'CancelAccountDeletion', data: person } as const
const start = (at: string, isAdmin = false) =>
  ({ type: 'StartAccountDeletion', data: { ...person, isAdmin, now: at } }) as const

describe('asking for the deletion of an account', () => {
  it('sets it for a day later', () => given(accountDeletions, []).when(request).then([requested]))
  it('asked again, leaves the first time', () => given(accountDeletions, [requested]).when(request).thenNothing())
  it('may be done anew after it was cancelled', () =>
    given(accountDeletions, [requested, cancelled]).when(request).then([requested]))
  it('is refused to an administrator', () =>
    given(accountDeletions, [])
      .when({ ...request, data: { ...request.data, isAdmin: true } })
      .then('conflict'))
  it('is refused while it is being done', () =>
    given(accountDeletions, [requested, started]).when(request).then('conflict'))
})

describe('keeping the account', () => {
  it('is recorded', () => given(accountDeletions, [requested]).when(cancel).then([cancelled]))
  it('does nothing when nobody asked for its deletion', () => given(accountDeletions, []).when(cancel).thenNothing())
  it('comes too late once the erasure has begun', () =>
    given(accountDeletions, [requested, started]).when(cancel).then('conflict'))
})

describe('the deletion itself', () => {
  it('begins when its time has come', () => given(accountDeletions, [requested]).when(start(dueAt)).then([started]))
  it('does not begin a moment too early', () =>
    given(accountDeletions, [requested]).when(start('2026-03-02T11:59:59.999Z')).thenNothing())
  it('does not begin when it was cancelled, nor twice', () => {
    given(accountDeletions, [requested, cancelled]).when(start(dueAt)).thenNothing()
    given(accountDeletions, [requested, started]).when(start(dueAt)).thenNothing()
  })
  it('is cancelled for somebody who has become an administrator', () =>
    given(accountDeletions, [requested]).when(start(dueAt, true)).then([cancelled]))
})
