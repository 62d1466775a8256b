import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { createSignal } from '../../concurrency/signal.ts'
import { type EventLog, LogCorrupted, type Position } from '../event-log.ts'
import { type ChainEnd, completeChain } from './complete-chain.ts'
import { createSeal } from './seal.ts'
import { appendToSealFile, sealFile } from './seal-file.ts'
import { insertSeal } from './seal-table.ts'
import { createSealerRole } from './sealer-role.ts'
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

type SealerOptions = {
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
}

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
}: SealerOptions): Sealer {
  const path = sealFile(folder)
  let closing = new AbortController()
  /** Undefined: table and file have not been compared yet. */
  let last: ChainEnd | undefined
  const role = createSealerRole(pool, () => {
    closing.abort()
    closing = new AbortController()
    last = undefined
  })

  async function sealNext(connection: pg.Client): Promise<number> {
    if (last === undefined) {
      last = await completeChain(connection, { log, path, publicKey: replacedKey ?? signer.publicKey, firstKey })
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

  async function runOnce(): Promise<number> {
    const connection = await role.take()
    if (connection === null) return 0
    try {
      return await sealNext(connection)
    } catch (error) {
      last = undefined // unknown whether the table or the file has the new seal
      throw error
    }
  }

  return {
    runOnce,
    close: role.release,
    take: async () => (await role.take()) !== null,
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
        await role.release()
      }
    },
  }
}
