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
