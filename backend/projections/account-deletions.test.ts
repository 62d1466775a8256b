import { expect, it } from 'vitest'
import { changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, remove, removeWhere } from '../kernel/projector/projection.ts'
import { accountDeletionsProjection } from './account-deletions.ts'

const person = { userId: 7, subject: ruth }
const dueAt = '2026-03-02T12:00:00.000Z'

it('a requested deletion is a row until it is cancelled', () => {
  const requested = recorded({ type: 'AccountDeletionRequested', data: { ...person, dueAt } })
  expect(changesBy(accountDeletionsProjection, requested)).toEqual([
    insert('account_deletions', { user_id: 7, subject: ruth, due_at: dueAt }),
  ])
  const cancelled = recorded({ type: 'AccountDeletionCancelled', data: person })
  expect(changesBy(accountDeletionsProjection, cancelled)).toEqual([remove('account_deletions', { user_id: 7 })])
})

it('the row stays while the erasure runs, so that it can resume after a crash', () => {
  const started = recorded({ type: 'AccountDeletionStarted', data: person })
  expect(changesBy(accountDeletionsProjection, started)).toEqual([])
  const erased = recorded({ type: 'SubjectErased', data: { subject: ruth } })
  expect(changesBy(accountDeletionsProjection, erased)).toEqual([removeWhere('account_deletions', { subject: ruth })])
})
