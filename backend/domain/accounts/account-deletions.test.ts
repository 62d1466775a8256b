import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
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

describe('requesting account deletion', () => {
  it('schedules it for one day later', () => given(accountDeletions, []).when(request).then([requested]))
  it('keeps the original time when requested again', () =>
    given(accountDeletions, [requested]).when(request).thenNothing())
  it('is possible again after a cancellation', () =>
    given(accountDeletions, [requested, cancelled]).when(request).then([requested]))
  it('is rejected for an administrator', () =>
    given(accountDeletions, [])
      .when({ ...request, data: { ...request.data, isAdmin: true } })
      .then('conflict'))
  it('is rejected while the account is being deleted', () =>
    given(accountDeletions, [requested, started]).when(request).then('conflict'))
})

describe('cancelling the deletion', () => {
  it('is recorded', () => given(accountDeletions, [requested]).when(cancel).then([cancelled]))
  it('does nothing when no deletion was requested', () => given(accountDeletions, []).when(cancel).thenNothing())
  it('is rejected once the erasure has started', () =>
    given(accountDeletions, [requested, started]).when(cancel).then('conflict'))
})

describe('carrying out the deletion', () => {
  it('starts when it is due', () => given(accountDeletions, [requested]).when(start(dueAt)).then([started]))
  it('does not start a moment too early', () =>
    given(accountDeletions, [requested]).when(start('2026-03-02T11:59:59.999Z')).thenNothing())
  it('does not start after a cancellation, and starts only once', () => {
    given(accountDeletions, [requested, cancelled]).when(start(dueAt)).thenNothing()
    given(accountDeletions, [requested, started]).when(start(dueAt)).thenNothing()
  })
  it('is cancelled for someone who has since become an administrator', () =>
    given(accountDeletions, [requested]).when(start(dueAt, true)).then([cancelled]))
})
