import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type EmailSignupEvent, emailSignups } from './email-signups.ts'

const joining = {
  emailSignupId: 1,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  email: 'ruth@example.org',
  firstName: 'Ruth',
}
const joined: EmailSignupEvent = { type: 'MailingListJoined', data: joining }

describe('joining the mailing list', () => {
  it('records who joined', () =>
    given(emailSignups, []).when({ type: 'JoinMailingList', data: joining }).then([joined]))

  it('does nothing when the same person joins again', () =>
    given(emailSignups, [joined])
      .when({ type: 'JoinMailingList', data: { ...joining, emailSignupId: 2, firstName: null } })
      .thenNothing())

  it('is possible again for an address whose person was erased, since it gets a new subject', () => {
    const newSubject = { ...joining, emailSignupId: 2, subject: '6f1e2c34-0000-4000-8000-000000000002' }
    given(emailSignups, [joined])
      .when({ type: 'JoinMailingList', data: newSubject })
      .then([{ type: 'MailingListJoined', data: newSubject }])
  })
})

describe('a person who came by an import', () => {
  const imported: EmailSignupEvent = {
    type: 'EmailSignupImported',
    data: { ...joining, firstName: null, consentSource: 'County fair', consentAt: '2026-01-05T05:00:00.000Z' },
  }
  const own: EmailSignupEvent = { type: 'EmailSignupCorrected', data: { ...joining, isOwn: true } }
  const join = { type: 'JoinMailingList', data: { ...joining, emailSignupId: 2 } } as const
  const undo = { type: 'UndoEmailSignupImport', data: { revision: 0 } } as const

  it('signs up by themselves once, and keeps the place on the list', () => {
    given(emailSignups, [imported]).when(join).then([own])
    given(emailSignups, [imported, own]).when(join).thenNothing()
  })

  it('keeps the name of the file', () =>
    given(emailSignups, [{ ...imported, data: { ...imported.data, firstName: 'Ruth' } }])
      .when({ ...join, data: { ...join.data, firstName: 'Mallory' } })
      .then([own]))

  it('stays when the import is undone, if they signed up by themselves', () => {
    given(emailSignups, [imported, own]).when(undo).thenNothing()
    given(emailSignups, [imported])
      .when(undo)
      .then([{ type: 'EmailSignupRemoved', data: { emailSignupId: 1, subject: joining.subject } }])
  })
})
