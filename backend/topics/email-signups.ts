import type { EmailSignupEvent } from '../domain/email-signups.ts'
import { describes, erasedEmail, type Topic } from './topic.ts'

export const emailSignups = {
  ...describes<EmailSignupEvent>(),
  events: {
    MailingListJoined: {
      item: { topic: 'email-signups', idField: 'emailSignupId' },
      personal: { email: erasedEmail, firstName: null },
      outcome: { status: 'Subscribed' },
      isSubmission: true,
      engagement: ({ emailSignupId, subject, email, firstName }) => ({
        act: 'begins',
        type: 'signup',
        source: `signup-${emailSignupId}`,
        subject,
        email,
        firstName,
        item: { emailSignupId },
      }),
    },
  },
  streams: ['email-signup'],
  sequences: ['email_signup'],
  personalLists: {
    emailSignups: { table: 'email_signups', topic: 'email-signups', columns: ['id', 'email', 'first_name'] },
  },
} as const satisfies Topic<EmailSignupEvent>
