import { queryObjects } from 'node:v8'
import { expect, it, vi } from 'vitest'
import { campaign, campaignTexts } from '../../contract/campaign.ts'
import { replayRequest } from '../../contract/fitness-replay.ts'
import { longTimeouts } from '../../test/support/run/timeouts.ts'
import { createEvidenceFold, type VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import { shippedAlleles } from '../domain/page-variations/page-genes.ts'
import { pageVariations } from '../domain/page-variations/page-variations.ts'
import type { ViewServing } from '../domain/page-variations/page-views.ts'
import { evolve } from '../domain/page-variations/scoring.ts'
import { upcasters } from '../event-schemas/upcasters.ts'
import { createCodec } from '../kernel/eventlog/codec.ts'
import type { Fact } from '../kernel/eventlog/decider.ts'
import { createMemorySubjectKeys } from '../kernel/eventlog/encryption/subject-keys-memory.ts'
import type { RecordedEvent } from '../kernel/eventlog/event-log.ts'
import { currentVersion } from '../kernel/eventlog/upcasters.ts'
import { botRules } from './bots.ts'
import { snapshotHashOf } from './evolution.ts'
import { replayFitness } from './fitness-replay.ts'

vi.setConfig(longTimeouts)

/** The part of a visit that is still in memory. */
class Held {}

/** The visits of one day, in which one generation was bred. */
function recorded(visits: number): VariationEvent[] {
  const shipped = shippedAlleles(campaign, campaignTexts.pageTest)
  const seed = 'the first generation'
  const prepare = {
    type: 'PreparePopulation',
    data: { shipped, isApproved: true, botRules, seed, controlShare: 0.05 },
  } as const
  const events: VariationEvent[] = [...pageVariations.decide(prepare, pageVariations.initialState)]
  const fold = createEvidenceFold()
  for (const [index, event] of events.entries()) fold.apply(event, String(index + 1))
  const pages = fold.snapshot()?.current ?? []
  const visit = (number: number): VariationEvent => {
    const { variationId = '' } = pages[number % pages.length] ?? {}
    const serving: ViewServing = {
      visitorKey: `visitor ${number}`,
      generation: 1,
      day: '2026-11-02',
      propensity: 0.2,
      snapshotHash: 'evenly',
      isFirst: true,
    }
    return {
      type: 'VisitRecorded',
      data: {
        viewId: `view ${number}`,
        visitId: `visit ${number}`,
        variationId,
        timeOnPage: 9000,
        scoredTime: 9000,
        censored: false,
        source: 'leave',
        donated: number % 25 === 0,
        volunteered: number % 35 === 1,
        accepted: true,
        refusal: null,
        duplicateOf: null,
        serving,
      },
    }
  }
  for (let number = 0; number < 250; number++) {
    const event = visit(number)
    events.push(event)
    fold.apply(event, String(events.length))
  }
  const state = fold.snapshot()
  if (state === null) throw new Error('There is a generation.')
  const evolution = evolve(state, 'a seed')
  const scoring = { ...evolution.scoring, snapshotHash: snapshotHashOf(evolution.scoring) }
  events.push({ type: 'PopulationEvolved', data: { ...evolution, trigger: 'auto', adminId: null, scoring } })
  for (let number = 250; number < visits; number++) events.push(visit(number))
  return events
}

const codec = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })
const metadata = (type: string) =>
  JSON.stringify({
    at: '2026-11-02T12:00:00.000Z',
    requestId: 'r',
    correlationId: 'c',
    actor: { kind: 'visitor' },
    command: type,
    schemaVersion: currentVersion(upcasters, type),
  })

function logOf(events: readonly VariationEvent[]): Parameters<typeof replayFitness>[0] {
  return {
    log: {
      async readAll(after, limit) {
        const start = Number(after ?? 0)
        return events.slice(start, start + limit).map(({ type, data }, index) => ({
          position: String(start + index + 1),
          stream: 'stream',
          revision: 0,
          id: String(start + index),
          type,
          data: JSON.stringify(data),
          metadata: metadata(type),
        }))
      },
      readStream: async () => [],
      compare: (a, b) => Number(a) - Number(b),
      head: async () => String(events.length),
    },
    decode: async <Event extends Fact>(rows: readonly RecordedEvent[]) =>
      (await codec.decode<Event>(rows)).map((event) => Object.assign(event, { held: new Held() })),
  }
}

// Another formula breeds other pages at once, and then an even split needs no state of the log.
it('holds a limited number of visits in memory, however long no decision is made', async () => {
  const visits = 28_000
  const weights = { donation: 0, volunteer: 1, time: 0 }
  const request = replayRequest.parse({ weights, timeCap: 30_000, split: 'uniform' })
  let reports = 0
  let held = visits
  const replay = await replayFitness(logOf(recorded(visits)), request, {
    onProgress() {
      reports++
      // Collects garbage first, so once is enough.
      if (reports * 2000 > visits) held = queryObjects(Held, { format: 'count' })
    },
  })
  expect(replay.visitors).toBe(visits)
  expect(replay.breeding.differs).toMatchObject({ generation: 2 })
  expect(held).toBeLessThan(25_000)
})
