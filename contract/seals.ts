import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { timestamp } from './fields.ts'

export const sealVerification = z.object({
  at: timestamp,
  /** The admin who asked, by their current name. */
  by: z.string(),
  /** Position of the last event that was compared with its seal; null when there is none. */
  upTo: z.string().nullable(),
  seals: z.int(),
  /** Events that are exactly as sealed. */
  events: z.int(),
  /** Events newer than the last seal. */
  unsealed: z.int(),
  isIntact: z.boolean(),
  /** The result, in one sentence. */
  finding: z.string(),
})
export type SealVerification = z.infer<typeof sealVerification>

export const sealState = z.object({
  /** The newest seal: up to which position, and since when. */
  sealed: z.object({ upTo: z.string(), at: timestamp }).nullable(),
  /** The last verification that an admin requested here. */
  verified: sealVerification.nullable(),
})
export type SealState = z.infer<typeof sealState>

export const readSeals = endpoint('GET', '/api/admin/seals', {
  summary: 'How far the event log is sealed, and what the last verification found.',
  schema: { response: { 200: sealState } },
})

export const verifySeals = endpoint('POST', '/api/admin/seals/verify', {
  summary: 'Compare the event log with its seals now; 409 while another verification runs.',
  schema: { response: { 200: sealVerification } },
})
