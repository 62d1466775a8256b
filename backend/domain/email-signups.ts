import type { Decider, Fact } from './decider.ts'

type Joining = { emailSignupId: number; subject: string; email: string; firstName: string | null }

export type EmailSignupCommand = Fact<'JoinMailingList', Joining>
export type EmailSignupEvent = Fact<'MailingListJoined', Joining>

/** `subject` is who joined last: after an erasure the same address has a new subject and may join again. */
type EmailSignup = { subject: string | null }

/** One stream per address, named by its keyed hash, so that each address joins only once. */
export const emailSignupStream = (emailHash: string) => `email-signup-${emailHash}`

export const emailSignups: Decider<EmailSignup, EmailSignupCommand, EmailSignupEvent> = {
  initialState: { subject: null },
  decide(command, { subject }) {
    return subject === command.data.subject ? [] : [{ type: 'MailingListJoined', data: command.data }]
  },
  evolve(_signup, event) {
    return { subject: event.data.subject }
  },
}
