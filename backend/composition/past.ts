import type { FastifyBaseLogger } from 'fastify'
import type { PastState } from '../../contract/as-of.ts'
import type { Core } from '../core.ts'
import type { Database } from '../kernel/database/connect.ts'
import { createPool } from '../kernel/database/pool.ts'
import type { Position } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { positionAt } from '../kernel/eventlog/moments.ts'
import { createPastReading, momentOf, type PastDatabase, PastNotReady } from '../kernel/projector/past-reading.ts'
import { createPastViews } from '../kernel/projector/past-views.ts'
import { erasuresShown } from '../read-model/page-tags.ts'
import { createPastViewsSql, pastFunctions, pastViews } from '../read-model/past-tables.ts'
import { erasureTypes, eventFacts } from '../topics/index.ts'

/** Opened when an admin looks at the past, so that the present does not wait for it. Building takes one more. */
const connections = 2

/** The console as of a past moment (docs/decisions/0108). */
export function createPast({
  core: { log, decode, projections, readSkips },
  database,
  logger,
}: {
  core: Pick<Core, 'log' | 'decode' | 'projections' | 'readSkips'>
  database: Database
  logger: Pick<FastifyBaseLogger, 'error'>
}) {
  const own = createPool(database.url, connections)
  const tools = { log, decode, projections, readSkips }
  const views = createPastViews({
    ...tools,
    pool: database.pool,
    erasureTypes,
    erasures: erasuresShown,
    finish: async (client, schema) => {
      await client.query(createPastViewsSql(schema))
    },
    onError: (error) => logger.error({ err: error }, 'The tables of a past moment could not be kept.'),
  })
  const reading = createPastReading({ ...tools, pool: own, names: { views: pastViews, functions: pastFunctions } })

  return {
    find: (at: string) => positionAt(log, at),
    async open(position: Position, adminId: number): Promise<PastState> {
      const opened = await views.open(position, adminId)
      if (opened.status === 'building') return opened
      const { event, previous, next } = await reading.shown(opened.view, position)
      const { type } = event
      return {
        status: 'ready',
        moment: { position, at: momentOf(event).toISOString(), type, item: itemOf(event), previous, next },
      }
    },
    async read<Result>(position: Position, work: (database: PastDatabase) => Promise<Result>): Promise<Result> {
      const view = await views.find(position)
      if (!view) throw new PastNotReady('This moment is not built.')
      return reading.read(view, position, work)
    },
    sweep: views.sweep,
    settled: views.settled,
    async close(): Promise<void> {
      await views.close()
      await own.end()
    },
  }
}
export type Past = ReturnType<typeof createPast>

/** Null for an event about a person or about nothing that has a number. */
function itemOf({ type, data }: Recorded): { topic: string; id: number } | null {
  const item = eventFacts.get(type)?.item ?? null
  if (item === null) return null
  const fields: [string, unknown][] = typeof data === 'object' && data !== null ? Object.entries(data) : []
  const id = 'id' in item ? item.id : new Map(fields).get(item.idField ?? '')
  return typeof id === 'number' ? { topic: item.topic, id } : null
}
