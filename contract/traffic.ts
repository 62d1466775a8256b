import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noContent, pageQuery, requiredText, timestamp } from './fields.ts'

/** Size of the JSON in bytes. */
const maxMetadata = 2048

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxMetadata, 'Use at most 2 KB.')
  // JSON escapes characters that the database cannot store: U+0000 and lone surrogates.
  .refine((value) => !/\\u(?:0000|d[89a-f]..)/.test(JSON.stringify(value)), {
    error: 'Contains characters that cannot be stored.',
  })

export const recordActivity = endpoint({
  method: 'POST',
  url: '/api/activity',
  summary: 'Record an activity on a page; the server adds person and time.',
  schema: {
    body: z.strictObject({
      action: requiredText(100),
      page: requiredText(100),
      metadata: metadata.nullable().default(null),
    }),
    response: { 202: noContent },
  },
})

export const trafficLog = z.object({
  id: z.int(),
  timestamp,
  user: z.object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string() }).nullable(),
  ipAddress: z.string(),
  location: z.object({ city: z.string().nullable(), region: z.string().nullable(), country: z.string() }).nullable(),
  sourceUrl: z.string().nullable(),
  templateId: z.string().nullable(),
  requestMethod: z.string(),
  requestPath: z.string(),
  responseStatus: z.int(),
})
export type TrafficLog = z.infer<typeof trafficLog>

/** Locations are from DB-IP, whose license requires pages that show them to link to https://db-ip.com. */
export const listTraffic = endpoint({
  method: 'GET',
  url: '/api/admin/traffic',
  summary: 'Unique visits, newest first: the first of each address in 24 hours. IP Geolocation by DB-IP.',
  schema: {
    querystring: pageQuery.omit({ before: true }),
    response: { 200: z.object({ logs: z.array(trafficLog), total: z.int() }) },
  },
})
