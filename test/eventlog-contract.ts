import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AppendTooLarge,
  type EventLog,
  type NewEvent,
  type Position,
  type RecordedEvent,
  RevisionConflict,
} from '../backend/kernel/eventlog/event-log.ts'
import { length } from './support/run/length.ts'

/** One store, accessed like by several processes. */
export type Store = {
  /** A separate log with its own connections; closed by `close`. */
  open(): Promise<EventLog>
  /** The same over an unreliable network: `loseNextAnswer` lets the request through and drops the connection. */
  openOverBadNetwork(): Promise<{ log: EventLog; loseNextAnswer(): void; cut(): void }>
  close(): Promise<void>
}

/** Number of events for the 16 writers; up to 100,000 with EVENTLOG_TEST_EVENTS. */
const writtenAtOnce = Number(process.env.EVENTLOG_TEST_EVENTS ?? length(5000, 1500))
const many = length(2000, 300)

const note = (number: number): NewEvent => ({
  id: randomUUID(),
  type: 'Noted',
  data: JSON.stringify({ number }),
  metadata: JSON.stringify({ at: '2026-01-01T00:00:00.000Z', requestId: randomUUID() }),
})
const notes = (count: number) => Array.from({ length: count }, (_, number) => note(number))
/** Events that a repeated request appends: the same ids, and the metadata of another attempt. */
const again = (events: readonly NewEvent[]) =>
  events.map((event) => ({ ...event, metadata: JSON.stringify({ requestId: randomUUID() }) }))
const newStream = () => `note-${randomUUID()}`
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id)

async function readOn(log: EventLog, after: Position | null, limit = 1000): Promise<RecordedEvent[]> {
  const read: RecordedEvent[] = []
  for (;;) {
    const batch = await log.readAll(read.at(-1)?.position ?? after, limit)
    if (batch.length === 0) return read
    read.push(...batch)
  }
}

/**
 * The requirements for every event log. `recognizes`: whether it knows the id of an event in any stream, or only right
 * after the revision that its append expected; commands then need the same stream again (database/issued-numbers.ts).
 */
