import { fork } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import type { EventLog } from '../backend/kernel/eventlog/event-log.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { createPastReading } from '../backend/kernel/projector/past-reading.ts'
import { createPastViews } from '../backend/kernel/projector/past-views.ts'
import { rebuild } from '../backend/kernel/projector/rebuild.ts'
import { noSkips } from '../backend/kernel/projector/skips.ts'
import { projections } from '../backend/projections/index.ts'
import { createPastViewsSql, pastFunctions, pastViews } from '../backend/read-model/past-tables.ts'
import { erasureTypes } from '../backend/topics/index.ts'
import { makeLog } from './rebuild-log.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type AsOfFigures = {
  events: number
  /** Seconds until the console can be read, and those of a rebuild up to the same position; medians. */
  seconds: { asOf: number; rebuild: number }
  /** Median of the ratios per round, rebuild to ours. */
  ratio: number
  /** Milliseconds of a step to a neighbor, with one list read there; median. */
  step: number
  /** Peak resident set in MB of a separate process, by number of events. */
  memory: { events: number; mb: number }[]
}

const { decode } = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })

function pastOn(log: EventLog, pool: pg.Pool) {
  const tools = { log, decode, projections, readSkips: noSkips, pool }
  const views = createPastViews({
    ...tools,
    erasureTypes,
    erasures: async () => 0,
    finish: async (client, schema) => void (await client.query(createPastViewsSql(schema))),
    onError(error) {
      throw error
    },
  })
  const reading = createPastReading({ ...tools, names: { views: pastViews, functions: pastFunctions } })
  return {
    async ready(position: string) {
      await views.open(position, 1)
      await views.settled()
      const opened = await views.open(position, 1)
      if (opened.status !== 'ready') throw new Error('The moment was not built.')
      return opened.view
    },
    reading,
    /** So that the next round builds it again. */
    forget: async () => {
      await pool.query(`UPDATE app.past_views SET versions = ''`)
      await views.sweep()
    },
  }
}

/** The log as it was at a position. */
const endingAt = (log: EventLog, position: number): EventLog => ({
  ...log,
  readAll: (after, limit) => log.readAll(after, Math.min(limit, position - Number(after))),
  head: async () => String(position),
})

/** The console as of the last but hundredth of `events` mixed events, in which people are erased now and then. */
export async function benchAsOf({
  events,
  rounds,
  memory,
}: {
  events: number
  rounds: number
  memory: readonly number[]
}): Promise<AsOfFigures> {
  const { database, owner, stop } = await startBenchDatabase({ max: 4 })
  const { pool } = database
  const log = createPostgresLog(pool)
  try {
    await makeLog(owner.pool, events)
    const position = events - 100
    const past = pastOn(log, pool)
    const seconds = async (work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      return (performance.now() - start) / 1000
    }
    const contestants = new Map([
      [
        'asOf',
        async () => {
          await past.forget()
          return seconds(() => past.ready(String(position)))
        },
      ],
      [
        'rebuild',
        () => seconds(() => rebuild({ log: endingAt(log, position), decode, pool, projections, fresh: true })),
      ],
    ] as const)
    const figures = await alternate(contestants, rounds)
    const of = (name: 'asOf' | 'rebuild') => figures.get(name) ?? []

    const view = await past.ready(String(position))
    const steps: number[] = []
    for (let back = 0; back < 40; back++)
      steps.push(
        await seconds(() =>
          past.reading.read(view, String(position - back), ({ knex }) =>
            knex('read.prayers').orderBy('id', 'desc').limit(50),
          ),
        ),
      )
    const measured: AsOfFigures['memory'] = []
    if (memory.length > 0) await makeLog(owner.pool, Math.max(...memory))
    for (const count of memory) {
      await past.forget()
      measured.push({ events: count, mb: await memoryOf(database.url, count) })
    }
    return {
      events,
      seconds: { asOf: median(of('asOf')), rebuild: median(of('rebuild')) },
      ratio: medianRatio(of('rebuild'), of('asOf')),
      step: median(steps) * 1000,
      memory: measured,
    }
  } finally {
    await log.close()
    await stop()
  }
}

/** Builds the first `events` in a separate process; returns its peak memory in MB. */
async function memoryOf(url: string, events: number): Promise<number> {
  const child = fork(import.meta.filename, [url, String(events)], { execArgv: ['--max-semi-space-size=4'] })
  const [mb] = await once(child, 'message')
  await once(child, 'exit')
  return Number(mb)
}

async function buildAlone(url: string, events: number): Promise<void> {
  const database = connect(url, { max: 4 })
  const log = createPostgresLog(database.pool)
  await pastOn(log, database.pool).ready(String(events))
  process.send?.(process.resourceUsage().maxRSS / 1024)
  await log.close()
  await database.close()
  process.disconnect()
}

export function asOfTable({ events, seconds, ratio, step, memory }: AsOfFigures): string {
  return [
    table(
      [`Console as of a position after ${events} events`, 'figure'],
      [
        ['seconds until it can be read', seconds.asOf],
        ['seconds of a rebuild up to the same position', seconds.rebuild],
        ['rebuild / ours', `${ratio.toFixed(2)} x`],
        ['step to a neighbor with a list of 50 rows, ms', step],
      ],
    ),
    table(
      ['Peak memory while it is built', 'MB'],
      memory.map(({ events: count, mb }) => [`${count} events`, mb]),
    ),
  ].join('\n\n')
}

if (import.meta.main) {
  const [, , url = '', count = ''] = process.argv
  await buildAlone(url, Number(count))
}
