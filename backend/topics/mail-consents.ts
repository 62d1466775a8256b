import { erasedEmail } from '../../records/fields.ts'
import type { MailConsentEvent } from '../domain/mail/mail-consent-events.ts'
import { describes, generated, type Topic } from './topic.ts'

const item = { topic: 'mail-consents', idField: null } as const
/** Events about email: a person’s choice, or a mail server’s report about their address. */
const audit = { isIncident: true, isTelling: true } as const

export const mailConsents = {
  ...describes<MailConsentEvent>(),
  events: {
    MailUnsubscribed: { item, audit },
    MailResubscribed: { item, audit },
    MailBounceLifted: { item, audit },
    MailAskedForAgain: { item },
    MailConsentRenewed: { item, audit },
    MailBounced: {
      item,
      impersonal: { code: 'The status code of a mail server, never its text (bounces.ts).' },
      audit,
    },
    MailComplained: { item, audit },
    MailComplaintHeld: { item, audit },
    MailComplaintLifted: { item, audit },
    MailChoicesChanged: { item, audit },
    MailAddressConfirmed: { item },
    MailAddressMoved: {
      item,
      personal: { email: erasedEmail },
      impersonal: generated('engagements'),
    },
    MailOptOutImported: { item, impersonal: generated('importId') },
    MailOptOutWithdrawn: { item, impersonal: generated('importId') },
  },
  streams: ['mail-consent'],
} as const satisfies Topic<MailConsentEvent>
