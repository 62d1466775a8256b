import { setImmediate as turn } from 'node:timers/promises'
import type { Fact } from '../domain/decider.ts'
import type { VariationEvent } from '../domain/evidence-fold.ts'
import type { ViewBlockEvent } from '../domain/page-view-blocks.ts'
import type { EventLog, RecordedEvent } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { eventsIn } from '../topics/page-view-blocks.ts'

export type VariationLog = {
  log: Pick<EventLog, 'readAll' | 'readTypes' | 'compare' | 'distance' | 'head'>
  decode<Event extends Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
}

export type OnProgress = (progress: {
  done: number
  total: number | null
  perSecond: number
  secondsLeft: number | null
}) => void

export const populationTypes = [
  'GenePoolChanged',
  'FitnessChanged',
  'PopulationEvolved',
  'VariationsScored',
  'VariationPaused',
  'VariationResumed',
] as const
export const visitTypes = ['VisitRecorded', 'ConversionCredited'] as const
/** Holds events of these types. */
export const blockType = 'PageViewsRecorded' satisfies ViewBlockEvent['type']
const inBlocks = new Set<string>([...visitTypes, 'VariationServed'])

/** How many events are read at once; fewer while they are blocks. */
const batch = { events: 2000, blocks: 200 }

/** The events themselves, and those in blocks. */
export const expanded = (events: readonly Recorded<VariationEvent | ViewBlockEvent>[]): Recorded<VariationEvent>[] =>
  events.flatMap((event): Recorded<VariationEvent>[] => (event.type === blockType ? eventsIn(event) : [event]))

/**
 * The events of these types in global order, those in blocks as events of their own, with flat memory; other requests get
 * their turn between batches.
 */
export async function* variationEvents<Type extends VariationEvent['type']>(
  { log, decode }: VariationLog,
  types: readonly Type[],
  {
    until = null,
    onProgress = () => {},
  }: {
    /** Where to stop; null: at the current end of the log. */ until?: string | null
    onProgress?: OnProgress | undefined
  } = {},
): AsyncGenerator<Recorded<Extract<VariationEvent, { type: Type }>>[]> {
  const wanted = new Set<string>(types)
  const isWanted = (event: Recorded<VariationEvent>): event is Recorded<Extract<VariationEvent, { type: Type }>> =>
    wanted.has(event.type)
  const stored: string[] = types.some((type) => inBlocks.has(type)) ? [...types, blockType] : [...types]
  const isStored = new Set(stored)
  let limit = batch.events
  const head = until ?? (await log.head())
  const total = head === null ? 0 : (log.distance?.(null, head) ?? null)
  const startedAt = performance.now()
  let position: string | null = null
  let done = 0

  function report() {
    const perSecond = (1000 * done) / Math.max(1, performance.now() - startedAt)
    onProgress({ done, total, perSecond, secondsLeft: total === null ? null : Math.max(0, total - done) / perSecond })
  }
  const read = () => (log.readTypes ? log.readTypes(position, limit, stored) : log.readAll(position, limit))
  // The next batch is read while this one is used.
  let next = read()
  for (;;) {
    const recorded = await next
    const last = recorded.at(-1)
    const isEnd = last === undefined || (head !== null && log.compare(last.position, head) >= 0)
    if (last !== undefined) {
      position = last.position
      limit = recorded.some(({ type }) => type === blockType) ? batch.blocks : batch.events
      if (!isEnd) {
        next = read()
        next.catch(() => {})
      }
      const events = await decode<VariationEvent | ViewBlockEvent>(recorded.filter(({ type }) => isStored.has(type)))
      yield expanded(events).filter(isWanted)
    }
    done = isEnd && total !== null ? total : (log.distance?.(null, position ?? '0') ?? done + recorded.length)
    report()
    if (isEnd) return
    await turn()
  }
}
