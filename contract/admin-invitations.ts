import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { noContent, requiredEmail, timestamp } from './fields.ts'
import { givenRoleOr, heldRole, roleToGive } from './staff-roles.ts'

/** Time for which the mailed link works. */
export const invitationHours = 24

export const inviteAdmin = endpoint('POST', '/api/admin/invitations', {
  summary: 'Mail a link to a person that makes them an admin or gives them a role, once, within 24 hours.',
  schema: {
    body: z
      .strictObject({
        email: requiredEmail,
        ...roleToGive,
        role: givenRoleOr('admin').default('admin'),
      })
      .refine(({ role, eventId, lastDay }) => role !== 'admin' || (eventId === null && lastDay === null), {
        error: 'An admin has no last day, and is one for all events.',
        path: ['role'],
      }),
    response: { 202: z.object({ expiresAt: timestamp }) },
  },
})

const invitation = z.object({
  email: z.string(),
  /** null: to become an admin. */
  role: heldRole.nullable(),
  /** The admin’s name, else their address; null: the server’s command line. */
  invitedBy: z.string().nullable(),
  invitedAt: timestamp,
  expiresAt: timestamp,
})
export type AdminInvitation = z.infer<typeof invitation>

export const listInvitations = endpoint('GET', '/api/admin/invitations', {
  summary: 'The invitations that still stand, newest first; of several to one address, the newest.',
  schema: { response: { 200: z.array(invitation) } },
})

/** The address stands in the body, so that it gets into no log. */
export const withdrawInvitation = endpoint('POST', '/api/admin/invitations/withdraw', {
  summary: 'Withdraw every invitation to an address.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 204: noContent } },
})
