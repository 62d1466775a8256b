import type pg from 'pg'
import { createSignal } from '../../concurrency/signal.ts'
import { type Listener, listenTo } from '../../database/listener.ts'
import { createNotifier } from '../../database/notifier.ts'
import {
  checkSize,
  type EventLog,
  isCount,
  LogCorrupted,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '../event-log.ts'
import { createListeners } from '../listeners.ts'
import { isConnectionLoss } from './errors.ts'
import { createFollow } from './follow.ts'
import { createRecentEvents } from './recent-events.ts'
import { createWriter } from './writer.ts'
import { createWriterConnection } from './writer-connection.ts'

const pollInterval = 250 // ms
const batchSize = 1000 // events
const channel = 'eventlog'

type Row = NewEvent & { position: number | string; stream: string; revision: number }

const columns = 'position, stream, revision, id, type, data, metadata'

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

  async function select(name: string, condition: string, values: unknown[]): Promise<RecordedEvent[]> {
    const text = `SELECT ${columns} FROM eventlog.events WHERE ${condition}`
    const { rows } = await pool.query<Row>({ name, text, values })
    return rows.map((row) => ({ ...row, position: String(row.position) }))
  }
  const readByIds = (ids: string[]) => select('eventlog-ids', 'id = ANY ($1::uuid[]) ORDER BY position', [ids])
  const recent = createRecentEvents()
  const connection = createWriterConnection(pool)
  const write = createWriter(connection, readByIds, recent.keep)

  async function readAll(after: Position | null, limit: number): Promise<RecordedEvent[]> {
    const events = await select('eventlog-all', 'position > $1 ORDER BY position LIMIT $2', [after ?? '0', limit])
    const first = Number(after) + 1
    const gap = events.findIndex(({ position }, index) => Number(position) !== first + index)
    if (gap >= 0) {
      throw new LogCorrupted(
        `The event log has no event at position ${first + gap}, although there are later ones. ` +
          'Stop the application and restore the database from a backup; `npm run verify` lists all the damage.',
      )
    }
    return events
  }

  const follow = createFollow({ recent, readAll, isListening: () => hints?.isListening() ?? false })

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
    readStream: (stream) => select('eventlog-stream', 'stream = $1 ORDER BY revision', [stream]),
    readStreams: (streams) =>
      select('eventlog-streams', 'stream = ANY ($1::text[]) ORDER BY stream, revision', [streams]),
    readAll,
    readTypes: (after, limit, types) =>
      select('eventlog-types', 'position > $1 AND type = ANY ($3) ORDER BY position LIMIT $2', [
        after ?? '0',
        limit,
        types,
      ]),
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
          const batch = await readAll(cursor, batchSize).catch((error) => {
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
    async head() {
      const { rows } = await pool.query<{ position: number | string }>('SELECT position FROM eventlog.head')
      const position = String(rows[0]?.position ?? 0)
      return position === '0' ? null : position
    },
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
