import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { logPosition } from '../records/http/log-position.ts'
import { timestamp } from './fields.ts'

/** The event after which the console is shown, and its neighbors in the log; null: there is none. */
export const pastMoment = z.object({
  position: z.string(),
  at: timestamp,
  type: z.string(),
  /** The item that it is about, where it is about one. */
  item: z.object({ topic: z.string(), id: z.int() }).nullable(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
})
export type PastMoment = z.infer<typeof pastMoment>

/** `total`: null where the store does not tell. */
const building = z.object({ status: z.literal('building'), done: z.int(), total: z.int().nullable() })
export const pastState = z.discriminatedUnion('status', [
  building,
  z.object({ status: z.literal('ready'), moment: pastMoment }),
])
export type PastState = z.infer<typeof pastState>

export const openPast = endpoint('GET', '/api/admin/as-of', {
  summary: 'Whether the console can be read as of this position; builds what it takes, and says how far that is.',
  schema: { querystring: z.strictObject({ position: logPosition }), response: { 200: pastState } },
})

export const findPastMoment = endpoint('GET', '/api/admin/as-of/moment', {
  summary: 'The position of the last event before a moment; 404 before the first event.',
  schema: {
    querystring: z.strictObject({ at: z.iso.datetime('Use a time such as 2026-11-03T18:00:00Z.') }),
    response: { 200: z.object({ position: z.string() }) },
  },
})
