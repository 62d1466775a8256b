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

const submit = { type: 'SubmitEndorsement', data: words } as const
const approve = { type: 'ApproveEndorsement', data: { endorsementId: 3 } } as const
const remove = { type: 'DeleteEndorsement', data: { endorsementId: 3 } } as const

describe('submitting an endorsement', () => {
  it('records what was submitted', () => given(endorsements, []).when(submit).then([submitted]))
  it('is rejected when the id is already taken', () => given(endorsements, [submitted]).when(submit).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(endorsements, [submitted, deleted]).when(submit).then('conflict'))
})

describe('approving an endorsement', () => {
  it('records the approval', () => given(endorsements, [submitted]).when(approve).then([approved]))
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
