import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { EventLog, Position } from '../backend/kernel/eventlog/event-log.ts'
import { createEventStoreDbLog } from '../backend/kernel/eventlog/eventstoredb/eventstoredb-log.ts'
import { parsePosition } from '../backend/kernel/eventlog/eventstoredb/format.ts'
import type { EventStoreDb } from './eventstoredb-support.ts'
import { keptBy, settled } from './garbage.ts'
import { alternate, latencies, median, medianRatio, throughput } from './support.ts'

type Compared = { ours: number; bare: number; ratio: number }

export type AdapterFigures = {
  /** Appends per second, 32 at once. */
  concurrent: Compared
  /** Milliseconds of one append. */
  idle: Compared
  /** Events per second. */
  reading: Compared
  /** Bytes kept by 3,000 reads near the end of the log. */
  kept: number
}

const width = 32
/** For each of the commands that are timed one after another. */
const filledPerCommand = 200 // events
const readsPerCommand = 30
/** More of them, since a read takes a moment, in which a shared machine may do anything. */
const readsPerRound = 5

const fact = () => ({
  id: randomUUID(),
  type: 'PrayerSubmitted',
  data: { prayerId: 1, prayer: 'For wisdom and courage.' },
})
const metadata = { at: '2026-01-01T00:00:00.000Z', actor: { kind: 'visitor' }, schemaVersion: 1 }

function stored() {
  const { id, type, data } = fact()
  return { id, type, data: JSON.stringify(data), metadata: JSON.stringify({ ...metadata, requestId: id }) }
}

async function appendOurs(log: EventLog): Promise<void> {
  const event = stored()
  await log.append(`prayer-${event.id}`, 'no-stream', [event])
}

async function appendBare(client: EventStoreDBClient): Promise<void> {
  const one = fact()
  const event = jsonEvent({ ...one, metadata: { ...metadata, requestId: one.id } })
  await client.appendToStream(`prayer-${one.id}`, event, { expectedRevision: NO_STREAM, requiresLeader: true })
}

/** Reads the `expected` events up to the end and returns events per second, without the server's own. */
async function readOurs(log: EventLog, start: Position, expected: number): Promise<number> {
  await settled()
  const startedAt = performance.now()
  let count = 0
  for (let after = start; ; ) {
    const batch = await log.readAll(after, 1000)
    const last = batch.at(-1)
    if (!last) break
    count += batch.length
    after = last.position
  }
  assert.equal(count, expected)
  return (count * 1000) / (performance.now() - startedAt)
}

async function readBare(client: EventStoreDBClient, start: Position, expected: number): Promise<number> {
  await settled()
  const startedAt = performance.now()
  // The read begins with the event at `start`.
  let count = -1
  const options = { fromPosition: parsePosition(start), requiresLeader: true }
  for await (const { event } of client.readAll(options, { highWaterMark: 1000 }))
    if (event && !event.streamId.startsWith('$')) count++
  assert.equal(count, expected)
  return (count * 1000) / (performance.now() - startedAt)
}

async function compare(ours: () => Promise<number>, bare: () => Promise<number>, rounds: number): Promise<Compared> {
  const names = new Map([
    ['ours', ours],
    ['bare', bare],
  ] as const)
  const measured = await alternate(names, rounds)
  const [own = [], peer = []] = [measured.get('ours'), measured.get('bare')]
  return { ours: median(own), bare: median(peer), ratio: medianRatio(own, peer) }
}

/**
 * The adapter next to the client that it uses, on one server: the difference is what the port promises on top.
 */
export async function benchAdapter(
  { url }: EventStoreDb,
  { rounds, seconds, commands }: { rounds: number; seconds: number; commands: number },
): Promise<AdapterFigures> {
  const log = createEventStoreDbLog(url)
  const client = EventStoreDBClient.connectionString(url)
  const stop = log.onAppend(() => {})
  const perSecond = (append: () => Promise<void>) => throughput(append, width, seconds * 1000)
  const oneByOne = async (append: () => Promise<void>) => median(await latencies(append, commands))
  const [ours, bare] = [() => appendOurs(log), () => appendBare(client)]
  try {
    const concurrent = await compare(
      () => perSecond(ours),
      () => perSecond(bare),
      rounds,
    )
    const idle = await compare(
      () => oneByOne(ours),
      () => oneByOne(bare),
      rounds,
    )
    const start = await log.head()
    assert(start)
    for (let filled = 0; filled < commands; filled++)
      await log.append(`filler-${randomUUID()}`, 'no-stream', Array.from({ length: filledPerCommand }, stored))
    const expected = commands * filledPerCommand
    const reading = await compare(
      () => readOurs(log, start, expected),
      () => readBare(client, start, expected),
      readsPerRound * rounds,
    )
    const end = await log.head()
    const kept = await keptBy(async () => {
      for (let count = 0; count < readsPerCommand * commands; count++)
        assert.equal((await log.readAll(end, 10)).length, 0)
    })
    return { concurrent, idle, reading, kept }
  } finally {
    stop()
    await log.close()
    await client.dispose()
  }
}