export function describeEventLog(
  name: string,
  createStore: () => Promise<Store>,
  { recognizes = 'ids anywhere' }: { recognizes?: 'ids anywhere' | 'ids in their place' } = {},
): void {
  describe(`the event log ${name}`, () => {
    let store: Store
    let log: EventLog
    let other: EventLog
    beforeAll(async () => {
      store = await createStore()
      log = await store.open()
      other = await store.open()
    })
    afterAll(() => store.close())

    describe('appending', () => {
      it('stores the events of a new stream byte for byte, from revision 0', async () => {
        const stream = newStream()
        const data = ['{"b":1,"a":[null,true,-0.5,1e+21]}', '{"1":"x","10":"y","é":"\\u0000 \\ud800 “ß🕊”"}', '{}']
        const events = data.map((text) => ({ ...note(0), data: text }))
        const appended = await log.append(stream, 'no-stream', events)

        const recorded = await other.readStream(stream)
        expect(recorded).toEqual(
          events.map((event, revision) => ({ ...event, stream, revision, position: recorded[revision]?.position })),
        )
        const position = recorded.at(-1)?.position
        expect(appended).toEqual({ outcome: 'appended', position, revision: 2, events: recorded })
      })

      it('reads a stream that was never written as empty', async () => {
        expect(await log.readStream(newStream())).toEqual([])
      })

      it('rejects a new stream that exists, and any revision but the last', async () => {
        const stream = newStream()
        await log.append(stream, 'no-stream', notes(2))
        for (const stale of ['no-stream', 0, 2] as const) {
          await expect(other.append(stream, stale, [note(9)])).rejects.toThrow(RevisionConflict)
        }
        await expect(log.append(newStream(), 0, [note(9)])).rejects.toThrow(RevisionConflict)
        expect(await log.readStream(stream)).toHaveLength(2)
        expect(await log.append(stream, 1, [note(2)])).toMatchObject({ outcome: 'appended', revision: 2 })
      })

      it('accepts a measurement at any revision', async () => {
        const stream = newStream()
        expect(await log.append(stream, 'any', [note(0)])).toMatchObject({ outcome: 'appended', revision: 0 })
        expect(await log.append(stream, 'any', notes(2))).toMatchObject({ outcome: 'appended', revision: 2 })
      })

      it('writes all events of an append or none', async () => {
        const stream = newStream()
        await log.append(stream, 'no-stream', [note(0)])
        await expect(log.append(stream, 'no-stream', notes(3))).rejects.toThrow(RevisionConflict)
        expect(await log.readStream(stream)).toHaveLength(1)
        await expect(log.append(stream, 0, [])).rejects.toThrow(RangeError)
      })

      it('refuses more than a million bytes at once, and says how many there were', async () => {
        const stream = newStream()
        const large = { ...note(0), data: JSON.stringify({ text: 'x'.repeat(600_000) }) }
        const attempt = log.append(stream, 'no-stream', [large, { ...large, id: randomUUID() }])
        await expect(attempt).rejects.toThrow(AppendTooLarge)
        await expect(attempt).rejects.toThrow(/1,200,\d{3} bytes of at most 1,000,000/)
        expect(await log.readStream(stream)).toEqual([])
        expect(await log.append(stream, 'no-stream', [large])).toMatchObject({ outcome: 'appended' })
      })

      it('lets exactly one of several writers at the same revision succeed', async () => {
        const stream = newStream()
        await log.append(stream, 'no-stream', [note(0)])
        const outcomes = await Promise.allSettled(
          Array.from({ length: 8 }, (_, index) => (index % 2 ? log : other).append(stream, 0, notes(2))),
        )
        const rejections = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
        expect(rejections).toHaveLength(7)
        for (const rejection of rejections) expect(rejection).toBeInstanceOf(RevisionConflict)
        expect(await log.readStream(stream)).toHaveLength(3)
      })

      it(`accepts ${many} events in one append and ${many} appends at once`, async () => {
        const stream = newStream()
        const events = notes(many)
        expect(await log.append(stream, 'no-stream', events)).toMatchObject({
          outcome: 'appended',
          revision: many - 1,
        })
        expect(ids(await log.readStream(stream))).toEqual(ids(events))

        const before = await log.head()
        const others = notes(many)
        await Promise.all(others.map((event) => log.append(newStream(), 'no-stream', [event])))
        expect(ids(await readOn(log, before)).sort()).toEqual(ids(others).sort())
      })
    })

    describe('repeated appends', () => {
      it('answers a repeated creation with the recorded events', async () => {
        const stream = newStream()
        const events = notes(2)
        await log.append(stream, 'no-stream', events)
        const recorded = await log.readStream(stream)
        expect(await other.append(stream, 'no-stream', again(events))).toEqual({
          outcome: 'duplicate',
          events: recorded,
        })
        expect(await log.readStream(stream)).toEqual(recorded)
      })

      it.runIf(recognizes === 'ids anywhere')(
        'answers a repeated creation with another stream name with the recorded events',
        async () => {
          const first = newStream()
          const second = newStream()
          const events = notes(2)
          await log.append(first, 'no-stream', events)
          const recorded = await log.readStream(first)
          const repeated = events.map((event) => ({ ...event, data: '{"number":99}' }))
          expect(await other.append(second, 'no-stream', repeated)).toEqual({ outcome: 'duplicate', events: recorded })
          expect(await log.readStream(second)).toEqual([])
        },
      )

      it('answers a repeated decision with the recorded events', async () => {
        const stream = newStream()
        await log.append(stream, 'no-stream', [note(0)])
        const decision = [note(1)]
        await log.append(stream, 0, decision)
        const recorded = (await log.readStream(stream)).slice(1)
        for (const revision of recognizes === 'ids anywhere' ? [0, 1] : [0]) {
          expect(await other.append(stream, revision, again(decision))).toEqual({
            outcome: 'duplicate',
            events: recorded,
          })
        }
        expect(await log.readStream(stream)).toHaveLength(2)
      })

      it('writes an append once when it is sent many times at the same time', async () => {
        const created = [note(0)]
        const only = newStream()
        const streams = Array.from({ length: 6 }, () => (recognizes === 'ids anywhere' ? newStream() : only))
        const answers = await Promise.all(
          streams.map((stream, index) => (index % 2 ? log : other).append(stream, 'no-stream', again(created))),
        )
        expect(answers.filter(({ outcome }) => outcome === 'appended').length).toBeLessThanOrEqual(1)
        const kept = (await Promise.all([...new Set(streams)].map((stream) => log.readStream(stream)))).flat()
        expect(ids(kept)).toEqual(ids(created))
        for (const answer of answers) {
          expect(answer.events).toEqual(kept)
        }
      })

      it('stores the first of several attempts with different bytes, and shows it to all', async () => {
        const stream = newStream()
        const event = note(0)
        const attempts = Array.from({ length: 6 }, (_, number) => ({ ...event, data: JSON.stringify({ number }) }))
        const answers = await Promise.all(
          attempts.map((attempt, index) => (index % 2 ? log : other).append(stream, 'no-stream', [attempt])),
        )
        const kept = await log.readStream(stream)
        expect(ids(kept)).toEqual([event.id])
        expect(answers.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1)
        for (const answer of answers) expect(answer.events).toEqual(kept)
      })
    })

    describe('reading all', () => {
      it('returns every event once, in one order, for any batch size', async () => {
        const before = await log.head()
        const streams = [newStream(), newStream()]
        const appended: NewEvent[] = []
        for (let round = -1; round < 4; round++) {
          for (const stream of streams) {
            const event = note(round)
            appended.push(event)
            await log.append(stream, round < 0 ? 'no-stream' : round, [event])
          }
        }
        const all = await readOn(log, before)
        expect(ids(all)).toEqual(ids(appended))
        expect(await readOn(other, before, 3)).toEqual(all)
        const positions = all.map(({ position }) => position)
        expect([...positions].reverse().sort(log.compare)).toEqual(positions)
        expect(await log.head()).toBe(positions.at(-1))
        expect(await log.readAll(await log.head(), 10)).toEqual([])
        expect(positions.filter((position) => !log.isPosition(position))).toEqual([])
        const others = ['', 'x', '-1', '1.5', ' 1', '01', '1/', '1/2/3', '-1/2', '9'.repeat(20), `1/${'9'.repeat(20)}`]
        expect(others.filter((text) => log.isPosition(text))).toEqual([])
      })

      it('gives several streams in one answer, each in order', async (context) => {
        const read = log.readStreams
        if (!read) return context.skip('This store reads one stream at a time.')
        const [first, second] = [newStream(), newStream()]
        await log.append(first, 'no-stream', notes(2))
        await log.append(second, 'no-stream', notes(1))
        await log.append(first, 1, notes(1))
        const found = Map.groupBy(await read([second, first, newStream()]), ({ stream }) => stream)
        expect(found).toEqual(
          new Map([
            [first, await log.readStream(first)],
            [second, await log.readStream(second)],
          ]),
        )
        expect(await read([])).toEqual([])
      })

      it('leaves out other types where the store can, and gives the same events as reading everything', async (context) => {
        const read = log.readTypes
        if (!read) return context.skip('This store has no such filter: everything is read.')
        const before = await log.head()
        const kinds = ['Noted', 'Counted', 'Noted', 'Measured', 'Counted', 'Noted']
        const stream = newStream()
        await log.append(
          stream,
          'no-stream',
          kinds.map((type) => ({ ...note(0), type })),
        )
        const all = await readOn(log, before)
        const asked = all.filter(({ type }) => type !== 'Noted')
        expect(asked.map(({ type }) => type)).toEqual(['Counted', 'Measured', 'Counted'])
        const [first, ...rest] = asked
        expect(await read(before, 10, ['Counted', 'Measured'])).toEqual(asked)
        expect(await read(before, 1, ['Counted', 'Measured'])).toEqual([first])
        expect(await read(first?.position ?? null, 10, ['Counted', 'Measured'])).toEqual(rest)
        expect(await read(before, 10, [])).toEqual([])
      })

      it('notifies this process of its own appends until it unsubscribes', async () => {
        const heard: Position[] = []
        const stop = log.onAppend((position) => heard.push(position))
        const appended = await log.append(newStream(), 'no-stream', [note(0)])
        stop()
        await log.append(newStream(), 'no-stream', [note(1)])
        if (appended.outcome !== 'appended') throw new Error('Appended nothing.')
        expect(heard).toContain(appended.position)
        expect(heard.every((position) => log.compare(position, appended.position) <= 0)).toBe(true)
      })
    })

    describe('subscribing', () => {
      /** Follows in the background; `seen` grows. */
      function follow(follower: EventLog, after: Position | null) {
        const stopping = new AbortController()
        const seen: RecordedEvent[] = []
        const done = (async () => {
          for await (const batch of follower.subscribe(after, stopping.signal)) seen.push(...batch)
        })()
        const stop = async () => {
          stopping.abort()
          await done
        }
        return { seen, stop }
      }

      it('delivers existing and then new events, also from another process', async () => {
        const before = await log.head()
        const early = notes(3)
        await log.append(newStream(), 'no-stream', early)
        const { seen, stop } = follow(log, before)
        await expect.poll(() => ids(seen), { timeout: 5000 }).toEqual(ids(early))
        const late = notes(2)
        await other.append(newStream(), 'no-stream', late)
        await expect.poll(() => ids(seen), { timeout: 5000 }).toEqual(ids([...early, ...late]))
        await stop()
      })

      it('resumes after the last event seen', async () => {
        const before = await log.head()
        const events = notes(5)
        await log.append(newStream(), 'no-stream', events)
        const first = follow(log, before)
        await expect.poll(() => first.seen.length, { timeout: 5000 }).toBe(5)
        await first.stop()
        const later = notes(2)
        await log.append(newStream(), 'no-stream', later)
        const second = follow(other, first.seen[2]?.position ?? null)
        await expect.poll(() => ids(second.seen), { timeout: 5000 }).toEqual(ids([...events.slice(3), ...later]))
        await second.stop()
      })

      it('continues across lost connections without losing or duplicating an event', async () => {
        const before = await log.head()
        const network = await store.openOverBadNetwork()
        const { seen, stop } = follow(network.log, before)
        const appended: NewEvent[] = []
        for (let round = 1; round <= 3; round++) {
          const events = notes(2)
          appended.push(...events)
          await log.append(newStream(), 'no-stream', events)
          await expect.poll(() => ids(seen), { timeout: 10_000 }).toEqual(ids(appended))
          network.cut()
        }
        await stop()
      })
    })

    it('stores an append once when its answer is lost, for the caller and for a retry', async () => {
      const { log: unlucky, loseNextAnswer } = await store.openOverBadNetwork()
      const stream = newStream()
      await unlucky.append(stream, 'no-stream', [note(0)])
      for (const [target, expected] of [
        [stream, 0],
        [newStream(), 'no-stream'],
      ] as const) {
        const before = (await log.readStream(target)).length
        const events = notes(2)
        loseNextAnswer()
        await unlucky.append(target, expected, events)
        const recorded = (await log.readStream(target)).slice(before)
        expect(ids(recorded)).toEqual(ids(events))
        expect(await log.append(target, expected, again(events))).toEqual({ outcome: 'duplicate', events: recorded })
        expect(await log.readStream(target)).toHaveLength(before + 2)
      }
    })

    it('loses, duplicates and reorders nothing with 16 writers and a concurrent reader', async () => {
      const logs = [log, other, await store.open(), await store.open()]
      const before = await log.head()
      const written = new Map<string, NewEvent[]>()
      const perWriter = Math.ceil(writtenAtOnce / 16)

      const writers = Array.from({ length: 16 }, async (_, writer) => {
        for (let count = 0; count < perWriter; ) {
          const events = notes(Math.min(1 + (count % 3), perWriter - count))
          const stream = newStream()
          await logs[writer % logs.length]?.append(stream, 'no-stream', events)
          written.set(stream, events)
          count += events.length
        }
      })
      const reader = await store.open()
      const seen: RecordedEvent[] = []
      let isWriting = true
      const reading = (async () => {
        for (;;) {
          const wasWriting = isWriting
          const batch = await reader.readAll(seen.at(-1)?.position ?? before, 500)
          seen.push(...batch)
          if (batch.length === 0 && !wasWriting) return
        }
      })()
      await Promise.all(writers)
      isWriting = false
      await reading

      expect(seen).toHaveLength(perWriter * 16)
      const positions = seen.map(({ position }) => position)
      expect([...positions].sort(log.compare)).toEqual(positions)
      expect(new Set(positions).size).toBe(positions.length)
      const perStream = Map.groupBy(seen, ({ stream }) => stream)
      expect(new Map([...perStream].map(([stream, events]) => [stream, ids(events)]))).toEqual(
        new Map([...written].map(([stream, events]) => [stream, ids(events)])),
      )
    }, 120_000)
  })
}
