import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noContent, requiredEmail, timestamp } from './fields.ts'

/** How long the mailed link works. */
export const invitationHours = 24

export const inviteAdmin = endpoint('POST', '/api/admin/invitations', {
  summary: 'Mail a link to a person that makes them an admin, once, within 24 hours.',
  schema: {
    body: z.strictObject({ email: requiredEmail }),
    response: { 202: z.object({ expiresAt: timestamp }) },
  },
})

/** The address stands in the body, so that it gets into no log. */
export const withdrawInvitation = endpoint('POST', '/api/admin/invitations/withdraw', {
  summary: 'Withdraw every invitation to an address.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 204: noContent } },
})
