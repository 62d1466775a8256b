import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import type { Position } from '../backend/eventlog/event-log.ts'
import { createEventStoreDbLog } from '../backend/eventlog/eventstoredb/eventstoredb-log.ts'
import type { EventStoreDb } from './eventstoredb-support.ts'
import { alternate, median, medianRatio } from './support.ts'

export type AdapterFigures = {
  concurrent: { ours: number; bare: number; ratio: number }
  /** Milliseconds. */
  idle: { ours: number; bare: number; ratio: number }
  reading: { ours: number; bare: number; ratio: number }
  /** Bytes kept after 3,000 reads near the end of the log; null without --expose-gc. */
  heap: number | null
}

const width = 32
const readEvents = 20_000

const fact = () => ({
  id: randomUUID(),
  type: 'PrayerSubmitted',
  data: { prayerId: 1, prayer: 'For wisdom and courage.' },
})
const metadata = { at: '2026-01-01T00:00:00.000Z', actor: { kind: 'visitor' }, schemaVersion: 1 }

/** `node --expose-gc bench/eventstoredb-adapter.ts`: the adapter next to the client that it uses, on one server: the difference is what the port promises on top. */
export async function benchAdapter(
  { url }: EventStoreDb,
  { rounds = 5, seconds = 2 }: { rounds?: number; seconds?: number } = {},
): Promise<AdapterFigures> {
  const log = createEventStoreDbLog(url)
  const client = EventStoreDBClient.connectionString(url)
  const appendOurs = async () => {
    const { id, type, data } = fact()
    const stored = { id, type, data: JSON.stringify(data), metadata: JSON.stringify({ ...metadata, requestId: id }) }
    await log.append(`prayer-${id}`, 'no-stream', [stored])
  }
  const appendBare = async () => {
    const one = fact()
    const event = jsonEvent({ ...one, metadata: { ...metadata, requestId: one.id } })
    await client.appendToStream(`prayer-${one.id}`, event, { expectedRevision: NO_STREAM, requiresLeader: true })
  }
  async function perSecond(append: () => Promise<void>): Promise<number> {
    const until = performance.now() + seconds * 1000
    let count = 0
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: width }, async () => {
        for (; performance.now() < until; count++) await append()
      }),
    )
    return (count * 1000) / (performance.now() - startedAt)
  }
  async function oneByOne(append: () => Promise<void>): Promise<number> {
    const took: number[] = []
    for (let count = 0; count < 300; count++) {
      const startedAt = performance.now()
      await append()
      took.push(performance.now() - startedAt)
    }
    return median(took)
  }
  const both = (measure: (append: () => Promise<void>) => Promise<number>) =>
    new Map([
      ['ours', () => measure(appendOurs)],
      ['bare', () => measure(appendBare)],
    ] as const)
  const figures = (measured: Map<string, number[]>) => {
    const [ours = [], bare = []] = [measured.get('ours'), measured.get('bare')]
    return { ours: median(ours), bare: median(bare), ratio: medianRatio(ours, bare) }
  }

  const stop = log.onAppend(() => {})
  const concurrent = figures(await alternate(both(perSecond), rounds))
  const idle = figures(await alternate(both(oneByOne), rounds))

  async function readOurs(): Promise<number> {
    const startedAt = performance.now()
    let count = 0
    for (let after: Position | null = null; count < readEvents; ) {
      const batch = await log.readAll(after, 1000)
      count += batch.length
      const last = batch.at(-1)
      if (!last) break
      after = last.position
    }
    return (count * 1000) / (performance.now() - startedAt)
  }
  async function readBare(): Promise<number> {
    const startedAt = performance.now()
    let count = 0
    for await (const { event } of client.readAll(
      { maxCount: readEvents, requiresLeader: true },
      { highWaterMark: 1000 },
    ))
      if (event) count++
    return (count * 1000) / (performance.now() - startedAt)
  }
  for (let missing = readEvents; missing > 0; missing -= 1000)
    await log.append(
      `filler-${randomUUID()}`,
      'no-stream',
      Array.from({ length: 1000 }, () => {
        const { id, type, data } = fact()
        return { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
      }),
    )
  const reading = figures(
    await alternate(
      new Map([
        ['ours', readOurs],
        ['bare', readBare],
      ] as const),
      rounds,
    ),
  )

  async function heapAfterReads(): Promise<number | null> {
    const { gc } = globalThis
    if (!gc) return null
    const end = await log.head()
    const settled = () => {
      gc()
      return process.memoryUsage().heapUsed
    }
    for (let count = 0; count < 300; count++) await log.readAll(end, 10)
    const before = settled()
    for (let count = 0; count < 3000; count++) assert.equal((await log.readAll(end, 10)).length, 0)
    return settled() - before
  }
  const heap = await heapAfterReads()
  stop()
  await log.close()
  await client.dispose()
  return { concurrent, idle, reading, heap }
}

if (import.meta.main) {
  const { startEventStoreDb } = await import('./eventstoredb-support.ts')
  console.log(await benchAdapter(await startEventStoreDb(), { rounds: 5 }))
  process.exit()
}
