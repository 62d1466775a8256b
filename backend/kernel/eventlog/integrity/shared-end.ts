import type { EventLog, Position, RecordedEvent } from '../event-log.ts'
import { digestOf } from './seal.ts'
import { readChain, type SealKeys, type SealSources } from './seal-chain.ts'
import { eventsOf } from './verify.ts'

/**
 * Extent to which the log is the one that was sealed and remembered. `last`: the last event of it, null when there is none;
 * `seals`: those that match it, of `allSeals`.
 */
export type SharedEnd = { last: RecordedEvent | null; seals: number; allSeals: number }

/**
 * Compares the log with its seals, event by event, and from the last seal on with the positions that `isRemembered` knows.
 * `onEvent` gets every event of the log. Throws ChainBroken when the seals themselves are damaged.
 */
export async function findSharedEnd({
  log,
  seals,
  keys,
  isRemembered,
  onEvent,
}: {
  log: Pick<EventLog, 'readAll'>
  seals: SealSources
  keys: SealKeys
  isRemembered(position: Position): boolean
  onEvent(event: RecordedEvent): void
}): Promise<SharedEnd> {
  const end: SharedEnd = { last: null, seals: 0, allSeals: 0 }
  const sealed = sealedEvents(seals, keys)
  let next = await sealed.next()
  let isShared = true
  for await (const event of eventsOf(log)) {
    onEvent(event)
    if (!isShared) continue
    if (next.done) {
      if (isRemembered(event.position)) end.last = event
      continue
    }
    const { position, digest, seal, isLast } = next.value
    isShared = event.position === position && digestOf(event).equals(digest)
    if (!isShared) continue
    end.last = event
    if (isLast) end.seals = seal
    next = await sealed.next()
  }
  end.allSeals = end.seals
  for (; !next.done; next = await sealed.next()) end.allSeals = next.value.seal
  return end
}

async function* sealedEvents(seals: SealSources, keys: SealKeys) {
  for await (const { seal } of readChain(seals, keys))
    for (const [index, event] of seal.events.entries())
      yield { ...event, seal: seal.seq, isLast: index === seal.events.length - 1 }
}
