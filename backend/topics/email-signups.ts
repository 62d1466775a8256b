import { columnOf } from '../../records/columns.ts'
import { consent } from '../../records/consent.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { erasedIn, impersonalIn } from '../../records/erasures.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import { origin } from '../../records/origins.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import { takingPart } from './taking-part.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'email-signups', idField: 'emailSignupId' } as const
const personal = erasedIn(emailSignup)
const byHand = erasedIn(handEntry)
const part = takingPart('signup', ['emailSignupId'])

const impersonal = impersonalIn(origin)

export const emailSignups = {
  ...describes<EmailSignupEvent>(),
  events: {
    MailingListJoined: {
      item,
      personal: { ...personal, ...byHand },
      impersonal,
      outcome: { status: 'Subscribed' },
      isSubmission: true,
      engagement: (said) => part.begins(said),
    },
    EmailSignupImported: {
      item,
      personal: { ...personal, ...erasedIn(consent) },
      outcome: { status: 'Imported' },
      usesAddress: true,
      engagement: (said) => part.begins(said, said.consentAt),
    },
    EmailSignupCorrected: {
      item,
      personal: { ...personal, ...byHand },
      impersonal,
      usesAddress: true,
      engagement: (said) => part.corrects(said),
    },
    EmailSignupAddressMoved: {
      item,
      personal,
      engagement: part.corrects,
    },
    EmailSignupAddressLeft: {
      item,
      outcome: ({ emailSignupId, keptId }) =>
        keptId === emailSignupId ? {} : { status: 'Joined with the sign-up of their new address', deleted: true },
      engagement: (said) => (said.keptId === said.emailSignupId ? null : part.ends(said)),
    },
    EmailSignupRemoved: {
      item,
      outcome: { status: 'Removed', deleted: true },
      engagement: part.ends,
    },
  },
  streams: ['email-signup'],
  sequences: { email_signup: ['emailSignupId'] },
  personalLists: {
    emailSignups: {
      table: 'email_signups',
      topic: 'email-signups',
      columns: ['id', ...namesOf({ ...emailSignup, ...origin }).map(columnOf)],
    },
  },
} as const satisfies Topic<EmailSignupEvent>
