import type { StaffRight } from './staff-rights.ts'

/** The right that reads the history of an item of each topic, and of each setting. */
export const rightOfTopic = {
  prayers: 'prayers',
  endorsements: 'endorsements',
  'email-signups': 'people',
  users: 'people',
  news: 'news',
  'campaign-events': 'events',
  'short-codes': 'short-links',
  'email-campaigns': 'drafts',
  rsvps: 'guests',
  volunteers: 'volunteers',
  donations: 'donations',
  forum: 'forum',
  'moderation-policy': 'settings',
  'fitness-formula': 'page-tests',
  'gene-pool': 'page-tests',
  'welcome-series': 'send',
} as const satisfies { [topic: string]: StaffRight }
