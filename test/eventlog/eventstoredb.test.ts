import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEventStoreDbLog } from '../../backend/eventlog/eventstoredb/eventstoredb-log.ts'
import { describeEventLog } from '../eventlog-contract.ts'
import { startEventStoreDbServer } from '../support/eventstoredb-server.ts'
import { createProxy } from '../support/tcp-proxy.ts'

/** A real, insecure, single EventStoreDB such as esdb://localhost:2113?tls=false; without it, ours in this process. */
const realUrl = process.env.EVENTSTORE_TEST_URL

const title = realUrl
  ? 'in the real EventStoreDB at EVENTSTORE_TEST_URL'
  : 'in EventStoreDB, as imitated in this process over real gRPC (EVENTSTORE_TEST_URL is not set)'

describeEventLog(title, async () => {
  const server = realUrl ? null : await startEventStoreDbServer()
  const { hostname, port } = new URL(realUrl ?? `esdb://127.0.0.1:${server?.port}`)
  const cleanUps: (() => Promise<void> | void)[] = server ? [server.close] : []
  function openAt(url: string) {
    const log = createEventStoreDbLog(url)
    cleanUps.unshift(() => log.close())
    return log
  }
  return {
    open: async () => openAt(`esdb://${hostname}:${port}?tls=false`),
    async openOverBadNetwork() {
      const proxy = await createProxy({ host: hostname, port: Number(port) })
      cleanUps.unshift(proxy.close)
      const log = openAt(`esdb://127.0.0.1:${proxy.port}?tls=false`)
      const loseNextAnswer = server ? () => server.loseNextAnswer(proxy.cut) : proxy.loseNextAnswer
      return { log, cut: proxy.cut, loseNextAnswer }
    },
    async close() {
      for (const cleanUp of cleanUps) await cleanUp()
    },
  }
})

describe('The event log in EventStoreDB, by itself', () => {
  async function createLog() {
    const server = await startEventStoreDbServer()
    const log = createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`)
    onTestFinished(async () => {
      await log.close()
      server.close()
    })
    return log
  }
  const note = () => ({ id: randomUUID(), type: 'Noted', data: '{"number":1}', metadata: '{}' })

  it('completes a creation that stopped between its claim and its events, with the claimed name', async () => {
    const log = await createLog()
    const events = [note(), note()]
    const [first] = events
    const claim = { id: randomUUID(), type: 'AppendClaimed', metadata: '{}' }
    const data = JSON.stringify({ stream: 'note-1', events })
    await log.append(`append-claim-${first?.id}`, 'any', [{ ...claim, data }])

    const answer = await log.append('note-2', 'no-stream', events)
    expect(answer).toEqual({ outcome: 'duplicate', events: await log.readStream('note-1') })
    expect(await log.readStream('note-1')).toMatchObject(events)
    expect(await log.readStream('note-2')).toEqual([])
  })

  it('shows neither the system events nor the claims', async () => {
    const log = await createLog()
    for (let count = 0; count < 30; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    const all = await log.readAll(null, 100)
    expect(all.map(({ stream }) => stream)).toEqual(Array.from({ length: 30 }, (_, count) => `note-${count}`))
    expect(await log.head()).toBe(all.at(-1)?.position)
  })

  it('rejects an event whose bytes would not survive the round trip', async () => {
    const log = await createLog()
    for (const data of ['{ "spaced": 1 }', '1', 'null', '{"a":1,"a":2}']) {
      await expect(log.append('note-1', 'no-stream', [{ ...note(), data }])).rejects.toThrow(TypeError)
    }
    expect(await log.readAll(null, 10)).toEqual([])
  })
})
