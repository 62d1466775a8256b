import { describe, it } from 'vitest'
import { emailSignup } from '../../records/email-signups.ts'
import { type Values, valuesIn } from '../../records/values.ts'
import { given } from '../../test/support/spec.ts'
import { type EmailSignupEvent, emailSignups } from './email-signups.ts'

const joining = {
  emailSignupId: 1,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  ...valuesIn(emailSignup, { email: 'ruth@example.org', firstName: 'Ruth' }),
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

describe('an import about a person who is on the list', () => {
  const agreed = { consentSource: 'County fair', consentAt: '2026-01-05T05:00:00.000Z' }
  const known = { ...joining, lastName: 'Marlow', phone: '(317) 555-0100' }
  const importing = (said: Partial<Values<typeof emailSignup>>) =>
    ({
      type: 'ImportEmailSignup',
      data: { emailSignupId: 2, subject: joining.subject, email: 'Ruth@example.org', ...agreed, ...said },
    }) as const

  it('adds what it says and takes nothing away', () =>
    given(emailSignups, [{ type: 'MailingListJoined', data: known }])
      .when(importing({ city: 'Lafayette', zipCode: '01234' }))
      .then([{ type: 'EmailSignupCorrected', data: { ...known, city: 'Lafayette', zipCode: '01234' } }]))

  it('adds columns and tags of a list to those of the lists before, and its undo takes them back', () => {
    const from = '2026-09-04'
    const before = { ...known, tags: ['host'], furtherColumns: [{ heading: 'Shirt size', text: 'M', from }] }
    const pet = { heading: 'Pet', text: 'dog', from: '2026-10-01' }
    const after = { ...before, tags: ['host', 'walker'], furtherColumns: [...before.furtherColumns, pet] }
    const joined = { type: 'MailingListJoined', data: before } as const
    given(emailSignups, [joined])
      .when(importing({ tags: ['Host', 'walker'], furtherColumns: [pet] }))
      .then([{ type: 'EmailSignupCorrected', data: after }])
    given(emailSignups, [joined, { type: 'EmailSignupCorrected', data: after }])
      .when({ type: 'UndoEmailSignupImport', data: { revision: 1 } })
      .then([{ type: 'EmailSignupCorrected', data: before }])
  })

  it('changes nothing when it says what is known', () =>
    given(emailSignups, [{ type: 'MailingListJoined', data: known }])
      .when(importing({ lastName: 'Marlow' }))
      .thenNothing())
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

  it('is entered by hand, with how staff know them', () => {
    const entry = { entrySource: 'paper sheet', entryNote: 'County fair', entryDay: '2026-05-09' } as const
    given(emailSignups, [imported])
      .when({ type: 'EnterEmailSignup', data: { ...joining, emailSignupId: 2, ...entry } })
      .then([{ type: 'EmailSignupCorrected', data: { ...joining, ...entry, isOwn: true } }])
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

describe('a person whose account proved another address', () => {
  const [before, after] = [joining.subject, '6f1e2c34-0000-4000-8000-000000000002']
  const move = { ...joining, subject: after, email: 'ruth@new.example', previousSubject: before, isOwn: true }
  const receive = { type: 'ReceiveEmailSignup', data: move } as const
  const arrived: EmailSignupEvent = { type: 'EmailSignupAddressMoved', data: move }
  const leave = { type: 'LeaveEmailSignup', data: { emailSignupId: 1, subject: before, keptId: 1 } } as const
  const left: EmailSignupEvent = { type: 'EmailSignupAddressLeft', data: leave.data }
  const there = { emailSignupId: 5, subject: after, ...valuesIn(emailSignup, { email: 'ruth@new.example' }) }

  it('is on the list with the new address, once', () => {
    given(emailSignups, []).when(receive).then([arrived])
    given(emailSignups, [arrived]).when(receive).thenNothing()
    given(emailSignups, [arrived])
      .when({ type: 'JoinMailingList', data: { ...there, firstName: 'Ruth' } })
      .thenNothing()
  })

  it('leaves the old address once, which then joins anew', () => {
    given(emailSignups, [joined]).when(leave).then([left])
    given(emailSignups, [joined, left]).when(leave).thenNothing()
    given(emailSignups, [joined, left])
      .when({ type: 'JoinMailingList', data: { ...joining, emailSignupId: 9 } })
      .then([{ type: 'MailingListJoined', data: { ...joining, emailSignupId: 9 } }])
  })

  it('keeps the sign-up of the new address, with the name of the other', () => {
    const own: EmailSignupEvent = { type: 'MailingListJoined', data: there }
    const named: EmailSignupEvent = { type: 'EmailSignupCorrected', data: { ...there, firstName: 'Ruth' } }
    given(emailSignups, [own]).when(receive).then([named])
    given(emailSignups, [own, named]).when(receive).thenNothing()
  })

  it('has room for what lists said about the new address, also where both together would be too much', () => {
    const columns = (name: string) =>
      Array.from({ length: 60 }, (_, n) => ({ heading: `${name} ${n}`, text: 'x', from: '2026-09-04' }))
    const full = { ...there, firstName: 'Ruth', furtherColumns: columns('New') }
    given(emailSignups, [{ type: 'MailingListJoined', data: full }])
      .when({ ...receive, data: { ...move, furtherColumns: columns('Old') } })
      .thenNothing()
  })

  it('keeps the place that they asked for themselves when the import of the new address is undone', () => {
    const imported: EmailSignupEvent = {
      type: 'EmailSignupImported',
      data: { ...there, firstName: 'Ruth', consentSource: 'County fair', consentAt: '2026-01-05T05:00:00.000Z' },
    }
    const own: EmailSignupEvent = { type: 'EmailSignupCorrected', data: { ...there, firstName: 'Ruth', isOwn: true } }
    given(emailSignups, [imported]).when(receive).then([own])
    given(emailSignups, [imported, own])
      .when({ type: 'UndoEmailSignupImport', data: { revision: 0 } })
      .thenNothing()
  })

  it('does not take over the sign-up of another person who had that address before', () =>
    given(emailSignups, [{ type: 'MailingListJoined', data: { ...there, subject: 'a former owner' } }])
      .when(receive)
      .then([arrived]))
})
