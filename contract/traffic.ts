import { z } from 'zod'
import { day as dayLength } from '../records/durations.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery, yesOrNo } from './admin-lists.ts'
import { campaignClock } from './campaign-event-times.ts'
import { day, noContent, requiredText, timestamp } from './fields.ts'

/** Size of the JSON in bytes. */
const maxMetadata = 2048

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= maxMetadata, 'Use at most 2 KB.')
  // JSON escapes characters that the database cannot store: U+0000 and lone surrogates.
  .refine((value) => !/\\u(?:0000|d[89a-f]..)/.test(JSON.stringify(value)), {
    error: 'Contains characters that cannot be stored.',
  })

export const recordActivity = endpoint('POST', '/api/activity', {
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
  isUniqueVisit: z.boolean(),
  /** By its user agent. */
  isBot: z.boolean(),
})
export type TrafficLog = z.infer<typeof trafficLog>

const listQuery = adminListQuery({
  sorts: ['-timestamp'],
  filters: {
    /** Omitted: yes. A unique visit is the first page view of an address in 24 hours. `all`: every request. */
    unique: z.enum(['yes', 'no', 'all'], 'Use yes, no or all.'),
    /** error: 400 or more. */
    status: z.enum(['ok', 'error'], 'Use ok or error.'),
    /** Its start, such as /news. */
    path: requiredText(500),
    /** A host name such as news.example.org, or 'direct'. */
    source: requiredText(255),
    /** A name such as Germany, or 'unknown'. */
    country: requiredText(100),
    bot: yesOrNo,
    from: day,
    to: day,
  },
}).omit({ q: true })
export type TrafficListQuery = z.output<typeof listQuery>

/** Locations are from DB-IP, whose license requires pages that show them to link to https://db-ip.com. */
export const listTraffic = endpoint('GET', '/api/admin/traffic', {
  summary: 'Unique visits, newest first: the first of each address in 24 hours. IP Geolocation by DB-IP.',
  schema: { querystring: listQuery, response: { 200: z.object({ logs: z.array(trafficLog), total: z.int() }) } },
})

const count = z.object({ name: z.string(), visits: z.int(), uniqueVisits: z.int() })

export const trafficSummary = z.object({
  from: day,
  to: day,
  /** Every day from `from` to `to`. */
  days: z.array(z.object({ day, visits: z.int(), uniqueVisits: z.int() })),
  /** Each at most 20, most visits first. */
  pages: z.array(count),
  /** Host names; 'Direct' without one. */
  sources: z.array(count),
  /** 'Unknown' where the address has no known location. */
  countries: z.array(count),
  /** Phone, Tablet, Computer or Unknown. */
  devices: z.array(count),
})
export type TrafficSummary = z.infer<typeof trafficSummary>

const maxDays = 366
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayLength

/**
 * A visit is a page viewed by a person: bots, the API, and failed requests do not count. Request logs are kept for
 * 30 days, and so are the figures.
 */
export const readTrafficSummary = endpoint('GET', '/api/admin/traffic/summary', {
  summary: 'Visits per day, page, source, country and device; the last 30 days unless told. IP Geolocation by DB-IP.',
  schema: {
    querystring: z
      .strictObject({ from: day.optional(), to: day.optional() })
      .refine(({ from, to }) => !from || !to || from <= to, {
        error: 'The last day is before the first.',
        path: ['to'],
      })
      .refine(({ from, to }) => !from || daysBetween(from, to ?? campaignClock.dateAt(new Date())) < maxDays, {
        error: `Choose at most ${maxDays} days.`,
        path: ['from'],
      }),
    response: { 200: trafficSummary },
  },
})
