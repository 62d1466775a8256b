import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { idParams, requiredEmail } from './fields.ts'
import { linkToken } from './own-items.ts'
import { known, submission } from './profile.ts'
import { correctOwnRsvp, ownRsvp } from './rsvps.ts'

const body = z.strictObject({ token: linkToken })

export const requestOwnLink = endpoint('POST', '/api/my-campaign/link', {
  summary: 'Mail a link to what was sent in with an address; the response is the same for known and unknown ones.',
  schema: { body: z.strictObject({ email: requiredEmail }), response: { 202: z.object({ message: z.string() }) } },
})

export const readOwnLink = endpoint('POST', '/api/my-campaign/read', {
  summary: 'What was sent in with the address of a mailed link, and what is known about it and where from.',
  schema: { body, response: { 200: z.object({ submissions: z.array(submission), known }) } },
})

export const cancelLinkedRsvp = endpoint('POST', '/api/my-campaign/rsvps/:id/cancel', {
  summary: 'Cancel a registration of the owner of a mailed link.',
  schema: { params: idParams, body, response: { 200: ownRsvp } },
})

export const correctLinkedRsvp = endpoint('POST', '/api/my-campaign/rsvps/:id/name', {
  summary: 'Correct the name on a registration of the owner of a mailed link, until the event begins.',
  schema: {
    params: idParams,
    body: correctOwnRsvp.schema.body.extend({ token: linkToken }),
    response: { 200: ownRsvp },
  },
})
