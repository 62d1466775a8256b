import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { day, timestamp } from './fields.ts'
import { perReviewed, reviewedTopics } from './topic-words.ts'

const waitingTopics = [...reviewedTopics, 'moderation', 'appeals'] as const
export type WaitingTopic = (typeof waitingTopics)[number]

/** Items of one kind that wait for a decision. */
export const waitingKind = z.object({
  topic: z.enum(waitingTopics),
  count: z.int().min(1),
  /** When the one that has waited longest was sent in. */
  oldest: timestamp,
})

/** A campaign activity that may explain a curve. */
const mark = z.object({
  at: timestamp,
  day,
  kind: z.enum(['article', 'event', 'mail', 'evolution']),
  title: z.string(),
})

/** All days are days in the time zone of the campaign. */
export const adminDashboard = z.object({
  /** Accounts, not counting erased people. */
  totalUsers: z.int(),
  /** Seen in the last 30 days. */
  activeUsers: z.int(),
  /** Sessions active now. */
  totalSessions: z.int(),
  /** Average seconds from sign-in to sign-out of the sessions that ended in the last 30 days; null: none did. */
  averageSession: z.int().nullable(),
  /** Requests logged today: pages, API calls and bots. */
  totalTrafficToday: z.int(),
  /** Countries of the unique visits of the last 30 days; at most 10. */
  topCountries: z.array(z.object({ country: z.string(), count: z.int() })),
  /** The latest 20. */
  recentActivity: z.array(
    z.object({
      id: z.int(),
      action: z.string(),
      page: z.string(),
      createdAt: timestamp,
      user: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
    }),
  ),
  /** Fields that are empty because the reader may not read people; absent: none. */
  leftOut: z.array(z.enum(['recentActivity'])).optional(),
  /** The last 30 days, oldest first; the last one is today. */
  days: z.array(
    z.object({
      day,
      /** Accounts at the end of the day. */
      users: z.int(),
      /** People with a session who visited that day. */
      activeUsers: z.int(),
      /** Sign-ins. */
      sessions: z.int(),
      /** Pages viewed by people. */
      visits: z.int(),
      uniqueVisits: z.int(),
      /** All requests, as in `totalTrafficToday`. */
      hits: z.int(),
      /** People who joined the mailing list. */
      signups: z.int(),
      volunteers: z.int(),
    }),
  ),
  /** The campaign’s activities on these days, oldest first. */
  marks: z.array(mark),
  /** The kind with the oldest item first; none of a kind of which nothing waits. */
  waiting: z.array(waitingKind),
})
export type AdminDashboard = z.infer<typeof adminDashboard>

export const readDashboard = endpoint('GET', '/api/admin/dashboard', {
  summary: 'The campaign at a glance: people, visits, activity, and what waits for a decision.',
  schema: { response: { 200: adminDashboard } },
})

export const readPending = endpoint('GET', '/api/admin/pending', {
  summary: 'How many items wait for a decision, per topic.',
  schema: {
    response: {
      200: z.object({ ...perReviewed('topic', () => z.int()), moderation: z.int(), appeals: z.int() }),
    },
  },
})
export type Pending = z.infer<(typeof readPending.schema.response)[200]>
