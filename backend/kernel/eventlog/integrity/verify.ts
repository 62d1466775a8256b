import { type EventLog, LogCorrupted, type Position, type RecordedEvent } from '../event-log.ts'
import { digestOf, type SealedEvent } from './seal.ts'
import { ChainBroken, type Link, readChain, type SealKeys, type SealSources } from './seal-chain.ts'

/** The first difference between the log and its seals. */
export type Damage =
  | { kind: 'altered' | 'dropped' | 'inserted' | 'truncated'; position: Position; seal: number; swappedWith?: Position }
  /** Positions are missing after the last seal. */
  | { kind: 'gap' }
  /** The seals themselves were damaged, while the events they cover are intact (as far as the seals prove it). */
  | { kind: 'seal'; seal: number; reason: string }

export type Verdict = {
  seals: number
  /** Events that are exactly as sealed. */
  events: number
  /** Events newer than the last seal. */
  unsealed: number
  /** Seals that are not in the file yet; the sealer adds them at its next start. */
  notInFile: number
  damage: Damage | null
}

/**
 * Compares the log with its seals, event by event in global order, and the seal table with the seal file. Streams each
 * once in constant memory. `onProgress` is called after every 1000 events with the number checked.
 */
export async function verifyLog({
  events,
  seals,
  publicKey,
  firstKey = publicKey,
  onProgress = () => {},
}: {
  events: AsyncIterable<RecordedEvent>
  seals: SealSources
  onProgress?: (events: number) => void
} & Pick<SealKeys, 'publicKey'> &
  Partial<SealKeys>): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, unsealed: 0, notInFile: 0, damage: null }
  let sealDamage: Damage | null = null
  const expected = sealedEvents(readChain(seals, { publicKey, firstKey }), (link) => {
    verdict.seals++
    const error = linkError(link, verdict.notInFile > 0)
    if (link.file === 'missing') verdict.notInFile++
    if (error !== null) sealDamage ??= { kind: 'seal', seal: link.seal.seq, reason: error }
  })
  const actual = events[Symbol.asyncIterator]()

  async function findDamage(): Promise<Damage | null> {
    for (let next = await expected.next(); !next.done; next = await expected.next()) {
      const sealed = next.value
      const found = await nextEvent(actual)
      if (found === null) return { kind: 'truncated', position: sealed.position, seal: sealed.seal }
      if (found === 'gap') return { kind: 'dropped', position: sealed.position, seal: sealed.seal }
      if (!isAsSealed(found, sealed)) return findCause(sealed, found, expected, actual)
      verdict.events++
      if (verdict.events % 1000 === 0) onProgress(verdict.events)
    }
    for (let found = await nextEvent(actual); found !== null; found = await nextEvent(actual)) {
      if (found === 'gap') return sealDamage ?? { kind: 'gap' }
      verdict.unsealed++
    }
    return sealDamage
  }

  try {
    const damage = await findDamage()
    return { ...verdict, damage }
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
    return { ...verdict, damage: sealDamage ?? { kind: 'seal', seal: error.seq, reason: error.reason } }
  } finally {
    await expected.return(undefined)
    await actual.return?.()
  }
}

/** Fault in the storage of a valid seal in the two places; a file that is merely behind is fine. */
function linkError({ table, file }: Link, isFileBehind: boolean): string | null {
  if (table === 'missing') return 'it is in the file but not in the table'
  if (table === 'damaged') return 'it was changed in the table'
  if (file === 'damaged') return 'it was changed in the file'
  return isFileBehind && file === 'same' ? 'earlier seals are missing in the file' : null
}

/** Every event of a log in global order. Ends with LogCorrupted at a gap, after the last event before it. */
export async function* eventsOf(log: Pick<EventLog, 'readAll'>): AsyncGenerator<RecordedEvent> {
  let limit = 1000
  for (let after: Position | null = null; ; ) {
    let batch: RecordedEvent[]
    try {
      batch = await log.readAll(after, limit)
    } catch (error) {
      if (!(error instanceof LogCorrupted) || limit === 1) throw error
      limit = 1 // a batch with a gap fails as a whole
      continue
    }
    yield* batch
    const last = batch.at(-1)
    if (last === undefined) return
    after = last.position
  }
}

type Expected = SealedEvent & { seal: number }

async function* sealedEvents(chain: AsyncIterable<Link>, onLink: (link: Link) => void): AsyncGenerator<Expected> {
  for await (const link of chain) {
    onLink(link)
    for (const event of link.seal.events) yield { ...event, seal: link.seal.seq }
  }
}

async function nextEvent(events: AsyncIterator<RecordedEvent>): Promise<RecordedEvent | 'gap' | null> {
  try {
    const { done, value } = await events.next()
    return done ? null : value
  } catch (error) {
    if (error instanceof LogCorrupted) return 'gap'
    throw error
  }
}

const isAsSealed = (event: RecordedEvent, sealed: SealedEvent) =>
  event.position === sealed.position && digestOf(event).equals(sealed.digest)

/** If one of the two appears again later, by position or by bytes, that shows what was changed here. */
async function findCause(
  sealed: Expected,
  found: RecordedEvent,
  laterSealed: AsyncIterator<Expected>,
  laterFound: AsyncIterator<RecordedEvent>,
): Promise<Damage> {
  const isMoved = found.position !== sealed.position
  const digest = digestOf(found)
  const foundLater = await findSealed(
    laterSealed,
    (event) => (isMoved && event.position === found.position) || event.digest.equals(digest),
  )
  const sealedLater = await findEvent(
    laterFound,
    (event) => (isMoved && event.position === sealed.position) || digestOf(event).equals(sealed.digest),
  )
  const { seal } = sealed
  if (foundLater !== null && sealedLater === null) return { kind: 'dropped', position: sealed.position, seal }
  if (foundLater === null && sealedLater !== null) return { kind: 'inserted', position: found.position, seal }
  const swappedWith = foundLater !== null ? { swappedWith: foundLater } : {}
  return { kind: 'altered', position: sealed.position, seal, ...swappedWith }
}

async function findSealed(events: AsyncIterator<Expected>, matches: (event: Expected) => boolean) {
  try {
    for (let next = await events.next(); !next.done; next = await events.next())
      if (matches(next.value)) return next.value.position
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
  }
  return null
}

async function findEvent(events: AsyncIterator<RecordedEvent>, matches: (event: RecordedEvent) => boolean) {
  for (let event = await nextEvent(events); event !== null && event !== 'gap'; event = await nextEvent(events))
    if (matches(event)) return event.position
  return null
}
