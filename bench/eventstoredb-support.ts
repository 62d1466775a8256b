import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

const shape = z.object({ reads: z.number(), appends: z.number() })
export type CallCounts = z.infer<typeof shape>

export type EventStoreDb = {
  url: string
  /** What the tables say about it. */
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
