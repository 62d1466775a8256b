import type { MailClickEvent } from '../domain/mail/mail-clicks.ts'
import type { MailLinkEvent } from '../domain/mail/mail-links.ts'
import { describes, generated, type Topic } from './topic.ts'

const source = ({ campaignId, subject }: { campaignId: number; subject: string }) => `click-${campaignId}-${subject}`

const url = 'A link of an email campaign, the same for all recipients.'

export const mailClicks = {
  ...describes<MailClickEvent | MailLinkEvent>(),
  events: {
    MailLinkClicked: {
      item: null,
      impersonal: { url, ...generated('verdict') },
      // Several clicks in one email count once.
      engagement: ({ campaignId, subject, at, isFirst }) =>
        isFirst
          ? {
              act: 'begins',
              type: 'click',
              source: source({ campaignId, subject }),
              subject,
              at,
              item: { campaignId },
            }
          : null,
    },
    MailClicksRejudged: {
      item: null,
      impersonal: generated('verdict'),
      engagement: ({ isNone, ...mail }) => (isNone ? { act: 'ends', source: source(mail) } : null),
    },
    DonationPageOpened: { item: null },
    MailLinksNumbered: { item: null, impersonal: { urls: url } },
  },
  streams: ['mail-clicks', 'mail-links'],
} as const satisfies Topic<MailClickEvent | MailLinkEvent>
