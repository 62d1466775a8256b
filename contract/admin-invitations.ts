import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredEmail, timestamp } from './fields.ts'

/** How long the mailed link works. */
export const invitationHours = 24

export const inviteAdmin = endpoint('POST', '/api/admin/invitations', {
  summary: 'Mail a link to a person that makes them an admin, once, within 24 hours.',
  schema: {
    body: z.strictObject({ email: requiredEmail }),
    response: { 202: z.object({ expiresAt: timestamp }) },
  },
})
