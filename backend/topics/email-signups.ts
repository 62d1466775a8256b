import type { EmailSignupEvent } from '../domain/email-signups.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

const item = { topic: 'email-signups', idField: 'emailSignupId' } as const
const personal = { email: erasedEmail, firstName: null } as const
const source = (emailSignupId: number) => `signup-${emailSignupId}`

export const emailSignups = {
  ...describes<EmailSignupEvent>(),
  events: {
    MailingListJoined: {
      item,
      personal,
      outcome: { status: 'Subscribed' },
      isSubmission: true,
      engagement: ({ emailSignupId, subject, email, firstName }) => ({
        act: 'begins',
        type: 'signup',
        source: source(emailSignupId),
        subject,
        email,
        firstName,
        item: { emailSignupId },
      }),
    },
    EmailSignupImported: {
      item,
      // What staff wrote about the consent may name people.
      personal: { ...personal, consentSource: 'Erased' },
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: ({ emailSignupId, subject, email, firstName, consentAt }) => ({
        act: 'begins',
        type: 'signup',
        source: source(emailSignupId),
        subject,
        email,
        firstName,
        at: consentAt,
        item: { emailSignupId },
      }),
    },
    EmailSignupCorrected: {
      item,
      personal,
      usesAddress: true,
      engagement: ({ emailSignupId, subject, email, firstName }) => ({
        act: 'corrects',
        source: source(emailSignupId),
        subject,
        email,
        firstName,
      }),
    },
    EmailSignupRemoved: {
      item,
      outcome: { status: 'Removed', deleted: true },
      engagement: ({ emailSignupId }) => ({ act: 'ends', source: source(emailSignupId) }),
    },
  },
  streams: ['email-signup'],
  sequences: ['email_signup'],
  personalLists: {
    emailSignups: { table: 'email_signups', topic: 'email-signups', columns: ['id', 'email', 'first_name'] },
  },
} as const satisfies Topic<EmailSignupEvent>
