import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { metadata, plainEvent } from '../../test/support/log/recorded.ts'
import { shippedAndApproved as alleles, firstPages as seeded } from '../../test/support/shipped-pages.ts'
import { createEvidenceFold, type EvidenceState, type VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import { visitorsIn } from '../domain/page-variations/scoring.ts'
import { createCodec } from '../kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../kernel/eventlog/encryption/subject-keys-memory.ts'
import type { RecordedEvent } from '../kernel/eventlog/event-log.ts'
import { createMemoryLog } from '../kernel/eventlog/memory.ts'
import { createEvidenceTail } from './evidence-tail.ts'

/** The read model before the first visitor. */
const start: EvidenceState = {
  position: '1',
  generation: 1,
  current: seeded,
  known: seeded,
  alleles,
  genePoolVersion: 'pool-1',
  fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 }, timeCap: 30_000 },
  evidence: [],
  candidate: null,
  paused: [],
  scored: null,
}

const visit = (number: number): VariationEvent => ({
  type: 'VisitRecorded',
  data: {
    viewId: `view-${number}`,
    visitId: `visit-${number}`,
    variationId: seeded[number % 5]?.variationId ?? '',
    timeOnPage: number,
    scoredTime: number,
    censored: false,
    source: 'leave',
    donated: number % 7 === 0,
    volunteered: number % 3 === 0,
    accepted: true,
    refusal: null,
    duplicateOf: null,
    serving: {
      visitorKey: 'v',
      generation: 1,
      day: '2026-01-01',
      propensity: 0.2,
      snapshotHash: '',
      isFirst: true,
    },
  },
})

/** A log with one event that is not evidence. */
async function source() {
  const log = createMemoryLog()
  const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters: {} })
  /** This process’s memory of its own appends. */
  let memory: RecordedEvent[] = []
  let reads = 0
  let loads = 0
  let time = 0
  let isAway = false
  await log.append('other', 'any', [plainEvent(0)])
  async function readAll(after: string | null, limit: number) {
    reads++
    if (isAway) throw new Error('The log is away.')
    return log.readAll(after, limit)
  }
  const tail = createEvidenceTail({
    log: {
      compare: log.compare,
      readAll,
      async readNew(after, limit) {
        const kept = memory.filter(({ position }) => log.compare(position, after ?? '0') > 0).slice(0, limit)
        return kept.length > 0 ? kept : readAll(after, limit)
      },
    },
    decode: codec.decode,
    async load() {
      loads++
      return start
    },
    now: () => time,
  })
  return {
    tail,
    async append(count: number) {
      const events = await codec.encode(
        Array.from({ length: count }, (_, index) => visit(index)),
        metadata,
        Array.from({ length: count }, () => randomUUID()),
      )
      await log.append('visits', 'any', events)
    },
    appendOthers: (count: number) =>
      log.append(
        'other',
        'any',
        Array.from({ length: count }, (_, index) => plainEvent(index + 1)),
      ),
    async remember(count: number) {
      memory = await log.readAll('1', count)
    },
    async whole() {
      const fold = createEvidenceFold(start)
      for (const event of await codec.decode<VariationEvent>(await log.readAll('1', 10_000)))
        fold.apply(event, event.position)
      return fold.snapshot()
    },
    setAway(value: boolean) {
      isAway = value
    },
    later(ms: number) {
      time += ms
    },
    counts: () => ({ reads, loads }),
  }
}

const visitors = (state: EvidenceState | null) => visitorsIn(state?.evidence ?? [])

it('holds the same as a fold of the whole log', async () => {
  const { tail, append, whole } = await source()
  await append(1200)
  await append(1200)
  expect(await tail.at(null)).toEqual(await whole())
  await append(10)
  expect(visitors(await tail.at(null))).toBe(2410)
})

it('takes recent appends from memory, and reads on to the requested position', async () => {
  const { tail, append, remember, counts } = await source()
  await tail.at(null)
  const { reads } = counts()
  await append(20)
  await remember(10)
  expect((await tail.at(null))?.position).toBe('11')
  expect(counts().reads).toBe(reads)
  expect((await tail.at('21'))?.position).toBe('21')
})

it('skips events that are not evidence', async () => {
  const { tail, append, appendOthers } = await source()
  await appendOthers(1500)
  await append(1)
  expect(visitors(await tail.at(null))).toBe(1)
})

it('starts from the read model again after a long pause or a failure', async () => {
  const { tail, append, later, setAway, counts } = await source()
  await append(5)
  await tail.at(null)
  later(30_000)
  await tail.at(null)
  expect(counts().loads).toBe(1)
  later(61_000)
  await tail.at(null)
  expect(counts().loads).toBe(2)
  setAway(true)
  await append(5)
  await expect(tail.at(null)).rejects.toThrow('The log is away.')
  setAway(false)
  expect(visitors(await tail.at(null))).toBe(10)
  expect(counts().loads).toBe(3)
})

it('counts nothing twice for two simultaneous callers', async () => {
  const { tail, append } = await source()
  await append(50)
  expect((await Promise.all([tail.at(null), tail.at(null)])).map(visitors)).toEqual([50, 50])
})
