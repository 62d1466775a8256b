import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, noContent, pageQuery, requiredEmail, requiredText, timestamp } from './fields.ts'

/** `confirmed`: has a seat. `waiting`: gets the next one that becomes free. */
const rsvpStatus = z.enum(['confirmed', 'waiting', 'cancelled'])

/** Somebody who registered for an event, as admins see them. */
export const rsvp = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  status: rsvpStatus,
  createdAt: timestamp,
})
export type Rsvp = z.infer<typeof rsvp>

export const submitRsvp = endpoint({
  method: 'POST',
  url: '/api/events/:id/rsvp',
  summary: 'Register for an event; the answer does not tell whether the address was registered before.',
  schema: {
    params: idParams,
    body: z.strictObject({
      name: requiredText(100),
      email: requiredEmail,
      /** False: a full event answers 409, so that nobody waits without having chosen to. */
      joinWaitingList: z.boolean().default(false),
    }),
    response: { 201: z.object({ status: z.enum(['confirmed', 'waiting']) }) },
  },
})

export const cancelRsvp = endpoint({
  method: 'POST',
  url: '/api/events/rsvp/cancel',
  summary: 'Give a seat or a place in the waiting list back, with the token of the confirmation mail.',
  schema: {
    body: z.strictObject({ token: z.string().min(1, 'This field is required.').max(2000) }),
    response: { 200: z.object({ status: z.literal('cancelled') }) },
  },
})

export const removeRsvp = endpoint({
  method: 'DELETE',
  url: '/api/admin/events/:id/rsvps/:rsvpId',
  summary: 'Take a guest off the list; they are told, and the next in the waiting list moves up.',
  schema: { params: idParams.extend({ rsvpId: idParams.shape.id }), response: { 204: noContent } },
})

export const exportRsvps = endpoint({
  method: 'GET',
  url: '/api/admin/events/:id/rsvps/export',
  summary: 'Guests and waiting list of an event as a CSV file (RFC 4180), in the order in which they came.',
  schema: { params: idParams, response: { 200: z.string() } },
})

export const listRsvps = endpoint({
  method: 'GET',
  url: '/api/admin/events/:id/rsvps',
  summary: 'Who registered for an event, newest first.',
  schema: { params: idParams, querystring: pageQuery, response: { 200: z.array(rsvp) } },
})
