import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LogUnavailable } from '../../backend/eventlog/event-log.ts'
import { createEventStoreDbLog } from '../../backend/eventlog/eventstoredb/eventstoredb-log.ts'
import { logState } from '../../backend/eventlog/log-state.ts'
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
    return { log, server }
  }
  const note = () => ({ id: randomUUID(), type: 'Noted', data: '{"number":1}', metadata: '{}' })

  it('completes a creation that stopped between its claim and its events, with the claimed name', async () => {
    const { log } = await createLog()
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
    const { log } = await createLog()
    for (let count = 0; count < 30; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    const all = await log.readAll(null, 100)
    expect(all.map(({ stream }) => stream)).toEqual(Array.from({ length: 30 }, (_, count) => `note-${count}`))
    expect(await log.head()).toBe(all.at(-1)?.position)
  })

  it('rejects an event whose bytes would not survive the round trip', async () => {
    const { log } = await createLog()
    for (const data of ['{ "spaced": 1 }', '1', 'null', '{"a":1,"a":2}']) {
      await expect(log.append('note-1', 'no-stream', [{ ...note(), data }])).rejects.toThrow(TypeError)
    }
    expect(await log.readAll(null, 10)).toEqual([])
  })

  it('takes the addresses of a cluster, and names no password when an address is wrong', async () => {
    const cluster = createEventStoreDbLog('esdb://admin:changeit@a:2113,b:2113,c:2113?tls=true')
    onTestFinished(() => cluster.close())
    for (const wrong of ['esdb://admin:changeit@', 'esdb://admin:changeit@a:port', 'esdb://a:1?tls=perhaps'])
      expect(() => createEventStoreDbLog(wrong)).toThrow(
        /^EVENTSTORE_URL is not an address of EventStoreDB\.(?!.*changeit)/,
      )
  })

  it('says in one sentence that nobody listens, and where', async () => {
    const log = createEventStoreDbLog('esdb://admin:changeit@127.0.0.1:1?tls=false&maxDiscoverAttempts=1')
    onTestFinished(() => log.close())
    const attempt = log.head()
    await expect(attempt).rejects.toThrow(LogUnavailable)
    await expect(attempt).rejects.toThrow(
      'EventStoreDB at 127.0.0.1:1 does not answer. Start it, or correct EVENTSTORE_URL',
    )
    expect(await logState(log)).toMatch(/127\.0\.0\.1:1 does not answer/)
  })

  it('rests on the leader alone, whatever a follower of a cluster has', async () => {
    const { log, server } = await createLog()
    await log.append('note-1', 'no-stream', [note()])
    await log.append('note-1', 0, [note()])
    await log.append('note-1', 'any', [note()])
    await log.append('note-1', 2, [note()])
    const all = await log.readAll(null, 10)
    expect(await log.head()).toBe(all.at(-1)?.position)
    expect(server.calls.appends).toBeGreaterThan(4)
    expect(server.calls.ofAnyNode).toBe(0)
  })

  it('answers a dozen idle readers from memory, and tells them of events from elsewhere', async () => {
    const { log, server } = await createLog()
    const other = createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`)
    onTestFinished(() => other.close())
    const heard: string[] = []
    log.onAppend((position) => heard.push(position))
    await log.append('note-1', 'no-stream', [note()])
    const end = await log.head()
    // Until the subscription stands, each read asks the server.
    await expect
      .poll(async () => {
        const before = server.calls.reads
        expect(await log.readAll(end, 100)).toEqual([])
        return server.calls.reads - before
      })
      .toBe(0)

    const before = server.calls.reads
    for (let turn = 0; turn < 20; turn++)
      await Promise.all(Array.from({ length: 12 }, async () => expect(await log.readAll(end, 100)).toEqual([])))
    expect(server.calls.reads - before).toBeLessThanOrEqual(2)

    const answer = await other.append('note-2', 'no-stream', [note()])
    const position = answer.outcome === 'appended' ? answer.position : ''
    await expect.poll(() => heard).toContain(position)
    const asked = server.calls.reads
    expect((await log.readAll(end, 100)).map((event) => event.position)).toEqual([position])
    expect(server.calls.reads).toBe(asked)
  })

  it('leaves no read behind that would keep it from closing', async () => {
    const { log } = await createLog()
    for (let count = 0; count < 40; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    for (let count = 0; count < 40; count++) await log.readAll(null, 1 + (count % 5))
    const closed = await Promise.race([log.close().then(() => 'closed'), delay(5000, 'still open', { ref: false })])
    expect(closed).toBe('closed')
  })
})
