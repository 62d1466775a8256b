import type { KeyObject } from 'node:crypto'
import pg from 'pg'
import { createSignal } from '../../concurrency/signal.ts'
import { settle } from '../../database/pool.ts'
import { type EventLog, LogCorrupted, type Position } from '../event-log.ts'
import { createSeal, digestOf, type Seal } from './seal.ts'
import { appendToSealFile, sealFile } from './seal-file.ts'
import { insertSeal } from './seal-table.ts'
import { readTail } from './seal-tail.ts'
import type { Signer } from './signer.ts'

export type Sealer = {
  /** Seals up to `maxEvents` new events and returns how many; also 0 while another process is the sealer. */
  runOnce(): Promise<number>
  /**
   * Seals new events every `interval` ms, or once there are `maxEvents`, until the signal aborts. Throws LogCorrupted: an
   * operator must act.
   */
  run(signal: AbortSignal): Promise<void>
  /** Releases the role, so that another process can be the sealer. */
  close(): Promise<void>
  /** Takes the role, without sealing anything; false while another process has it. */
  take(): Promise<boolean>
}

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

/** An arbitrary number that nothing else locks in this database. */
const lockId = 5_347_116

/**
 * Extends the chain of seals in the table eventlog.seals and in `seals.jsonl` in `folder`. The last seal is its
 * checkpoint. One process per database does it, by an advisory lock that ends with its connection.
 */
export function createSealer({
  log,
  pool,
  folder,
  signer,
  firstKey = signer.publicKey,
  replacedKey,
  maxEvents = 1000,
  interval = 5000,
  now = () => new Date().toISOString(),
  onError = () => {},
  onChecked = () => {},
}: {
  log: EventLog
  pool: pg.Pool
  folder: string
  signer: Signer
  /** The key that signed the seals before the first one that announces a key. */
  firstKey?: KeyObject
  /**
   * The chain ends under this key, and its next seal announces the signer’s key. Unset: the chain ends under the
   * signer’s key.
   */
  replacedKey?: KeyObject
  maxEvents?: number
  interval?: number
  now?: () => string
  /** Called for temporary errors (the database is down, the signer fails); `run` tries again. */
  onError?: (error: unknown) => void
  /** Called when this process is the sealer and found the end of the chain intact, before it seals anything. */
  onChecked?: () => void
}): Sealer {
  const path = sealFile(folder)
  let client: pg.Client | null = null
  let closing = new AbortController()
  let isSealer = false
  /** Undefined: table and file have not been compared yet. */
  let last: { seal: Seal | null; key: KeyObject } | undefined

  async function close(): Promise<void> {
    const open = client
    client = null
    closing.abort()
    closing = new AbortController()
    isSealer = false
    last = undefined
    await open?.end().catch(() => {})
  }

  async function connected(): Promise<pg.Client> {
    if (client !== null) return client
    const opened = new pg.Client({ ...pool.options, keepAlive: true })
    opened.on('error', () => {
      if (client === opened) void close()
    })
    await opened.connect()
    await settle(opened)
    client = opened
    return opened
  }

  async function becomeSealer(connection: pg.Client): Promise<boolean> {
    if (isSealer) return true
    const { rows } = await connection.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lockId}) AS taken`)
    isSealer = rows[0]?.taken === true
    return isSealer
  }

  async function sealNext(connection: pg.Client): Promise<number> {
    if (last === undefined) {
      last = await completeChain(connection)
      onChecked()
    }
    const { seal: previous, key } = last
    const { signal } = closing
    const events = await log.readNew(previous?.events.at(-1)?.position ?? null, maxEvents)
    if (events.length === 0) return 0
    const announcesKey = !key.equals(signer.publicKey)
    const seal = await createSeal(previous, events, now(), signer, { announcesKey, signal })
    // Runs on the connection that holds the lock, so that a process that lost it cannot write. The primary key on the
    // number guarantees it.
    await insertSeal(connection, seal)
    await appendToSealFile(path, [seal])
    last = { seal, key: signer.publicKey }
    return events.length
  }

  /** Checks the end of the chain and, after a crash between the two writes, completes the place that is behind. */
  async function completeChain(connection: pg.Client): Promise<{ seal: Seal | null; key: KeyObject }> {
    const publicKey = replacedKey ?? signer.publicKey
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
    await checkLogAgainst(newest)
    const last = newest.seals.at(-1)
    return last ? { seal: last, key: publicKey } : { seal: null, key: firstKey }
  }

  /**
   * Otherwise a log that was truncated or restored from an older copy would grow again under positions that are already
   * sealed.
   */
  async function checkLogAgainst({ before, seals, count }: NewestSeals): Promise<void> {
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

  async function runOnce(): Promise<number> {
    const connection = await connected()
    if (!(await becomeSealer(connection))) return 0
    try {
      return await sealNext(connection)
    } catch (error) {
      last = undefined // unknown whether the table or the file has the new seal
      throw error
    }
  }

  return {
    runOnce,
    close,
    take: async () => becomeSealer(await connected()),
    async run(signal) {
      const wakeSignal = createSignal(signal)
      let newest: Position | null = null
      let isWaiting = false
      /** Enough for a whole seal, as far as positions tell. They are still in memory then, which spares a query. */
      const isDue = () =>
        newest !== null &&
        last !== undefined &&
        (log.distance?.(last.seal?.events.at(-1)?.position ?? null, newest) ?? 0) >= maxEvents
      const unsubscribe = log.onAppend((position) => {
        newest = position
        if (!isWaiting || !isDue()) return
        isWaiting = false
        wakeSignal.raise()
      })
      try {
        while (!signal.aborted) {
          const sealed = await runOnce().catch((error) => {
            if (error instanceof LogCorrupted) throw error
            if (!signal.aborted) onError(error)
            return 0
          })
          if (newest !== null && log.distance ? sealed > 0 && isDue() : sealed === maxEvents) continue
          isWaiting = true
          await wakeSignal.wait(interval)
          isWaiting = false
        }
      } finally {
        unsubscribe()
        wakeSignal.stop()
        await close()
      }
    },
  }
}
