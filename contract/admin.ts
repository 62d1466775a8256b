import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, pageQuery, requiredEmail, timestamp } from './fields.ts'

const person = z.object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })

export const adminAction = z.object({
  /** Names the action, also after a rebuild, but does not order: the list is newest first by time. */
  id: z.int(),
  timestamp,
  admin: person.nullable(),
  action: z.string(),
  targetUser: person.nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AdminAction = z.infer<typeof adminAction>

export const listAdminActions = endpoint({
  method: 'GET',
  url: '/api/admin/actions',
  summary: 'What admins did, newest first.',
  schema: {
    querystring: pageQuery.omit({ before: true }),
    response: { 200: z.object({ actions: z.array(adminAction), total: z.int() }) },
  },
})

/** What has a history; the same words as the files of the slice. */
export const historyTopics = [
  'prayers',
  'endorsements',
  'email-signups',
  'users',
  'news',
  'volunteers',
  'campaign-events',
  'rsvps',
  'forum',
] as const

export const historyEntry = z.object({
  /** Its place in this history, from 0. */
  revision: z.int(),
  /** The domain event's type, such as PrayerApproved. */
  type: z.string(),
  at: timestamp,
  actor: z.object({
    kind: z.enum(['visitor', 'user', 'admin', 'system']),
    id: z.int().nullable(),
    /** 'Visitor', 'System', or the person's name as it is now. */
    name: z.string(),
  }),
  /** What this event says. */
  changes: z.record(z.string(), z.unknown()),
  /** The item as it was right after this event. */
  state: z.record(z.string(), z.unknown()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const readHistory = endpoint({
  method: 'GET',
  url: '/api/admin/history/:topic/:id',
  summary: 'Every event of one item in order, and the item as it was after each.',
  schema: {
    params: z.strictObject({
      topic: z.enum(historyTopics),
      id: idParams.shape.id,
    }),
    response: { 200: z.array(historyEntry) },
  },
})

/** Forgets a person for good: by address, or by an item of theirs (a prayer may have no address). */
export const erasePerson = endpoint({
  method: 'POST',
  url: '/api/admin/erasures',
  summary: 'Erase the personal data of one person everywhere, for ever.',
  schema: {
    body: z.union([
      z.strictObject({ email: requiredEmail }),
      z.strictObject({ topic: z.enum(historyTopics), id: z.int().min(1).max(2_147_483_647) }),
    ]),
    /** `erased` is false when nobody is known by this address or item. */
    response: { 200: z.object({ erased: z.boolean() }) },
  },
})
