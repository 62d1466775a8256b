import { z } from 'zod'
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

export const adminEndorsement = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  endorsementText: z.string(),
  isApproved: z.boolean(),
  /** The person was erased: it can only be deleted. */
  isErased: z.boolean(),
  createdAt: timestamp,
})
export type AdminEndorsement = z.infer<typeof adminEndorsement>

export const submitEndorsement = endpoint({
  method: 'POST',
  url: '/api/endorsements',
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

export const listEndorsements = endpoint({
  method: 'GET',
  url: '/api/endorsements',
  summary: 'Approved, public endorsements, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(publicEndorsement) } },
})

export const listAllEndorsements = endpoint({
  method: 'GET',
  url: '/api/admin/endorsements',
  summary: 'Every endorsement, newest first.',
  schema: { querystring: pageQuery, response: { 200: z.array(adminEndorsement) } },
})

export const approveEndorsement = endpoint({
  method: 'POST',
  url: '/api/admin/endorsements/:id/approve',
  summary: 'Publish an endorsement.',
  schema: { params: idParams, response: { 200: adminEndorsement } },
})

export const deleteEndorsement = endpoint({
  method: 'DELETE',
  url: '/api/admin/endorsements/:id',
  summary: 'Delete an endorsement; its history is kept.',
  schema: { params: idParams, response: { 204: noContent } },
})
