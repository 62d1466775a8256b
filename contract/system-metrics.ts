import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { timestamp } from './fields.ts'

/**
 * Requests by status, commands and appended events: per minute. `command_p50` and `command_p99`: ms. `projector_lag` and
 * `seal_lag`: seconds behind the log. `memory`: MiB of the largest process. `disk_used`: % of the disk of DATA_DIR.
 */
export const systemMetrics = [
  'requests_2xx',
  'requests_3xx',
  'requests_4xx',
  'requests_5xx',
  'commands',
  'command_p50',
  'command_p99',
  'appends',
  'projector_lag',
  'seal_lag',
  'mails_waiting',
  'mails_given_up',
  'memory',
  'disk_used',
] as const
export type SystemMetric = (typeof systemMetrics)[number]

export const systemRanges = ['hour', 'day', 'month', 'years'] as const
export type SystemRange = (typeof systemRanges)[number]

const measured = z.object({
  /** Minutes that each point is about; the last one may not be over. */
  step: z.int(),
  /** Oldest first; a point without any measurement is missing. A metric that was not measured is missing from `values`. */
  points: z.array(z.object({ at: timestamp, values: z.partialRecord(z.enum(systemMetrics), z.number()) })),
})
export type MeasuredSystem = z.infer<typeof measured>

export const readSystemMetrics = endpoint('GET', '/api/admin/system-metrics', {
  summary:
    'How the site runs: the last hour by minute, day by quarter of an hour, month by six hours, or two years by week.',
  schema: {
    querystring: z.strictObject({
      range: z.enum(systemRanges, `Use one of: ${systemRanges.join(', ')}.`).default('hour'),
    }),
    response: { 200: measured },
  },
})
