import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { origin } from '../records/origins.ts'
import { adminListQuery, yesOrNo } from './admin-lists.ts'
import { pastSession, session } from './auth-sessions.ts'
import {
  clearableText,
  idParams,
  isYearInRange,
  noContent,
  nullableText,
  requiredEmail,
  revision,
  timestamp,
} from './fields.ts'
import { sourceFilter, sourcesEndpoint } from './list-sources.ts'
import { mailSuppression } from './mail-consents.ts'
import { rowOf } from './record-rows.ts'
import { givenRoleOr, heldRole } from './staff-roles.ts'

/** An account as admins see it; that of an erased person is redacted. */
export const adminUser = z.object({
  id: z.int(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  ...rowOf(origin),
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  /** Those that have not ended; an admin may do everything without them. */
  roles: z.array(heldRole),
  /** False once `bannedUntil` has passed. */
  isBanned: z.boolean(),
  banReason: z.string().nullable(),
  /** null: the ban is open-ended, or there is none. */
  bannedUntil: timestamp.nullable(),
  isEmailVerified: z.boolean(),
  createdAt: timestamp,
  /** The last sign-in or visit that is still on record; up to an hour late. */
  lastActiveAt: timestamp.nullable(),
  isErased: z.boolean(),
  /** Why their address gets no campaign email; null: it does, unless Settings say otherwise. */
  mailSuppression: mailSuppression.nullable(),
  revision,
})
export type AdminUser = z.infer<typeof adminUser>

export const userListQuery = adminListQuery({
  sorts: ['-createdAt', 'name', 'email', 'lastActiveAt', 'status', 'source'],
  filters: {
    /** banned: whether active or not. */
    status: z.enum(['active', 'inactive', 'banned'], 'Use active, inactive or banned.'),
    /** user: neither an admin nor one of those who hold a role. */
    role: givenRoleOr('admin', 'user'),
    /** True when the email address is verified. */
    verified: yesOrNo,
    /** Omitted: no. Accounts that were deleted or whose owner was erased. */
    erased: yesOrNo,
    source: sourceFilter,
  },
})
export type UserListQuery = z.output<typeof userListQuery>

export const listUsers = endpoint('GET', '/api/admin/users', {
  summary: 'Accounts, newest first, and the number of all that match.',
  schema: { querystring: userListQuery, response: { 200: z.object({ users: z.array(adminUser), total: z.int() }) } },
})

export const listUserSources = sourcesEndpoint('/api/admin/users')

export const readUser = endpoint('GET', '/api/admin/users/:id', {
  summary: 'One account.',
  schema: { params: idParams, response: { 200: adminUser } },
})

export const editUser = endpoint('PUT', '/api/admin/users/:id', {
  summary: 'Edit an account, all fields or none; absent fields stay unchanged. Takes If-Match.',
  schema: {
    params: idParams,
    body: z.strictObject({
      firstName: clearableText(100).optional(),
      lastName: clearableText(100).optional(),
      /** A new address is not verified unless `isEmailVerified` is true. */
      email: requiredEmail.optional(),
      isActive: z.boolean().optional(),
      isAdmin: z.boolean().optional(),
      isBanned: z.boolean().optional(),
      isEmailVerified: z.boolean().optional(),
    }),
    response: { 200: adminUser },
  },
})
export type UserEdit = z.output<typeof editUser.schema.body>

/** An instant with its offset from UTC, kept in UTC. */
const instant = z.iso
  .datetime({ offset: true, error: 'Use a date and time like 2026-11-30T17:00:00Z.', abort: true })
  .transform((text) => new Date(text).toISOString())
  .refine(isYearInRange, 'Use a time from 1900 to 2199.')

export const banUser = endpoint('POST', '/api/admin/users/:id/ban', {
  summary: 'Ban or unban a person; a ban can have a reason and an end.',
  schema: {
    params: idParams,
    body: z
      .strictObject({ banned: z.boolean(), reason: nullableText(500), until: instant.nullable().default(null) })
      .refine(({ banned, reason, until }) => banned || (reason === null && until === null), {
        error: 'Only a ban has a reason and an end.',
        path: ['banned'],
      }),
    response: { 200: adminUser },
  },
})

export const deleteUser = endpoint('DELETE', '/api/admin/users/:id', {
  summary: 'Delete an account and permanently erase the personal data of its owner; their posts stay.',
  schema: { params: idParams, response: { 204: noContent } },
})

/** `id`: null for readers who may not know which colleague it was. */
const person = z.object({ id: z.int().nullable(), firstName: z.string().nullable(), lastName: z.string().nullable() })

export const userBan = z.object({
  reason: z.string().nullable(),
  bannedAt: timestamp,
  /** null: the system. */
  bannedBy: person.nullable(),
  until: timestamp.nullable(),
  /** `replaced`: by a ban with another reason or end. */
  status: z.enum(['in force', 'lifted', 'ran out', 'replaced']),
  endedAt: timestamp.nullable(),
  liftedBy: person.nullable(),
})
export type UserBan = z.infer<typeof userBan>

export const listUserBans = endpoint('GET', '/api/admin/users/:id/bans', {
  summary: 'Every ban of one person, newest first.',
  schema: { params: idParams, response: { 200: z.array(userBan) } },
})

export const listUserSessions = endpoint('GET', '/api/admin/users/:id/sessions', {
  summary: 'The sessions of one person, last used first.',
  schema: { params: idParams, response: { 200: z.array(session) } },
})

export const userPastSession = pastSession.extend({
  /** The admin who ended it; null: the person, the system, or an admin who is erased. */
  endedBy: person.nullable(),
})
export type UserPastSession = z.infer<typeof userPastSession>

export const listUserPastSessions = endpoint('GET', '/api/admin/users/:id/sessions/past', {
  summary: 'The latest 50 sessions of a person that ended in the past 90 days, last ended first.',
  schema: { params: idParams, response: { 200: z.array(userPastSession) } },
})

export const endUserSession = endpoint('DELETE', '/api/admin/users/:id/sessions/:sessionId', {
  summary: 'End one session of a person.',
  schema: {
    params: idParams.extend({ sessionId: z.uuid('The id must be a session id.') }),
    response: { 204: noContent },
  },
})

export const endUserSessions = endpoint('DELETE', '/api/admin/users/:id/sessions', {
  summary: 'End all sessions of a person.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const resetUserSecondFactor = endpoint('POST', '/api/admin/users/:id/reset-second-factor', {
  summary: 'Turn off two-step sign-in and remove the passkeys of a person who lost their phone and recovery codes.',
  schema: { params: idParams, response: { 200: adminUser } },
})
