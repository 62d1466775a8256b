import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery } from './admin-lists.ts'
import {
  day,
  idParams,
  noContent,
  nullableHttpsUrl,
  nullableText,
  pageOrWhole,
  requiredText,
  revision,
  timestamp,
} from './fields.ts'

const status = z.enum(['upcoming', 'ongoing', 'completed', 'cancelled'])

/** A time in the campaign’s time zone; absent, null or blank becomes null. */
const clockTime = nullableText(10).pipe(
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 18:30.')
    .nullable(),
)

const category = nullableText(50).transform((text) => text ?? 'campaign')

/** Only upcoming events with a capacity take registrations. */
const capacity = z
  .int('Use a whole number from 1 to 1,000,000.')
  .min(1, 'Use a whole number from 1 to 1,000,000.')
  .max(1_000_000, 'Use a whole number from 1 to 1,000,000.')
  .nullable()
  .default(null)

export const campaignEventDetails = z
  .strictObject({
    title: requiredText(255),
    description: nullableText(10_000),
    location: nullableText(255),
    eventDate: day,
    startTime: clockTime,
    endTime: clockTime,
    category,
    capacity,
    imageUrl: nullableHttpsUrl(500),
    isActive: z.boolean().default(true),
  })
  .refine(({ startTime, endTime }) => endTime === null || startTime !== null, {
    path: ['startTime'],
    message: 'Add a start time, or leave the end time empty too.',
  })
export type CampaignEventDetails = z.infer<typeof campaignEventDetails>

/** Stands in the email to everyone registered. */
const noteToGuests = nullableText(1000)

export const publicCampaignEvent = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  /** A calendar date: '2026-05-09'. */
  eventDate: z.string(),
  /** '18:30'; null: to be announced. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  category: z.string(),
  /** At the time of the response. */
  status,
  capacity: z.int().nullable(),
  /** Seats available now; null without a capacity. */
  seatsLeft: z.int().nullable(),
  imageUrl: z.string().nullable(),
  /** The whole day if there is no start time. */
  startsAt: timestamp,
  endsAt: timestamp,
  createdAt: timestamp,
})
export type PublicCampaignEvent = z.infer<typeof publicCampaignEvent>

export const adminCampaignEvent = publicCampaignEvent.extend({
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  /** Number of people with a seat and on the waiting list. */
  seatsTaken: z.int(),
  waiting: z.int(),
  revision,
})
export type AdminCampaignEvent = z.infer<typeof adminCampaignEvent>

export const listCampaignEvents = endpoint('GET', '/api/events', {
  summary: 'Active events, all or a page: upcoming ones, soonest first, then past ones, latest first.',
  schema: { querystring: pageOrWhole.omit({ before: true }), response: { 200: z.array(publicCampaignEvent) } },
})

export const readCampaignEvent = endpoint('GET', '/api/events/:id', {
  summary: 'One active event, with the number of seats left.',
  schema: { params: idParams, response: { 200: publicCampaignEvent } },
})

const listQuery = adminListQuery({
  sorts: ['-createdAt', 'eventDate', 'title', 'location', 'status'],
  filters: {
    /** Deleted ones are listed only under their own status. */
    status: z.enum(['active', 'inactive', 'deleted'], 'Use one of: active, inactive, deleted.'),
    category: requiredText(50),
    /** An event is past once it is over. */
    when: z.enum(['upcoming', 'past'], 'Use upcoming or past.'),
  },
})
export type CampaignEventListQuery = z.output<typeof listQuery>

export const listAllCampaignEvents = endpoint('GET', '/api/admin/events', {
  summary: 'Every event, newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(adminCampaignEvent) } },
})

export const createCampaignEvent = endpoint('POST', '/api/admin/events', {
  summary: 'Create an event.',
  schema: { body: campaignEventDetails, response: { 201: adminCampaignEvent } },
})

export const editCampaignEvent = endpoint('PUT', '/api/admin/events/:id', {
  summary:
    'Replace the details of an event; omitted fields get their defaults. Takes If-Match. A note to guests needs a change that they get an email about.',
  schema: {
    params: idParams,
    body: campaignEventDetails.safeExtend({ noteToGuests }),
    response: { 200: adminCampaignEvent },
  },
})

export const cancelCampaignEvent = endpoint('POST', '/api/admin/events/:id/cancel', {
  summary: 'Permanently cancel an event; it stays in the calendar as cancelled, and everyone registered is notified.',
  schema: { params: idParams, body: z.strictObject({ noteToGuests }).nullish(), response: { 200: adminCampaignEvent } },
})

export const deleteCampaignEvent = endpoint('DELETE', '/api/admin/events/:id', {
  summary: 'Delete an event; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreCampaignEvent = endpoint('POST', '/api/admin/events/:id/restore', {
  summary: 'Restore a deleted event; it is inactive until an admin activates it.',
  schema: { params: idParams, response: { 200: adminCampaignEvent } },
})
