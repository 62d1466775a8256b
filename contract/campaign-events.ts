import { z } from 'zod'
import { campaignEvent, guestNote, noStartTime } from '../records/campaign-events.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery } from './admin-lists.ts'
import {
  clearableText,
  day,
  idParams,
  noContent,
  nullableText,
  pageOrWhole,
  requiredText,
  revision,
  timestamp,
} from './fields.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts, newTexts } from './record-schemas.ts'

const status = z.enum(['upcoming', 'ongoing', 'completed', 'cancelled'])

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 18:30.')
  .nullable()
/** A time in the campaign’s time zone; absent, null or blank becomes null. */
const newTime = nullableText(10).pipe(clockTime)
/** The same; an absent one stays as it is. */
const correctedTime = clearableText(10).pipe(clockTime).optional()

/** Only upcoming events with a capacity take registrations. */
const capacity = z
  .int('Use a whole number from 1 to 1,000,000.')
  .min(1, 'Use a whole number from 1 to 1,000,000.')
  .max(1_000_000, 'Use a whole number from 1 to 1,000,000.')
  .nullable()

const categoryLimit = campaignEvent.category.max
const timesGoTogether = { path: ['startTime'], message: noStartTime }

const newCampaignEvent = z
  .strictObject({
    ...newTexts(campaignEvent),
    eventDate: day,
    startTime: newTime,
    endTime: newTime,
    category: nullableText(categoryLimit).transform((text) => text ?? 'campaign'),
    capacity: capacity.default(null),
    isActive: z.boolean().default(true),
  })
  .refine(({ startTime, endTime }) => endTime === null || startTime !== null, timesGoTogether)

const correctedCampaignEvent = z
  .strictObject({
    ...correctedTexts(campaignEvent),
    eventDate: day,
    startTime: correctedTime,
    endTime: correctedTime,
    category: clearableText(categoryLimit)
      .transform((text) => text ?? 'campaign')
      .optional(),
    capacity: capacity.optional(),
    isActive: z.boolean().optional(),
    ...newTexts(guestNote),
  })
  .refine(({ startTime, endTime }) => !endTime || startTime !== null, timesGoTogether)

const { isActive: _, ...shown } = campaignEvent

export const publicCampaignEvent = z.object({
  id: z.int(),
  /** Without a start time, it is to be announced. */
  ...rowOf(shown),
  /** At the time of the response. */
  status,
  /** Seats available now; null without a capacity. */
  seatsLeft: z.int().nullable(),
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
  schema: { body: newCampaignEvent, response: { 201: adminCampaignEvent } },
})

export const editCampaignEvent = endpoint('PUT', '/api/admin/events/:id', {
  summary:
    'Correct the details of an event; those that are absent stay as they are, and null clears them. Takes If-Match. A note to guests needs a change that they get an email about.',
  schema: {
    params: idParams,
    body: correctedCampaignEvent,
    response: { 200: adminCampaignEvent },
  },
})

export const cancelCampaignEvent = endpoint('POST', '/api/admin/events/:id/cancel', {
  summary: 'Permanently cancel an event; it stays in the calendar as cancelled, and everyone registered is notified.',
  schema: {
    params: idParams,
    body: z.strictObject(newTexts(guestNote)).nullish(),
    response: { 200: adminCampaignEvent },
  },
})

export const deleteCampaignEvent = endpoint('DELETE', '/api/admin/events/:id', {
  summary: 'Delete an event; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreCampaignEvent = endpoint('POST', '/api/admin/events/:id/restore', {
  summary: 'Restore a deleted event; it is inactive until an admin activates it.',
  schema: { params: idParams, response: { 200: adminCampaignEvent } },
})
