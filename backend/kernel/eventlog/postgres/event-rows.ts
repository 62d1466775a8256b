import type pg from 'pg'
import { LogCorrupted, type NewEvent, type Position, type RecordedEvent } from '../event-log.ts'

type Row = NewEvent & { position: number | string; stream: string; revision: number }

const columns = 'position, stream, revision, id, type, data, metadata'

/** Reads the table eventlog.events. */
export function createEventRows(pool: pg.Pool) {
  async function select(name: string, condition: string, values: unknown[]): Promise<RecordedEvent[]> {
    const text = `SELECT ${columns} FROM eventlog.events WHERE ${condition}`
    const { rows } = await pool.query<Row>({ name, text, values })
    return rows.map((row) => ({ ...row, position: String(row.position) }))
  }

  return {
    withIds: (ids: string[]) => select('eventlog-ids', 'id = ANY ($1::uuid[]) ORDER BY position', [ids]),
    ofStream: (stream: string) => select('eventlog-stream', 'stream = $1 ORDER BY revision', [stream]),
    ofStreams: (streams: readonly string[]) =>
      select('eventlog-streams', 'stream = ANY ($1::text[]) ORDER BY stream, revision', [streams]),
    ofTypes: (after: Position | null, limit: number, types: readonly string[]) =>
      select('eventlog-types', 'position > $1 AND type = ANY ($3) ORDER BY position LIMIT $2', [
        after ?? '0',
        limit,
        types,
      ]),
    /** Throws LogCorrupted when a position is missing. */
    async after(after: Position | null, limit: number): Promise<RecordedEvent[]> {
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
    },
    async head(): Promise<Position | null> {
      const { rows } = await pool.query<{ position: number | string }>('SELECT position FROM eventlog.head')
      const position = String(rows[0]?.position ?? 0)
      return position === '0' ? null : position
    },
  }
}
