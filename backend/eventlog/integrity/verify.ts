import type { KeyObject } from 'node:crypto'
import { type EventLog, LogCorrupted, type Position, type RecordedEvent } from '../event-log.ts'
import { digestOf, type SealedEvent } from './seal.ts'
import { ChainBroken, type Link, readChain, type SealSources } from './seal-chain.ts'

/** What happened to the log since it was sealed, at the first place that differs. */
export type Damage =
  | { kind: 'altered' | 'dropped' | 'inserted' | 'truncated'; position: Position; seal: number; swappedWith?: Position }
  /** Positions are missing where no seal reaches yet. */
  | { kind: 'gap' }
  /** The seals themselves, while the events they cover are as they were (as far as the seals prove it). */
  | { kind: 'seal'; seal: number; reason: string }

export type Verdict = {
  seals: number
  /** Events found to be exactly as sealed. */
  events: number
  /** Events newer than the last seal. */
  unsealed: number
  /** Seals that the file does not have yet; the sealer completes it at its next start. */
  notInFile: number
  damage: Damage | null
}

/**
 * Compares the log with its seals, event by event in global order, and the table of seals with their file. Reads each
 * once and keeps nothing, whatever their length. `onProgress` is told after every 1000 events how many are done.
 */
export async function verifyLog({
  events,
  seals,
  publicKey,
  onProgress = () => {},
}: {
  events: AsyncIterable<RecordedEvent>
  seals: SealSources
  /** Ed25519. */
  publicKey: KeyObject
  onProgress?: (events: number) => void
}): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, unsealed: 0, notInFile: 0, damage: null }
  let sealDamage: Damage | null = null
  const expected = sealedEvents(readChain(seals, publicKey), (link) => {
    verdict.seals++
    const fault = faultOfLink(link, verdict.notInFile > 0)
    if (link.file === 'missing') verdict.notInFile++
    if (fault !== null) sealDamage ??= { kind: 'seal', seal: link.seal.seq, reason: fault }
  })
  const actual = events[Symbol.asyncIterator]()

  async function findDamage(): Promise<Damage | null> {
    for (let next = await expected.next(); !next.done; next = await expected.next()) {
      const sealed = next.value
      const found = await nextEvent(actual)
      if (found === null) return { kind: 'truncated', position: sealed.position, seal: sealed.seal }
      if (found === 'gap') return { kind: 'dropped', position: sealed.position, seal: sealed.seal }
      if (!isAsSealed(found, sealed)) return explain(sealed, found, expected, actual)
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

/** What is wrong with how the two places hold a seal that is itself true; a file that is merely behind is not. */
function faultOfLink({ table, file }: Link, isFileBehind: boolean): string | null {
  if (table === 'missing') return 'it is in the file but not in the table'
  if (table === 'damaged') return 'it was changed in the table'
  if (file === 'damaged') return 'it was changed in the file'
  return isFileBehind && file === 'same' ? 'seals before it are missing in the file' : null
}

/** Every event of a log in global order. A gap ends it with LogCorrupted, after the last event before the gap. */
export async function* eventsOf(log: Pick<EventLog, 'readAll'>): AsyncGenerator<RecordedEvent> {
  let limit = 1000
  for (let after: Position | null = null; ; ) {
    let page: RecordedEvent[]
    try {
      page = await log.readAll(after, limit)
    } catch (error) {
      if (!(error instanceof LogCorrupted) || limit === 1) throw error
      limit = 1 // a page with a gap is refused as a whole
      continue
    }
    yield* page
    const last = page.at(-1)
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

/** Which of the two comes again further on, by its position or by its bytes, tells what was done here. */
async function explain(
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

async function findSealed(events: AsyncIterator<Expected>, isIt: (event: Expected) => boolean) {
  try {
    for (let next = await events.next(); !next.done; next = await events.next())
      if (isIt(next.value)) return next.value.position
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
  }
  return null
}

async function findEvent(events: AsyncIterator<RecordedEvent>, isIt: (event: RecordedEvent) => boolean) {
  for (let event = await nextEvent(events); event !== null && event !== 'gap'; event = await nextEvent(events))
    if (isIt(event)) return event.position
  return null
}
