import { describe, it } from 'vitest'
import { valuesIn } from '../../records/values.ts'
import { volunteerDetails } from '../../records/volunteers.ts'
import { given } from '../../test/support/spec.ts'
import { type VolunteerEvent, volunteers } from './volunteers.ts'

/** As a form sends it; fields that the test does not name are null. */
const details = valuesIn(volunteerDetails, {
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  phone: '765 555 0100',
  skills: 'Drives a truck.',
  availability: 'Weekends',
})
const subject = '6f1e2c34-0000-4000-8000-000000000001'
const application = { volunteerId: 3, subject, userId: null, interests: ['Canvassing'], ...details }
const correction = { volunteerId: 3, subject, ...details, phone: '765 555 0199' }

const applied: VolunteerEvent = { type: 'VolunteerApplied', data: application }
const corrected: VolunteerEvent = { type: 'VolunteerCorrected', data: correction }
const removed: VolunteerEvent = { type: 'VolunteerRemoved', data: { volunteerId: 3 } }
const restored: VolunteerEvent = { type: 'VolunteerRestored', data: { volunteerId: 3 } }

const apply = { type: 'ApplyAsVolunteer', data: application } as const
const correct = { type: 'CorrectVolunteer', data: correction } as const
const remove = { type: 'RemoveVolunteer', data: { volunteerId: 3 } } as const
const restore = { type: 'RestoreVolunteer', data: { volunteerId: 3 } } as const

describe('applying as a volunteer', () => {
  it('records the application', () => given(volunteers, []).when(apply).then([applied]))
  it('is rejected when the id is already taken', () => given(volunteers, [applied]).when(apply).then('conflict'))
  it('is rejected when the id belonged to a removed one', () =>
    given(volunteers, [applied, removed]).when(apply).then('conflict'))
})

describe('correcting an application', () => {
  it('records the new details', () => given(volunteers, [applied]).when(correct).then([corrected]))
  it('does nothing when it was already corrected that way', () =>
    given(volunteers, [applied, corrected]).when(correct).thenNothing())
  it('does nothing when nothing changes', () =>
    given(volunteers, [applied])
      .when({ type: 'CorrectVolunteer', data: { volunteerId: 3, subject, ...details } })
      .thenNothing())
  it('keeps the details that it leaves out', () => {
    const { skills, availability, phone, ...required } = details
    return given(volunteers, [applied])
      .when({ type: 'CorrectVolunteer', data: { volunteerId: 3, subject, ...required, phone: null } })
      .then([{ type: 'VolunteerCorrected', data: { volunteerId: 3, subject, ...details, phone: null } }])
  })
  it('does nothing when it only leaves details out', () => {
    const { firstName, lastName, email } = details
    const data = { volunteerId: 3, subject, firstName, lastName, email }
    return given(volunteers, [applied]).when({ type: 'CorrectVolunteer', data }).thenNothing()
  })
  it('can restore the original details', () =>
    given(volunteers, [applied, corrected])
      .when({ type: 'CorrectVolunteer', data: { volunteerId: 3, subject, ...details } })
      .then([{ type: 'VolunteerCorrected', data: { volunteerId: 3, subject, ...details } }]))
  it('is rejected when there is no such application', () => given(volunteers, []).when(correct).then('not_found'))
  it('is rejected once it is removed', () => given(volunteers, [applied, removed]).when(correct).then('not_found'))
})

describe('removing an application', () => {
  it('records the removal', () => given(volunteers, [applied]).when(remove).then([removed]))
  it('records the removal of a corrected one', () =>
    given(volunteers, [applied, corrected]).when(remove).then([removed]))
  it('does nothing when it is already removed', () => given(volunteers, [applied, removed]).when(remove).thenNothing())
  it('is rejected when there is no such application', () => given(volunteers, []).when(remove).then('not_found'))
})

describe('restoring an application', () => {
  it('records it', () => given(volunteers, [applied, removed]).when(restore).then([restored]))
  it('keeps the corrected details', () =>
    given(volunteers, [applied, corrected, removed, restored]).when(correct).thenNothing())
  it('does nothing when it is not removed', () => {
    given(volunteers, [applied]).when(restore).thenNothing()
    given(volunteers, [applied, removed, restored]).when(restore).thenNothing()
  })
  it('is rejected when there is no such application', () => given(volunteers, []).when(restore).then('not_found'))
})

describe('a volunteer whose account proved another address', () => {
  const [next, email] = ['6f1e2c34-0000-4000-8000-000000000002', 'ruth@new.example']
  const data = { volunteerId: 3, subject: next, email, previousSubject: subject }
  const move = { type: 'MoveVolunteerAddress', data } as const
  const moved: VolunteerEvent = { type: 'VolunteerAddressMoved', data }

  it('has the new address, once, also on a removed application', () => {
    given(volunteers, [applied]).when(move).then([moved])
    given(volunteers, [applied, moved]).when(move).thenNothing()
    given(volunteers, [applied, removed]).when(move).then([moved])
  })
  it('keeps the address of another person, and one that staff corrected', () => {
    given(volunteers, []).when(move).thenNothing()
    given(volunteers, [applied, { type: 'VolunteerCorrected', data: { ...correction, subject: next } }])
      .when(move)
      .thenNothing()
  })
  it('keeps the new address when an import of earlier details is undone', () =>
    given(volunteers, [applied, corrected, moved])
      .when({ type: 'UndoVolunteerImport', data: { revision: 1 } })
      .then([{ type: 'VolunteerCorrected', data: { volunteerId: 3, ...details, subject: next, email } }]))
})
