import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { z } from 'zod'
import type { Database } from '../backend/kernel/database/connect.ts'
import { startBenchDatabase } from './support.ts'

const shape = z.object({ reads: z.number(), appends: z.number() })
export type CallCounts = z.infer<typeof shape>

export type EventStoreDb = {
  url: string
  /** Its name in the tables. */
  name: string
  /** null for a real server, which does not say. */
  calls(): Promise<CallCounts | null>
  stop(): void
}

/** The server at EVENTSTORE_TEST_URL, or the imitation. */
export async function startEventStoreDb(): Promise<EventStoreDb> {
  const real = process.env.EVENTSTORE_TEST_URL
  if (real) return { url: real, name: 'EventStoreDB at EVENTSTORE_TEST_URL', calls: async () => null, stop() {} }
  const child = fork(new URL('./eventstoredb-process.ts', import.meta.url).pathname, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!child.stdout) throw new Error('The imitation has no output.')
  const [port] = await once(child.stdout, 'data')
  return {
    url: `esdb://127.0.0.1:${Number(String(port))}?tls=false`,
    name: 'EventStoreDB, imitated in memory',
    async calls() {
      child.send('calls')
      const [counts] = await once(child, 'message')
      return shape.parse(counts)
    },
    stop: () => child.kill('SIGKILL'),
  }
}

/** An EventStoreDB and the one database that belongs to it, for any number of servers one after another or at once. */
export type Store = {
  server: EventStoreDb
  database: Database
  /** The settings that those servers share. */
  env: { DATABASE_URL: string; APP_SECRET: string; EVENTSTORE_URL: string }
  stop(): Promise<void>
}

/** A real server must be empty. */
export async function startStore(): Promise<Store> {
  const server = await startEventStoreDb()
  const { database, url, stop } = await startBenchDatabase({ max: 10 })
  return {
    server,
    database,
    env: { DATABASE_URL: url, APP_SECRET: randomBytes(32).toString('base64'), EVENTSTORE_URL: server.url },
    async stop() {
      server.stop()
      await stop()
    },
  }
}
