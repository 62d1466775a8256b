import { setImmediate as turn } from 'node:timers/promises'
import type { Fact } from '../../domain/decider.ts'
import type { VariationEvent } from '../../domain/evidence-fold.ts'
import type { EventLog, RecordedEvent } from '../../eventlog/event-log.ts'
import type { Recorded } from '../../eventlog/metadata.ts'

export type VariationLog = {
  log: Pick<EventLog, 'readAll' | 'compare' | 'distance' | 'head'>
  decode<Event extends Fact>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
}

export type OnProgress = (progress: {
  done: number
  total: number | null
  perSecond: number
  secondsLeft: number | null
}) => void

export const populationTypes = ['GenePoolChanged', 'FitnessChanged', 'PopulationEvolved', 'VariationsScored'] as const
export const visitTypes = ['VisitRecorded', 'ConversionCredited'] as const

const batch = 2000 // events

/** The events of these types in global order, with flat memory; other requests get their turn between batches. */
export async function* variationEvents<Type extends VariationEvent['type']>(
  { log, decode }: VariationLog,
  types: readonly Type[],
  onProgress: OnProgress = () => {},
): AsyncGenerator<Recorded<Extract<VariationEvent, { type: Type }>>[]> {
  const wanted = new Set<string>(types)
  const head = await log.head()
  const total = head === null ? 0 : (log.distance?.(null, head) ?? null)
  const startedAt = performance.now()
  let position: string | null = null
  let done = 0
  // The next batch is read while this one is used.
  let next = log.readAll(position, batch)
  for (;;) {
    const recorded = await next
    const last = recorded.at(-1)
    if (last === undefined) return
    position = last.position
    next = log.readAll(position, batch)
    next.catch(() => {})
    yield await decode<Extract<VariationEvent, { type: Type }>>(recorded.filter(({ type }) => wanted.has(type)))
    done += recorded.length
    const perSecond = (1000 * done) / Math.max(1, performance.now() - startedAt)
    onProgress({ done, total, perSecond, secondsLeft: total === null ? null : Math.max(0, total - done) / perSecond })
    await turn()
    if (head !== null && log.compare(position, head) >= 0) return
  }
}
