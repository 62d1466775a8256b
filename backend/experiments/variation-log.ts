import { setImmediate as turn } from 'node:timers/promises'
import type { VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import type { ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import { eventsIn } from '../event-schemas/page-view-blocks.ts'
import { DomainError, type Fact } from '../kernel/eventlog/decider.ts'
import type { EventLog, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'

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

/** Number of events read at once; fewer while they are blocks. */
const batch = { events: 2000, blocks: 200 }

/** A block that was changed after it was written: what it says is not known. */
export class BrokenBlock extends DomainError {
  constructor(position: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super('unprocessable', `${blockType} at position ${position} cannot be read: ${why}`)
  }
}

type Stored = readonly Recorded<VariationEvent | ViewBlockEvent>[]

/** The events themselves, and those in blocks, up to one that cannot be read. */
function readable(stored: Stored): { events: Recorded<VariationEvent>[]; broken: BrokenBlock | null } {
  const events: Recorded<VariationEvent>[] = []
  for (const event of stored)
    try {
      events.push(...(event.type === blockType ? eventsIn(event) : [event]))
    } catch (error) {
      return { events, broken: new BrokenBlock(event.position, error) }
    }
  return { events, broken: null }
}

/** The events themselves, and those in blocks. Throws BrokenBlock. */
export function expanded(stored: Stored): Recorded<VariationEvent>[] {
  const { events, broken } = readable(stored)
  if (broken) throw broken
  return events
}

/**
 * The events of these types in global order, those in blocks as events of their own, with flat memory; other requests get
 * their turn between batches. Throws BrokenBlock after what comes before the block.
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
  const storedTypes: string[] = types.some((type) => inBlocks.has(type)) ? [...types, blockType] : [...types]
  const isStored = new Set(storedTypes)
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
  const read = () => (log.readTypes ? log.readTypes(position, limit, storedTypes) : log.readAll(position, limit))
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
      const stored = await decode<VariationEvent | ViewBlockEvent>(recorded.filter(({ type }) => isStored.has(type)))
      const { events, broken } = readable(stored)
      yield events.filter(isWanted)
      if (broken) throw broken
    }
    done = isEnd && total !== null ? total : (log.distance?.(null, position ?? '0') ?? done + recorded.length)
    report()
    if (isEnd) return
    await turn()
  }
}
