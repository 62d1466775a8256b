import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type PrayerEvent, prayers } from './prayers.ts'

const words = {
  prayerId: 7,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  firstName: 'Ruth',
  email: 'ruth@example.org',
  location: 'Muncie',
  prayer: 'For rain.',
}
const submitted: PrayerEvent = { type: 'PrayerSubmitted', data: { ...words, hasEmail: true } }
const approved: PrayerEvent = { type: 'PrayerApproved', data: { prayerId: 7 } }
const deleted: PrayerEvent = { type: 'PrayerDeleted', data: { prayerId: 7 } }
const restored: PrayerEvent = { type: 'PrayerRestored', data: { prayerId: 7 } }
const reason = 'It names a neighbor.'
const rejected: PrayerEvent = {
  type: 'PrayerRejected',
  data: { prayerId: 7, subject: words.subject, reason },
}

const submit = { type: 'SubmitPrayer', data: words } as const
const approve = { type: 'ApprovePrayer', data: { prayerId: 7 } } as const
const remove = { type: 'DeletePrayer', data: { prayerId: 7 } } as const
const reject = { type: 'RejectPrayer', data: { prayerId: 7, reason } } as const
const restore = { type: 'RestorePrayer', data: { prayerId: 7 } } as const

describe('submitting a prayer', () => {
  it('records what was submitted', () => given(prayers, []).when(submit).then([submitted]))
  it('records no address when the person gave none', () =>
    given(prayers, [])
      .when({ type: 'SubmitPrayer', data: { ...words, email: null } })
      .then([{ type: 'PrayerSubmitted', data: { ...words, email: null } }]))
  it('is rejected when the id is already taken', () => given(prayers, [submitted]).when(submit).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(prayers, [submitted, deleted]).when(submit).then('conflict'))
})

describe('approving a prayer', () => {
  it('records the approval', () => given(prayers, [submitted]).when(approve).then([approved]))
  it('is allowed after a rejection', () => given(prayers, [submitted, rejected]).when(approve).then([approved]))
  it('is needed again after a restoration', () =>
    given(prayers, [submitted, approved, deleted, restored]).when(approve).then([approved]))
  it('does nothing when it is already approved', () =>
    given(prayers, [submitted, approved]).when(approve).thenNothing())
  it('is rejected when there is no such prayer', () => given(prayers, []).when(approve).then('not_found'))
  it('is rejected once it is deleted', () => given(prayers, [submitted, deleted]).when(approve).then('not_found'))
})

describe('deleting a prayer', () => {
  it('records the deletion of a pending one', () => given(prayers, [submitted]).when(remove).then([deleted]))
  it('records the deletion of an approved one', () =>
    given(prayers, [submitted, approved]).when(remove).then([deleted]))
  it('does nothing when it is already deleted', () => given(prayers, [submitted, deleted]).when(remove).thenNothing())
  it('is rejected when there is no such prayer', () => given(prayers, []).when(remove).then('not_found'))
})

describe('rejecting a prayer', () => {
  it('records the reason under the person', () => given(prayers, [submitted]).when(reject).then([rejected]))
  it('is possible after a restoration', () =>
    given(prayers, [submitted, approved, deleted, restored]).when(reject).then([rejected]))
  it('does nothing the second time, even with another reason', () =>
    given(prayers, [submitted, rejected])
      .when({ type: 'RejectPrayer', data: { prayerId: 7, reason: 'Another.' } })
      .thenNothing())
  it('is rejected after an approval', () => {
    given(prayers, [submitted, approved]).when(reject).then('conflict')
    given(prayers, [submitted, rejected, approved]).when(reject).then('conflict')
  })
  it('is rejected once it is deleted', () => given(prayers, [submitted, deleted]).when(reject).then('not_found'))
  it('is rejected when there is no such prayer', () => given(prayers, []).when(reject).then('not_found'))
})

describe('restoring a prayer', () => {
  it('records it, whatever the state before the deletion', () => {
    given(prayers, [submitted, deleted]).when(restore).then([restored])
    given(prayers, [submitted, approved, deleted]).when(restore).then([restored])
    given(prayers, [submitted, rejected, deleted]).when(restore).then([restored])
  })
  it('does nothing when it is not deleted', () => {
    given(prayers, [submitted, approved]).when(restore).thenNothing()
    given(prayers, [submitted, deleted, restored]).when(restore).thenNothing()
  })
  it('can be followed by another deletion', () =>
    given(prayers, [submitted, deleted, restored]).when(remove).then([deleted]))
  it('is rejected when there is no such prayer', () => given(prayers, []).when(restore).then('not_found'))
})
