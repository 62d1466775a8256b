import type { FastifyInstance } from 'fastify'
import { recordActivity } from '../../contract/traffic.ts'
import { createMeasurementCaps } from '../experiments/measurement-caps.ts'
import { HttpProblem } from '../kernel/http/problem.ts'
import { route } from '../kernel/http/route.ts'

/** Stores an activity as a plain row, not as an event: no decision depends on it. */
type RecordActivity = (activity: {
  userId: number | null
  action: string
  page: string
  metadata: Record<string, unknown> | null
  at: string
}) => void

export async function activityCommands(
  app: FastifyInstance,
  { recordActivity: note }: { recordActivity: RecordActivity },
): Promise<void> {
  const caps = createMeasurementCaps({ perAddress: 600 })
  route(app, recordActivity, { policy: 'public' }, async ({ body, request }) => {
    if (caps.isFlood(null, request.ip))
      throw new HttpProblem(429, 'Too many attempts. Please try again in 10 minutes.', {
        headers: { 'retry-after': '600' },
      })
    note({ ...body, userId: request.person?.id ?? null, at: new Date().toISOString() })
  })
}
