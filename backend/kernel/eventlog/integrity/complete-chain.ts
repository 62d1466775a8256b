import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { type EventLog, LogCorrupted } from '../event-log.ts'
import { digestOf, type Seal } from './seal.ts'
import { appendToSealFile } from './seal-file.ts'
import { insertSeal } from './seal-table.ts'
import { readTail } from './seal-tail.ts'

/** The last seal, and the key that the next one continues; without seals, the key of the first one. */
export type ChainEnd = { seal: Seal | null; key: KeyObject }

const checkedEvents = 1000

type NewestSeals = { before: Seal | null; seals: Seal[]; count: number; push(seal: Seal): void }

/** The last seals with at least `checkedEvents` events, and the seal before them. */
function newestSeals(after: Seal | null): NewestSeals {
  return {
    before: after,
    seals: [],
    /** Of the events under `seals`. */
    count: 0,
    push(seal) {
      this.seals.push(seal)
      this.count += seal.events.length
      for (let [first] = this.seals; first && this.count - first.events.length >= checkedEvents; [first] = this.seals) {
        this.before = first
        this.count -= first.events.length
        this.seals.shift()
      }
    },
  }
}

/**
 * Checks the end of the chain and, after a crash between the two writes, completes the place that is behind.
 * `publicKey`: of the newest seals; `firstKey`: as of the sealer.
 */
export async function completeChain(
  connection: pg.Client,
  { log, path, publicKey, firstKey }: { log: EventLog; path: string; publicKey: KeyObject; firstKey: KeyObject },
): Promise<ChainEnd> {
  const { after, links } = await readTail(connection, path, { publicKey, firstKey })
  const newest = newestSeals(after)
  let behind: 'table' | 'file' | null = null
  const missing: Seal[] = []
  for await (const link of links) {
    const { seal } = link
    const isBehind = link.table === 'missing' ? 'table' : link.file === 'missing' ? 'file' : null
    const isDamaged = link.table === 'damaged' || link.file === 'damaged'
    if (isDamaged || (behind !== null && behind !== isBehind))
      throw new LogCorrupted(
        `Table eventlog.seals and ${path} disagree about seal ${seal.seq}. Run \`npm run verify\` to see which one was changed.`,
      )
    behind = isBehind
    if (behind !== null) missing.push(seal)
    newest.push(seal)
  }
  if (behind === 'file') await appendToSealFile(path, missing)
  else for (const seal of missing) await insertSeal(connection, seal)
  await checkLogAgainst(log, newest)
  const last = newest.seals.at(-1)
  return last ? { seal: last, key: publicKey } : { seal: null, key: firstKey }
}

/**
 * Otherwise a log that was truncated or restored from an older copy would grow again under positions that are already
 * sealed.
 */
async function checkLogAgainst(log: EventLog, { before, seals, count }: NewestSeals): Promise<void> {
  if (count === 0) return
  const events = await log.readAll(before?.events.at(-1)?.position ?? null, count)
  let index = 0
  for (const seal of seals)
    for (const { position, digest } of seal.events) {
      const event = events[index++]
      if (event === undefined || event.position !== position || !digestOf(event).equals(digest))
        throw new LogCorrupted(
          `The event log does not match seal ${seal.seq}. Run \`npm run verify\` to see the first event that differs.`,
        )
    }
}
