import { z } from 'zod'
import { adminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import {
  idParams,
  noContent,
  nullableEmail,
  nullableText,
  optionalText,
  pageQuery,
  requiredText,
  timestamp,
} from './fields.ts'

export const publicPrayer = z.object({
  id: z.int(),
  prayer: z.string(),
  name: z.string(),
  location: z.string().nullable(),
  createdAt: timestamp,
})
export type PublicPrayer = z.infer<typeof publicPrayer>

const status = z.enum(['pending', 'approved', 'rejected', 'deleted'])

export const adminPrayer = z.object({
  id: z.int(),
  firstName: z.string(),
  email: z.string().nullable(),
  location: z.string().nullable(),
  prayer: z.string(),
  isApproved: z.boolean(),
  status,
  /** The admin’s reason for rejecting it, possibly empty; null unless it was rejected. */
  rejectionReason: z.string().nullable(),
  /** The person was erased: it is never public, and can only be deleted. */
  isErased: z.boolean(),
  createdAt: timestamp,
})
export type AdminPrayer = z.infer<typeof adminPrayer>

export const submitPrayer = endpoint('POST', '/api/prayers', {
  summary: 'Submit a prayer; it is published after review.',
  schema: {
    body: z.strictObject({
      prayer: requiredText(5000),
      firstName: requiredText(100),
      email: nullableEmail,
      location: nullableText(100),
    }),
    response: { 201: publicPrayer },
  },
})

export const listPrayers = endpoint('GET', '/api/prayers', {
  summary: 'Approved prayers, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicPrayer) } },
})

const listQuery = adminListQuery({
  /** By status descending: those that wait for review come first. */
  sorts: ['-status', 'createdAt', 'firstName', 'email', 'location', 'prayer'],
  /** Deleted ones are listed only under their own status. */
  filters: { status: z.enum(status.options, `Use one of: ${status.options.join(', ')}.`) },
})
export type PrayerListQuery = z.output<typeof listQuery>

export const listAllPrayers = endpoint('GET', '/api/admin/prayers', {
  summary: 'Every prayer, pending ones first, then newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(adminPrayer) } },
})

export const approvePrayer = endpoint('POST', '/api/admin/prayers/:id/approve', {
  summary: 'Publish a prayer.',
  schema: { params: idParams, response: { 200: adminPrayer } },
})

export const rejectPrayer = endpoint('POST', '/api/admin/prayers/:id/reject', {
  summary: 'Reject a prayer that waits for review, with a reason; it is kept, but never published.',
  schema: { params: idParams, body: z.strictObject({ reason: optionalText(500) }), response: { 200: adminPrayer } },
})

export const deletePrayer = endpoint('DELETE', '/api/admin/prayers/:id', {
  summary: 'Delete a prayer; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restorePrayer = endpoint('POST', '/api/admin/prayers/:id/restore', {
  summary: 'Restore a deleted prayer; it waits for review again.',
  schema: { params: idParams, response: { 200: adminPrayer } },
})
