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
const submitted: PrayerEvent = { type: 'PrayerSubmitted', data: words }
const approved: PrayerEvent = { type: 'PrayerApproved', data: { prayerId: 7 } }
const deleted: PrayerEvent = { type: 'PrayerDeleted', data: { prayerId: 7 } }

const submit = { type: 'SubmitPrayer', data: words } as const
const approve = { type: 'ApprovePrayer', data: { prayerId: 7 } } as const
const remove = { type: 'DeletePrayer', data: { prayerId: 7 } } as const

describe('submitting a prayer', () => {
  it('records what was submitted', () => given(prayers, []).when(submit).then([submitted]))
  it('is rejected when the id is already taken', () => given(prayers, [submitted]).when(submit).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(prayers, [submitted, deleted]).when(submit).then('conflict'))
})

describe('approving a prayer', () => {
  it('records the approval', () => given(prayers, [submitted]).when(approve).then([approved]))
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
