import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../backend/kernel/database/connect.ts'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { type Store, startStore } from './eventstoredb-support.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

const callers = [1, 4, 16] as const
const rounds = 15
const answersPerCaller = 200

type Figures = { log: string; callers: number; ready: number; healthy: number; ratio: number }

/** Milliseconds until an answer, the median of all callers, who ask without a pause. */
async function timeOf(url: string, count: number, agent: Agent): Promise<number> {
  const taken: number[] = []
  const call = async () => {
    for (let turn = 0; turn < answersPerCaller; turn++) {
      const startedAt = performance.now()
      const [answer]: IncomingMessage[] = await once(get(url, { agent }), 'response')
      assert.equal(answer?.statusCode, 200)
      answer.resume()
      await once(answer, 'end')
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: count }, call))
  return median(taken)
}

async function benchLog(log: string, database: Database, store?: Store): Promise<Figures[]> {
  const folder = temporaryDataFolder()
  const env = { DATABASE_URL: database.url, DEMO_CONTENT: 'on', SERVE_SITE: 'off', ...store?.env }
  const app = await createTestApp({ http: 'socket', folder, env })
  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...callers) })
  try {
    await delay(5000)
    const figures: Figures[] = []
    for (const count of callers) {
      const sides = new Map([
        ['/readyz', () => timeOf(`${app.url}/readyz`, count, agent)],
        ['/healthz', () => timeOf(`${app.url}/healthz`, count, agent)],
      ])
      const taken = await alternate(sides, rounds)
      const [ready, healthy] = ['/readyz', '/healthz'].map((path) => taken.get(path) ?? [])
      if (!ready || !healthy) throw new Error('Nothing was measured.')
      figures.push({
        log,
        callers: count,
        ready: median(ready),
        healthy: median(healthy),
        ratio: medianRatio(ready, healthy),
      })
    }
    return figures
  } finally {
    agent.destroy()
    await app.kill()
    await folder.remove()
  }
}

/** The time of `/readyz` beside that of `/healthz`, which reads nothing. */
export async function benchReadiness(): Promise<Figures[]> {
  const { database, stop } = await startBenchDatabase({ max: 2 })
  const store = await startStore()
  try {
    return [...(await benchLog('PostgreSQL', database)), ...(await benchLog(store.server.name, store.database, store))]
  } finally {
    await store.stop()
    await stop()
  }
}

export const readinessTable = (figures: readonly Figures[]): string =>
  table(
    ['Log, callers without a pause', '/readyz, ms', '/healthz, ms', 'ratio', 'required'],
    figures.map(({ log, callers: count, ready, healthy, ratio }) => [
      `${log}, ${count}`,
      ready,
      healthy,
      `${ratio.toFixed(2)} x`,
      '2 x',
    ]),
  )

if (import.meta.main) console.log(readinessTable(await benchReadiness()))
