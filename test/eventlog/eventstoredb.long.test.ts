import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import type { Decider, Fact } from '../../backend/kernel/eventlog/decider.ts'
import { createMemorySubjectKeys } from '../../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { type EventLog, LogCorrupted, LogUnavailable, StreamDeleted } from '../../backend/kernel/eventlog/event-log.ts'
import {
  createEventStoreDbLog,
  type EventStoreDbOptions,
} from '../../backend/kernel/eventlog/eventstoredb/eventstoredb-log.ts'
import { createHandle } from '../../backend/kernel/eventlog/handle.ts'
import { logState } from '../../backend/kernel/eventlog/log-state.ts'
import { describeEventLog } from '../eventlog-contract.ts'
import { type EventStoreDbServer, startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { createEventStore } from '../support/log/eventstoredb-store.ts'
import { context } from '../support/log/recorded.ts'
import { length } from '../support/run/length.ts'
import { createProxy } from '../support/tcp-proxy.ts'

/** A real, insecure, single EventStoreDB such as esdb://localhost:2113?tls=false; without it, ours in this process. */
const realUrl = process.env.EVENTSTORE_TEST_URL

const title = realUrl
  ? 'in the real EventStoreDB at EVENTSTORE_TEST_URL'
  : 'in EventStoreDB, as imitated in this process over real gRPC (EVENTSTORE_TEST_URL is not set)'

const createStore = async () => {
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
}
describeEventLog(title, createStore, { recognizes: 'ids in their place' })

describe('the event log in EventStoreDB, by itself', () => {
  async function createLog() {
    const server = await startEventStoreDbServer()
    const log = createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`)
    onTestFinished(async () => {
      await log.close()
      server.close()
    })
    return { log, server }
  }
  /** The subscription delivers what others write, for which it has recognized the server’s log. */
  async function subscribed({ calls, store }: EventStoreDbServer, log: EventLog): Promise<void> {
    await expect.poll(() => calls.subscriptions).toBeGreaterThan(0)
    const delivered = Promise.withResolvers<void>()
    const stop = log.onAppend(() => delivered.resolve())
    const asStored = { id: randomUUID(), type: 'Noted', contentType: 'application/json' }
    store.write('note-elsewhere', 'any', [{ ...asStored, data: Buffer.from('{}'), metadata: Buffer.from('{}') }])
    await delivered.promise
    stop()
  }
  const note = () => ({ id: randomUUID(), type: 'Noted', data: '{"number":1}', metadata: '{}' })

  it('makes one call to create and two to decide, and reads nothing else', async () => {
    const { log, server } = await createLog()
    const stop = log.onAppend(() => {})
    await log.append('note-0', 'no-stream', [note()])
    await subscribed(server, log)
    const before = { ...server.calls }
    await log.append('note-1', 'no-stream', [note(), note()])
    await log.append('note-1', 1, [note()])
    stop()
    expect(server.calls).toEqual({ ...before, appends: before.appends + 2 })
  })

  it('reads a stream of 2,000 events once for a decision', async () => {
    const { log, server } = await createLog()
    const metadata = JSON.stringify({ at: '2026-01-01T00:00:00.000Z', actor: { kind: 'system' }, schemaVersion: 1 })
    await log.append(
      'note-1',
      'no-stream',
      Array.from({ length: 2000 }, () => ({ ...note(), metadata })),
    )
    await subscribed(server, log)
    const before = { ...server.calls }
    const [keys, id] = [createMemorySubjectKeys(), randomUUID()]
    const handle = createHandle({
      log,
      codec: createCodec({ keys, personalFields: {}, upcasters: {} }),
      newId: () => id,
    })
    const adding: Decider<number, Fact, Fact> = {
      initialState: 0,
      decide: (_command, count) => [{ type: 'Noted', data: { number: count } }],
      evolve: (count) => count + 1,
    }
    const { events } = await handle(adding, 'note-1', { type: 'Note', data: {} }, context('key'))
    expect(events).toMatchObject([{ data: { number: 2000 }, revision: 2000 }])
    expect(server.calls).toEqual({ ...before, reads: before.reads + 1, appends: before.appends + 1 })
  })

  it('rejects another log, wherever the connection was lost', async () => {
    const [first, second] = [await startEventStoreDbServer(), await startEventStoreDbServer()]
    const way = { to: first.port }
    const proxy = await createProxy({ host: '127.0.0.1', port: () => way.to })
    const alarms: string[] = []
    const log = createEventStoreDbLog(`esdb://u:secret@127.0.0.1:${proxy.port}?tls=false`, {
      onAlarm: (sentence) => alarms.push(sentence),
    })
    onTestFinished(async () => {
      await log.close()
      await proxy.close()
      first.close()
      second.close()
    })
    await log.append('note-1', 'no-stream', [note()])
    await subscribed(first, log)

    way.to = second.port
    proxy.cut()
    for (const attempt of [
      () => log.append('note-2', 'no-stream', [note()]),
      () => log.append('note-2', 'any', [note()]),
      () => log.readStream('note-1'),
      () => log.readAll(null, 10),
      () => log.head(),
    ])
      await expect(attempt()).rejects.toThrow(
        /^EventStoreDB at 127.0.0.1:\d+ does not hold the event log.*EVENTSTORE_URL/,
      )
    expect(second.store.all.filter(({ stream }) => stream.startsWith('note'))).toEqual([])
    expect(second.calls.appends).toBe(0)
    expect(await logState(log)).toMatch(/does not hold the event log/)
    expect(alarms).toHaveLength(1)
    expect(alarms.join()).not.toContain('secret')

    way.to = first.port
    proxy.cut()
    expect(await log.append('note-2', 'no-stream', [note()])).toMatchObject({ outcome: 'appended' })
  })

  it('appends over another call when the server has ended one', async () => {
    const { log, server } = await createLog()
    server.loseNextAnswer((call) => call.end())
    expect(await log.append('note-1', 'no-stream', [note()])).toMatchObject({ outcome: 'appended', revision: 0 })
    expect(await log.append('note-1', 0, [note()])).toMatchObject({ outcome: 'appended', revision: 1 })
  })

  it('names a stream that was deleted for good', async () => {
    const { log, server } = await createLog()
    await log.append('note-1', 'no-stream', [note()])
    server.store.tombstone('note-1')
    for (const attempt of [() => log.readStream('note-1'), () => log.append('note-1', 'no-stream', [note()])])
      await expect(attempt()).rejects.toMatchObject(new StreamDeleted('note-1'))
  })

  it('says that an older copy was put back when a position is none of its log, and waits at one behind its end', async () => {
    const { log, server } = await createLog()
    await log.append('note-1', 'no-stream', [note()])
    const older = [...server.store.all]
    await log.append('note-2', 'no-stream', [note()])
    const position = (await log.head()) ?? ''

    const store = createEventStore(older)
    const restored = await startEventStoreDbServer({ store })
    const other = createEventStoreDbLog(`esdb://127.0.0.1:${restored.port}?tls=false`)
    onTestFinished(async () => {
      await other.close()
      restored.close()
    })
    expect(await other.readAll(position, 10)).toEqual([])
    const events = other.subscribe(position, AbortSignal.timeout(60_000))[Symbol.asyncIterator]()
    const following = expect(events.next()).rejects.toThrow(LogCorrupted)
    for (let count = 0; count < 3; count++)
      await other.append(`note-${count + 3}`, 'no-stream', [{ ...note(), data: '{"longer":true}' }])
    const reading = other.readAll(position, 10)
    await expect(reading).rejects.toThrow(LogCorrupted)
    await expect(reading).rejects.toThrow(/npm run admin -- rewind/)
    await following
  })

  it('shows neither the system events nor the claims', async () => {
    const { log } = await createLog()
    for (let count = 0; count < 30; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    const all = await log.readAll(null, 100)
    expect(all.map(({ stream }) => stream)).toEqual(Array.from({ length: 30 }, (_, count) => `note-${count}`))
    expect(await log.head()).toBe(all.at(-1)?.position)
  })

  it('stores the given bytes, and reads what our codec prints to the byte', async () => {
    const { log, server } = await createLog()
    const printed = ['{"name":"Håkon","nested":{"2":[1,null],"__proto__":"\\ud800"}}', '{"a":-1.5e-7,"b":[[],{}]}']
    for (const [index, data] of [...printed, '{ "spaced": 1.0 }'].entries()) {
      await log.append(`note-${index}`, 'no-stream', [{ ...note(), data }])
      const stored = server.store.all.at(-1)
      expect(stored).toMatchObject({ type: 'Noted', contentType: 'application/json' })
      expect(Buffer.from(stored?.data ?? []).toString()).toBe(data)
    }
    for (const [index, data] of printed.entries())
      expect(await log.readStream(`note-${index}`)).toMatchObject([{ data, metadata: '{}' }])
  })

  it('reads JSON that another tool wrote in the same text each time, at once and as it comes', async () => {
    const { log, server } = await createLog()
    const data = '{"number":1,"name":"Håkon"}'
    const metadata = '{"b":1,"a":2}'
    const asStored = { id: randomUUID(), type: 'Noted', contentType: 'application/json' }
    server.store.write('note-1', 'no-stream', [
      { ...asStored, data: Buffer.from('{ "number": 1.0, "name": "Håkon" }'), metadata: Buffer.from(`${metadata}\n`) },
    ])
    const expected = [{ id: asStored.id, type: 'Noted', data, metadata, stream: 'note-1', revision: 0 }]
    expect(await log.readStream('note-1')).toMatchObject(expected)
    expect(await log.readAll(null, 10)).toMatchObject(expected)
    for await (const batch of log.subscribe(null, AbortSignal.timeout(5000))) {
      expect(batch).toMatchObject(expected)
      break
    }
  })

  it('takes the addresses of a cluster, and names no password when an address is wrong', async () => {
    const cluster = createEventStoreDbLog('esdb://admin:changeit@a:2113,b:2113,c:2113?tls=true')
    onTestFinished(() => cluster.close())
    for (const wrong of ['esdb://admin:changeit@', 'esdb://admin:changeit@a:port', 'esdb://a:1?tls=perhaps'])
      expect(() => createEventStoreDbLog(wrong)).toThrow(
        /^EVENTSTORE_URL is not an address of EventStoreDB\.(?!.*changeit)/,
      )
  })

  it.each([
    ['a server', '127.0.0.1:1'],
    ['a cluster', '127.0.0.1:1, 127.0.0.1:2, 127.0.0.1:3'],
  ])('says in one sentence that no server listens at the address of %s', async (_what, hosts) => {
    const log = createEventStoreDbLog(`esdb://admin:changeit@${hosts.replaceAll(' ', '')}?tls=false`)
    onTestFinished(() => log.close())
    const attempt = log.head()
    await expect(attempt).rejects.toThrow(LogUnavailable)
    await expect(attempt).rejects.toThrow(
      `EventStoreDB at ${hosts} does not answer. Start it, or correct EVENTSTORE_URL`,
    )
    expect(await logState(log)).toContain(`${hosts} does not answer`)
  })

  it('relies on the leader alone, whatever a follower of a cluster has', async () => {
    const { log, server } = await createLog()
    await log.append('note-1', 'no-stream', [note()])
    await log.append('note-1', 0, [note()])
    await log.append('note-1', 'any', [note()])
    await log.append('note-1', 2, [note()])
    const all = await log.readAll(null, 10)
    expect(await log.head()).toBe(all.at(-1)?.position)
    expect(server.calls.appends).toBe(4)
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
        expect(await log.readNew(end, 100)).toEqual([])
        return server.calls.reads - before
      })
      .toBe(0)

    const before = server.calls.reads
    for (let turn = 0; turn < 20; turn++)
      await Promise.all(Array.from({ length: 12 }, async () => expect(await log.readNew(end, 100)).toEqual([])))
    expect(server.calls.reads - before).toBeLessThanOrEqual(2)

    const answer = await other.append('note-2', 'no-stream', [note()])
    const position = answer.outcome === 'appended' ? answer.position : ''
    await expect.poll(() => heard).toContain(position)
    const asked = server.calls.reads
    expect((await log.readNew(end, 100)).map((event) => event.position)).toEqual([position])
    expect(server.calls.reads).toBe(asked)
  })

  describe('on a server that another program uses', () => {
    const kinds = ['note', 'book']
    const foreign = (content: string | Buffer, contentType = 'application/json') => ({
      id: randomUUID(),
      type: 'OrderPlaced',
      contentType,
      data: Buffer.from(content),
      metadata: Buffer.from(contentType === 'application/json' ? '{"trace":1}' : '\xff\xfe'),
    })

    async function shared(options: EventStoreDbOptions = {}) {
      const server = await startEventStoreDbServer()
      const url = `esdb://127.0.0.1:${server.port}?tls=false`
      const open = (own: EventStoreDbOptions = {}) => {
        const log = createEventStoreDbLog(url, { streamKinds: kinds, ...options, ...own })
        onTestFinished(() => log.close())
        return log
      }
      onTestFinished(server.close)
      /** Events that are JSON, no JSON and no text; links; and a stream whose name begins like ours. */
      const others = (count: number) => {
        for (let index = 0; index < count; index++) {
          server.store.write(`order-${index}`, 'any', [foreign('{"total":1}')])
          server.store.write('invoice', 'any', [foreign(Buffer.from([0, 255, 254]), 'application/octet-stream')])
          server.store.write('notebook-1', 'any', [foreign('this is no JSON')])
          server.store.write('$ce-note', 'any', [{ ...foreign(`0@note-${index}`, 'text/plain'), type: '$>' }])
        }
      }
      return { server, open, others }
    }

    it.each<[string, EventStoreDbOptions]>([
      ['without a prefix, as existing logs are', {}],
      ['with a prefix', { streamPrefix: 'campaign-' }],
    ])('reads its own streams only, %s', async (_what, options) => {
      const { server, open, others } = await shared(options)
      const log = open()
      others(30)
      const [first, second] = [note(), note()]
      await log.append('note-1', 'no-stream', [first])
      others(200)
      await log.append('note-1', 0, [second])
      others(200)
      const own = [first, second].map(({ id }, revision) => ({ id, stream: 'note-1', revision }))
      expect(await log.readAll(null, 10)).toMatchObject(own)
      expect(await log.readStream('note-1')).toMatchObject(own)
      expect(await log.head()).toBe((await log.readAll(null, 10)).at(-1)?.position)
      for await (const batch of log.subscribe(null, AbortSignal.timeout(20_000))) {
        expect(batch).toMatchObject(own.slice(0, batch.length))
        break
      }
      expect(server.store.readStream(`${options.streamPrefix ?? ''}note-1`)?.events).toHaveLength(2)
      // Events that others wrote after our last one are read once.
      const end = await log.head()
      expect(await log.readAll(end, 10)).toEqual([])
      const before = server.calls.reads
      expect(await log.readAll(end, 10)).toEqual([])
      expect(server.calls.reads - before).toBe(1)
    })

    it('keeps two of our programs apart by their prefixes', async () => {
      const { open } = await shared()
      const [north, south] = [open({ streamPrefix: 'north-' }), open({ streamPrefix: 'south-' })]
      await north.append('note-1', 'no-stream', [note()])
      await south.append('note-1', 'no-stream', [note()])
      await south.append('note-2', 'no-stream', [note()])
      const streams = async (log: EventLog) => (await log.readAll(null, 10)).map(({ stream }) => stream)
      expect([await streams(north), await streams(south)]).toEqual([['note-1'], ['note-1', 'note-2']])
    })

    it('writes no stream of a kind that it would not read', async () => {
      const { open } = await shared()
      await expect(open().append('memo-1', 'no-stream', [note()])).rejects.toThrow('of no known kind')
    })
  })

  it('answers one key at two processes at the same moment, although the server answers only one of them', async () => {
    const server = await startEventStoreDbServer()
    const logs = [0, 1].map(() => createEventStoreDbLog(`esdb://127.0.0.1:${server.port}?tls=false`))
    onTestFinished(async () => {
      for (const log of logs) await log.close()
      server.close()
    })
    for (const log of logs) await log.head()
    let slowest = 0
    for (let round = 0; round < length(30, 5); round++) {
      const event = note()
      const startedAt = performance.now()
      const answers = await Promise.all(
        logs.map((log, index) =>
          log.append(`note-${round}`, 'no-stream', [{ ...event, metadata: `{"requestId":"${index}"}` }]),
        ),
      )
      slowest = Math.max(slowest, performance.now() - startedAt)
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['appended', 'duplicate'])
      expect(await logs[0]?.readStream(`note-${round}`)).toHaveLength(1)
    }
    if (process.env.PRINT_TIMES) console.log(`the slowest took ${Math.round(slowest)} ms`)
  })

  it('keeps nothing of a read, neither at the end of the log nor before it', async () => {
    const { log, server } = await createLog()
    for (let count = 0; count < 40; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    await subscribed(server, log)
    const end = await log.head()
    const read = async () => {
      for (let count = 0; count < 20; count++) {
        await log.readAll(end, 10)
        await log.readAll(null, 1 + (count % 5))
        await log.readStream(`note-${count}`)
      }
    }
    await read()
    const before = queryObjects(Readable, { format: 'count' })
    await read()
    expect(queryObjects(Readable, { format: 'count' }) - before).toBeLessThan(10)
  }, 90_000)

  it('leaves no read behind that would keep it from closing', async () => {
    const { log } = await createLog()
    for (let count = 0; count < 40; count++) await log.append(`note-${count}`, 'no-stream', [note()])
    for (let count = 0; count < 40; count++) await log.readAll(null, 1 + (count % 5))
    const closed = await Promise.race([log.close().then(() => 'closed'), delay(5000, 'still open', { ref: false })])
    expect(closed).toBe('closed')
  })
})
