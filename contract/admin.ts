import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery, idText } from './admin-lists.ts'
import { day, idParams, requiredEmail, requiredText, timestamp } from './fields.ts'
import { historyTopics, settingTopics } from './topic-words.ts'

const person = z.object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() })

/** A value before or after an action, as text for people. */
const fields = z.record(z.string(), z.unknown())

export const adminAction = z.object({
  /** Identifies the action, also after a rebuild, but does not order: the list is sorted by time, newest first. */
  id: z.int(),
  timestamp,
  /**
   * The actor. `api-key`: a program, with the number of its key; `server`: the command line or the software itself; `visitor`:
   * a person who was not signed in.
   */
  actor: z.object({
    kind: z.enum(['admin', 'api-key', 'user', 'server', 'visitor']),
    id: z.int().nullable(),
    name: z.string(),
  }),
  admin: person.nullable(),
  action: z.string(),
  /** The rights under which staff did it; empty where none was needed, at the command line, and before they were recorded. */
  rights: z.array(z.string()),
  targetUser: person.nullable(),
  /** The item of the action; one without a history has a topic of its own. For a decision about mail: its sign-up. */
  target: z.object({ topic: z.string(), id: z.int() }).nullable(),
  /** The fields that the action changed, where the item has a history. */
  before: fields.nullable(),
  after: fields.nullable(),
  details: fields,
  /** The IP address of an acting admin; null after 90 days, and for all other actors. */
  ipAddress: z.string().nullable(),
})
export type AdminAction = z.infer<typeof adminAction>

const apiKeyText = z.string().regex(/^key-[1-9]\d{0,8}$/)

export const adminActionListQuery = adminListQuery({
  sorts: ['-timestamp'],
  filters: {
    /** A user id, 'key-' and the number of an API key, or 'server'. */
    admin: z.union([z.literal('server'), apiKeyText, idText], 'Use a user id, key-1 for an API key, or server.'),
    /** The command’s name in any case, such as 'Approve prayer'. */
    action: requiredText(100),
    /** A right’s name in any case, such as 'prayers' or 'short links'. */
    right: requiredText(50),
    /** A user id. */
    target: idText,
    topic: requiredText(50),
    from: day,
    to: day,
  },
})
export type AdminActionListQuery = z.output<typeof adminActionListQuery>

export const listAdminActions = endpoint('GET', '/api/admin/actions', {
  summary: 'What admins and the command line did, exports, denied attempts and series of failed sign-ins.',
  schema: {
    querystring: adminActionListQuery,
    response: { 200: z.object({ actions: z.array(adminAction), total: z.int() }) },
  },
})

export const historyEntry = z.object({
  /** Its position in this history, from 0. */
  revision: z.int(),
  /** The domain event type, such as PrayerApproved. */
  type: z.string(),
  at: timestamp,
  actor: z.object({
    kind: z.enum(['visitor', 'user', 'admin', 'api-key', 'system']),
    id: z.int().nullable(),
    /** 'Visitor', 'System', 'API key' and its name, or the person's current name. */
    name: z.string(),
  }),
  /** The data of this event. */
  changes: z.record(z.string(), z.unknown()),
  /** The item right after this event. */
  state: z.record(z.string(), z.unknown()),
})
export type HistoryEntry = z.infer<typeof historyEntry>

export const readHistory = endpoint('GET', '/api/admin/history/:topic/:id', {
  summary: 'Every event of one item in order, and the item after each event.',
  schema: {
    params: z.strictObject({
      topic: z.enum([...historyTopics, ...settingTopics]),
      id: idParams.shape.id,
    }),
    response: { 200: z.array(historyEntry) },
  },
})

/** Permanently erases a person, named by email address or by one of their items (a prayer may have no address). */
export const erasePerson = endpoint('POST', '/api/admin/erasures', {
  summary: 'Permanently erase all personal data of one person.',
  schema: {
    body: z.union([
      z.strictObject({ email: requiredEmail }),
      z.strictObject({ topic: z.enum(historyTopics), id: z.int().min(1).max(2_147_483_647) }),
    ]),
    /** `erased` is false when no person is known by this address or item. */
    response: { 200: z.object({ erased: z.boolean() }) },
  },
})
