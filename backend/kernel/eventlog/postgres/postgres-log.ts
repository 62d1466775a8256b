import type pg from 'pg'
import { createSignal } from '../../concurrency/signal.ts'
import { type Listener, listenTo } from '../../database/listener.ts'
import { createNotifier } from '../../database/notifier.ts'
import { checkSize, type EventLog, isCount } from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { isConnectionLoss } from './errors.ts'
import { createEventRows } from './event-rows.ts'
import { createFollow } from './follow.ts'
import { createRecentEvents } from './recent-events.ts'
import { createWriter } from './writer.ts'
import { createWriterConnection } from './writer-connection.ts'

const pollInterval = 250 // ms
const batchSize = 1000 // events
const channel = 'eventlog'

/**
 * The log in the schema `eventlog` (migration 001). Positions are decimal numbers from 1, without gaps. The caller owns
 * the pool; appends have a connection of their own, and subscriptions share one for LISTEN.
 */
export function createPostgresLog(pool: pg.Pool): EventLog {
  const listeners = createListeners()
  const readers = new Set<() => void>()
  const notifyOthers = createNotifier(pool, channel)
  let hints: Listener | null = null
  let newest = 0

  function wakeReaders(): void {
    for (const notify of readers) notify()
  }

  /** The log has grown to this position, here or in another process. A process is also notified of its own appends. */
  function moved(position: string): void {
    if (Number(position) <= newest) return
    newest = Number(position)
    follow.moved()
    listeners.notify(position)
    wakeReaders()
  }

  /** Without a position: notifications may have been missed. */
  function heard(position: string): void {
    if (position === '') follow.moved()
    else moved(position)
    wakeReaders()
  }

  function listen(): void {
    hints ??= listenTo(channel, pool.options, heard)
  }

  const rows = createEventRows(pool)
  const recent = createRecentEvents()
  const connection = createWriterConnection(pool)
  const write = createWriter(connection, rows.withIds, recent.keep)

  const follow = createFollow({ recent, readAll: rows.after, isListening: () => hints?.isListening() ?? false })

  return {
    async append(stream, expected, events) {
      if (events.length === 0) throw new RangeError('An append needs at least one event.')
      checkSize(events)
      const answer = await write({ stream, expected, events })
      if (answer.outcome === 'appended') {
        moved(answer.position)
        notifyOthers(answer.position)
      }
      return answer
    },
    readStream: rows.ofStream,
    readStreams: rows.ofStreams,
    readAll: rows.after,
    readTypes: rows.ofTypes,
    readNew: follow.readNew,
    forgetRecent() {
      recent.clear()
      follow.moved()
    },
    async *subscribe(after, signal) {
      const wakeSignal = createSignal(signal)
      readers.add(wakeSignal.raise)
      listen()
      try {
        for (let cursor = after; !signal.aborted; ) {
          const batch = await rows.after(cursor, batchSize).catch((error) => {
            if (isConnectionLoss(error)) return []
            throw error
          })
          if (batch.length > 0) yield batch
          else await wakeSignal.wait(pollInterval)
          cursor = batch.at(-1)?.position ?? cursor
        }
      } finally {
        readers.delete(wakeSignal.raise)
        wakeSignal.stop()
      }
    },
    head: rows.head,
    isPosition: isCount,
    compare: (a, b) => Number(a) - Number(b),
    distance: (after, to) => Number(to) - Number(after),
    nth: String,
    onAppend(listener) {
      listen()
      return listeners.onAppend(listener)
    },
    async close() {
      await hints?.stop()
      hints = null
      await connection.close()
    },
  }
}
