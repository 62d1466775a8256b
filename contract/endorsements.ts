import { z } from 'zod'
import { adminListQuery } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { idParams, noContent, optionalText, pageQuery, requiredEmail, requiredText, timestamp } from './fields.ts'

export const publicEndorsement = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string(),
  endorsementText: z.string(),
  createdAt: timestamp.nullable(),
})
export type PublicEndorsement = z.infer<typeof publicEndorsement>

const status = z.enum(['pending', 'approved', 'rejected', 'deleted'])

export const adminEndorsement = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  endorsementText: z.string(),
  isApproved: z.boolean(),
  status,
  /** The admin’s reason for rejecting it, possibly empty; null unless it was rejected. */
  rejectionReason: z.string().nullable(),
  /** The person was erased: it is never public, and can only be deleted. */
  isErased: z.boolean(),
  createdAt: timestamp,
})
export type AdminEndorsement = z.infer<typeof adminEndorsement>

export const submitEndorsement = endpoint('POST', '/api/endorsements', {
  summary: 'Submit an endorsement; it is published after review.',
  schema: {
    body: z.strictObject({
      name: requiredText(100),
      email: requiredEmail,
      title: optionalText(200),
      endorsementText: optionalText(5000),
    }),
    response: { 201: publicEndorsement },
  },
})

export const listEndorsements = endpoint('GET', '/api/endorsements', {
  summary: 'Approved, public endorsements, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicEndorsement) } },
})

const listQuery = adminListQuery({
  /** By status descending: those that wait for review come first. */
  sorts: ['-status', 'createdAt', 'name', 'email', 'title', 'endorsementText'],
  /** Deleted ones are listed only under their own status. */
  filters: { status: z.enum(status.options, `Use one of: ${status.options.join(', ')}.`) },
})
export type EndorsementListQuery = z.output<typeof listQuery>

export const listAllEndorsements = endpoint('GET', '/api/admin/endorsements', {
  summary: 'Every endorsement, pending ones first, then newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(adminEndorsement) } },
})

export const approveEndorsement = endpoint('POST', '/api/admin/endorsements/:id/approve', {
  summary: 'Publish an endorsement.',
  schema: { params: idParams, response: { 200: adminEndorsement } },
})

export const rejectEndorsement = endpoint('POST', '/api/admin/endorsements/:id/reject', {
  summary: 'Reject an endorsement that waits for review, with a reason; it is kept, but never published.',
  schema: {
    params: idParams,
    body: z.strictObject({ reason: optionalText(500) }),
    response: { 200: adminEndorsement },
  },
})

export const deleteEndorsement = endpoint('DELETE', '/api/admin/endorsements/:id', {
  summary: 'Delete an endorsement; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreEndorsement = endpoint('POST', '/api/admin/endorsements/:id/restore', {
  summary: 'Restore a deleted endorsement; it waits for review again.',
  schema: { params: idParams, response: { 200: adminEndorsement } },
})
