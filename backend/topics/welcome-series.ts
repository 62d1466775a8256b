import type { WelcomeMailEvent } from '../domain/mail/welcome-mails.ts'
import type { WelcomeSeriesEvent } from '../domain/mail/welcome-series.ts'
import { describes, type Topic } from './topic.ts'

export const welcomeSeries = {
  ...describes<WelcomeSeriesEvent | WelcomeMailEvent>(),
  events: {
    WelcomeSeriesChanged: {
      item: { topic: 'welcome-series', id: 1 },
      impersonal: { mails: 'Words of the campaign, written to all recipients alike.' },
      audit: { alert: ['The welcome series was changed', 'changes to the welcome series'] },
    },
    WelcomeMailHandled: {
      item: null,
      impersonal: {
        detail: 'A status code of a mail server, or words of ours.',
        provider: 'One of the few providers with many mailboxes, or other.',
      },
    },
  },
  streams: ['welcome-series', 'welcome-mails'],
} as const satisfies Topic<WelcomeSeriesEvent | WelcomeMailEvent>
