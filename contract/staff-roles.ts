import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { grantableRoles } from '../records/staff-rights.ts'
import { type GivenRole, isGivenRole } from '../records/staff-sets.ts'
import { endOfDay } from './campaign-event-times.ts'
import { day, idParams, nullableText, requiredText, timestamp } from './fields.ts'

/** The moment at which a role ends that has this last day. */
export const endOfRole = (lastDay: string | null): string | null => lastDay && endOfDay(lastDay)

export const heldRole = z.object({
  /** By name or, of the campaign's own, by key; a role of the log that this release does not know gives nothing. */
  role: z.string(),
  /** Of a role of the campaign's own; absent for a role of the program. */
  name: z.string().optional(),
  /** null: everywhere. */
  eventId: z.int().nullable(),
  eventTitle: z.string().nullable(),
  /** The end of its last day; null: no end. */
  until: timestamp.nullable(),
})
export type HeldRole = z.infer<typeof heldRole>

/** null: everywhere; else the rights that can be held for one event, for this one. */
const eventId = z.int().min(1).max(2_147_483_647).nullable().default(null)

/** One of these words, or a role that staff can give. Whether there is such a role of the campaign's own, the rules decide. */
export function givenRoleOr<Word extends string>(...words: Word[]) {
  const [first = [], ...others] = words
  const inWords = `Use ${[first, grantableRoles, others].flat().join(', ')}, or the key of a role of your own, such as set-3.`
  return z
    .string(inWords)
    .max(20, inWords)
    .transform((role, { addIssue }): Word | GivenRole => {
      const word = words.find((one) => one === role)
      if (word !== undefined) return word
      if (isGivenRole(role)) return role
      addIssue({ code: 'custom', message: inWords })
      return z.NEVER
    })
}

/** A role as staff give it. */
export const roleToGive = {
  role: givenRoleOr<never>(),
  eventId,
  lastDay: day.nullable().default(null),
}

const userRoles = z.object({
  roles: z.array(heldRole),
  /** Why this reader cannot give the person a role now, in a sentence; null: they can. */
  obstacle: z.string().nullable(),
})
export type UserRoles = z.infer<typeof userRoles>

export const listUserRoles = endpoint('GET', '/api/admin/users/:id/roles', {
  summary: 'The roles that a person holds now, beside being an admin, and whether they can get one.',
  schema: { params: idParams, response: { 200: userRoles } },
})

export const grantUserRole = endpoint('POST', '/api/admin/users/:id/roles', {
  summary: 'Give a person a role, or change its last day. It holds from their next request on.',
  schema: {
    params: idParams,
    body: z.strictObject({ ...roleToGive, reason: nullableText(500) }),
    response: { 200: userRoles },
  },
})

export const revokeUserRole = endpoint('POST', '/api/admin/users/:id/roles/revoke', {
  summary: 'Take a role from a person. It no longer holds from their next request on.',
  schema: {
    params: idParams,
    /** `role`: also one that this release does not know. */
    body: z.strictObject({ role: requiredText(100), eventId, reason: requiredText(500) }),
    response: { 200: userRoles },
  },
})
