import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { origin } from '../records/origins.ts'
import { guest } from '../records/rsvps.ts'
import { districtShare } from './district.ts'
import { idParams, noContent, pageQuery, timestamp, zipCodeOfForm } from './fields.ts'
import { entered, handEntryFields } from './hand-entry.ts'
import { sourceFilter } from './list-sources.ts'
import { rowOf } from './record-rows.ts'
import { newTexts } from './record-schemas.ts'
import { shownWording } from './wordings.ts'

/** `confirmed`: has a seat. `waiting`: is on the waiting list. */
const rsvpStatus = z.enum(['confirmed', 'waiting', 'cancelled'])

/** A person registered for an event, as seen by admins. */
export const rsvp = z.object({
  id: z.int(),
  ...rowOf(guest),
  districtShare,
  ...rowOf(origin),
  status: rsvpStatus,
  createdAt: timestamp,
})
export type Rsvp = z.infer<typeof rsvp>

export const submitRsvp = endpoint('POST', '/api/events/:id/rsvp', {
  summary:
    'Register a person for an event; a person who is registered gets the email again, which the response does not reveal.',
  schema: {
    params: idParams,
    body: z.strictObject({
      ...newTexts(guest),
      zipCode: zipCodeOfForm,
      /** False: a full event responds with 409, so that people join the waiting list only if they agree. */
      joinWaitingList: z.boolean().default(false),
      ...shownWording,
    }),
    response: { 201: z.object({ status: z.enum(['confirmed', 'waiting']) }) },
  },
})

export const enterGuest = endpoint('POST', '/api/admin/events/:id/rsvps', {
  summary:
    'Add a guest by hand, such as after a phone call; a full event responds with 409 unless they join the waiting list.',
  schema: {
    params: idParams,
    body: submitRsvp.schema.body.omit({ wording: true }).extend(handEntryFields),
    response: { 201: entered },
  },
})

export const readOwnRsvp = endpoint('GET', '/api/events/:id/rsvp', {
  summary:
    'The open registration for an event of the person who is signed in, or of their proven address; null without one.',
  schema: { params: idParams, response: { 200: z.object({ status: z.enum(['confirmed', 'waiting']).nullable() }) } },
})

export const cancelRsvp = endpoint('POST', '/api/events/rsvp/cancel', {
  summary: 'Cancel a registration with the token from the confirmation mail.',
  schema: {
    body: z.strictObject({ token: z.string().min(1, 'This field is required.').max(2000) }),
    response: { 200: z.object({ status: z.literal('cancelled') }) },
  },
})

export const ownRsvp = z.object({ id: z.int(), name: z.string(), status: rsvpStatus })

export const cancelOwnRsvp = endpoint('POST', '/api/profile/rsvps/:id/cancel', {
  summary: 'Cancel a registration of the signed-in person; the next person on the waiting list moves up.',
  schema: { params: idParams, response: { 200: ownRsvp } },
})

export const correctOwnRsvp = endpoint('PUT', '/api/profile/rsvps/:id', {
  summary: 'Correct the name on a registration of the signed-in person, until the event begins; its place stays.',
  schema: { params: idParams, body: z.strictObject({ name: newTexts(guest).name }), response: { 200: ownRsvp } },
})

export const removeRsvp = endpoint('DELETE', '/api/admin/events/:id/rsvps/:rsvpId', {
  summary: 'Remove a guest; they are notified, and the next person on the waiting list moves up.',
  schema: { params: idParams.extend({ rsvpId: idParams.shape.id }), response: { 204: noContent } },
})

export const exportRsvps = endpoint('GET', '/api/admin/events/:id/rsvps/export', {
  summary:
    'Guests and waiting list of an event as a CSV file (RFC 4180), in order of registration, with who may be mailed: all, or those from a source.',
  schema: {
    params: idParams,
    querystring: z.strictObject({ source: sourceFilter.optional() }),
    response: { 200: z.string() },
  },
})

export const listRsvps = endpoint('GET', '/api/admin/events/:id/rsvps', {
  summary: 'The registrations for an event, newest first.',
  schema: { params: idParams, querystring: pageQuery, response: { 200: z.array(rsvp) } },
})
