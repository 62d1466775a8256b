import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type EndorsementEvent, endorsements } from './endorsements.ts'

const words = {
  endorsementId: 3,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  name: 'Ruth Gray',
  email: 'ruth@example.org',
  title: 'Teacher',
  endorsementText: 'She listens.',
}
const submitted: EndorsementEvent = { type: 'EndorsementSubmitted', data: words }
const approved: EndorsementEvent = { type: 'EndorsementApproved', data: { endorsementId: 3 } }
const deleted: EndorsementEvent = { type: 'EndorsementDeleted', data: { endorsementId: 3 } }
const restored: EndorsementEvent = { type: 'EndorsementRestored', data: { endorsementId: 3 } }
const reason = 'It names a neighbor.'
const rejected: EndorsementEvent = {
  type: 'EndorsementRejected',
  data: { endorsementId: 3, subject: words.subject, reason },
}

const submit = { type: 'SubmitEndorsement', data: words } as const
const approve = { type: 'ApproveEndorsement', data: { endorsementId: 3 } } as const
const remove = { type: 'DeleteEndorsement', data: { endorsementId: 3 } } as const
const reject = { type: 'RejectEndorsement', data: { endorsementId: 3, reason } } as const
const restore = { type: 'RestoreEndorsement', data: { endorsementId: 3 } } as const

describe('submitting an endorsement', () => {
  it('records what was submitted', () => given(endorsements, []).when(submit).then([submitted]))
  it('is rejected when the id is already taken', () => given(endorsements, [submitted]).when(submit).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(endorsements, [submitted, deleted]).when(submit).then('conflict'))
})

describe('approving an endorsement', () => {
  it('records the approval', () => given(endorsements, [submitted]).when(approve).then([approved]))
  it('is allowed after a rejection', () => given(endorsements, [submitted, rejected]).when(approve).then([approved]))
  it('is needed again after a restoration', () =>
    given(endorsements, [submitted, approved, deleted, restored]).when(approve).then([approved]))
  it('does nothing when it is already approved', () =>
    given(endorsements, [submitted, approved]).when(approve).thenNothing())
  it('is rejected when there is no such endorsement', () => given(endorsements, []).when(approve).then('not_found'))
  it('is rejected once it is deleted', () => given(endorsements, [submitted, deleted]).when(approve).then('not_found'))
})

describe('deleting an endorsement', () => {
  it('records the deletion of a pending one', () => given(endorsements, [submitted]).when(remove).then([deleted]))
  it('records the deletion of an approved one', () =>
    given(endorsements, [submitted, approved]).when(remove).then([deleted]))
  it('does nothing when it is already deleted', () =>
    given(endorsements, [submitted, deleted]).when(remove).thenNothing())
  it('is rejected when there is no such endorsement', () => given(endorsements, []).when(remove).then('not_found'))
})

describe('rejecting an endorsement', () => {
  it('records the reason under the person', () => given(endorsements, [submitted]).when(reject).then([rejected]))
  it('is possible after a restoration', () =>
    given(endorsements, [submitted, approved, deleted, restored]).when(reject).then([rejected]))
  it('does nothing the second time, even with another reason', () =>
    given(endorsements, [submitted, rejected])
      .when({ type: 'RejectEndorsement', data: { endorsementId: 3, reason: 'Another.' } })
      .thenNothing())
  it('is rejected after an approval', () => {
    given(endorsements, [submitted, approved]).when(reject).then('conflict')
    given(endorsements, [submitted, rejected, approved]).when(reject).then('conflict')
  })
  it('is rejected once it is deleted', () => given(endorsements, [submitted, deleted]).when(reject).then('not_found'))
  it('is rejected when there is no such endorsement', () => given(endorsements, []).when(reject).then('not_found'))
})

describe('restoring an endorsement', () => {
  it('records it, whatever the state before the deletion', () => {
    given(endorsements, [submitted, deleted]).when(restore).then([restored])
    given(endorsements, [submitted, approved, deleted]).when(restore).then([restored])
    given(endorsements, [submitted, rejected, deleted]).when(restore).then([restored])
  })
  it('does nothing when it is not deleted', () => {
    given(endorsements, [submitted, approved]).when(restore).thenNothing()
    given(endorsements, [submitted, deleted, restored]).when(restore).thenNothing()
  })
  it('can be followed by another deletion', () =>
    given(endorsements, [submitted, deleted, restored]).when(remove).then([deleted]))
  it('is rejected when there is no such endorsement', () => given(endorsements, []).when(restore).then('not_found'))
})
