import {
  createEvidenceFold,
  type EvidenceFold,
  type EvidenceState,
  type VariationEvent,
} from '../domain/page-variations/evidence-fold.ts'
import type { ViewBlockEvent } from '../domain/page-variations/page-view-blocks.ts'
import { createKeyedQueue } from '../kernel/concurrency/keyed-queue.ts'
import type { EventLog, Position } from '../kernel/eventlog/event-log.ts'
import { blockType, expanded, populationTypes, type VariationLog, visitTypes } from './variation-log.ts'

export type EvidenceTail = {
  /**
   * The state of the log, with at least every event up to `position`; null before the first generation. Its counts keep
   * changing: use it before the next await.
   */
  at(position: Position | null): Promise<EvidenceState | null>
  /** After a failure only the database and the log are trusted. */
  forget(): void
}

const batch = 1000 // events
/** After this time, catching up from the read model is faster than reading all events since. */
const keptFor = 60_000 // ms
const wanted = new Set<string>([...populationTypes, ...visitTypes, blockType])

/**
 * Follows the log from the position of the read model, and stays ahead of it: recent appends of this process come from
 * memory. So a decision knows of a visitor as soon as their report is recorded, however far behind the projector is.
 */
export function createEvidenceTail({
  log,
  decode,
  load,
  now = () => performance.now(),
}: {
  log: Pick<EventLog, 'readAll' | 'readNew' | 'compare'>
  decode: VariationLog['decode']
  /** The state that the read model holds, with its position. */
  load: () => Promise<EvidenceState | null>
  now?: () => number
}): EvidenceTail {
  const queue = createKeyedQueue()
  let tail: { fold: EvidenceFold; position: Position | null; usedAt: number } | null = null

  async function start() {
    const state = await load()
    return state && { fold: createEvidenceFold(state), position: state.position, usedAt: now() }
  }

  /** True when there may be more. */
  async function read(from: NonNullable<typeof tail>, until: Position | null): Promise<boolean> {
    const heard = await log.readNew(from.position, batch)
    const isBehind = until !== null && (from.position === null || log.compare(from.position, until) < 0)
    const recorded = heard.length === 0 && isBehind ? await log.readAll(from.position, batch) : heard
    const last = recorded.at(-1)
    if (last === undefined) return false
    const events = await decode<VariationEvent | ViewBlockEvent>(recorded.filter(({ type }) => wanted.has(type)))
    for (const event of expanded(events)) from.fold.apply(event, event.position)
    from.position = last.position
    return recorded.length === batch || (until !== null && log.compare(last.position, until) < 0)
  }

  return {
    at: (position) =>
      queue('tail', async () => {
        if (tail === null || now() - tail.usedAt > keptFor) tail = await start()
        const current = tail
        if (current === null) return null
        // If it fails half-way, its state is discarded.
        tail = null
        while (await read(current, position));
        current.usedAt = now()
        tail = current
        return current.fold.snapshot()
      }),
    forget() {
      tail = null
    },
  }
}
