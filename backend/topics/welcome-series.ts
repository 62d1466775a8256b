import type { WelcomeMailEvent } from '../domain/welcome-mails.ts'
import type { WelcomeSeriesEvent } from '../domain/welcome-series.ts'
import { describes, type Topic } from './topic.ts'

export const welcomeSeries = {
  ...describes<WelcomeSeriesEvent | WelcomeMailEvent>(),
  events: {
    WelcomeSeriesChanged: {
      item: { topic: 'welcome-series', id: 1 },
      audit: { alert: ['The welcome series was changed', 'changes to the welcome series'] },
    },
    WelcomeMailHandled: { item: null },
  },
  streams: ['welcome-series', 'welcome-mails'],
} as const satisfies Topic<WelcomeSeriesEvent | WelcomeMailEvent>
