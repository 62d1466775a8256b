import type pg from 'pg'
import { type EventLog, LogCorrupted, type Position, rewindAdvice } from '../kernel/eventlog/event-log.ts'
import { lastSealsInFile, readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'

/** Bytes at the end of the file of seals; a seal of 1000 events has 100 KB. */
const sealTail = 1_000_000

/**
 * Every column outside the read tables that holds a position in the log, with SQL for a sentence’s word about the row. The
 * start compares all of them with the log, and `npm run admin -- rewind` puts them back. Everything else that seems to
 * remember a place is in the log itself (exports, imports, sent campaigns), follows a reactor (mails, the welcome series,
 * the sender), or goes by time (digest, seen marks).
 */
export const rememberedPositions = [
  { table: 'app.checkpoints', column: 'position', whose: `'The projection ' || projection` },
  { table: 'app.checkpoints', column: 'stopped_at_position', whose: `'The projection ' || projection` },
  { table: 'app.rebuild_checkpoints', column: 'position', whose: `'The rebuild of ' || projection` },
  { table: 'app.reactor_checkpoints', column: 'position', whose: `'The reactor ' || reactor` },
  { table: 'app.reactor_checkpoints', column: 'failing_at_position', whose: `'The reactor ' || reactor` },
  { table: 'app.past_views', column: 'asked', whose: `'A past moment of the console'` },
  { table: 'app.past_views', column: 'base', whose: `'A past moment of the console'` },
  { table: 'app.past_views', column: 'before_base', whose: `'A past moment of the console'` },
  { table: 'app.past_views', column: 'until', whose: `'A past moment of the console'` },
  // The newest seal; it stands for those before it.
  { table: 'eventlog.seals', column: 'last_position', whose: `'Seal ' || seq` },
] as const

type RememberedPosition = { whose: string; position: Position }

const allPositions = rememberedPositions
  .map(({ table, column, whose }) => {
    const newest = table === 'eventlog.seals' ? 'WHERE seq = (SELECT max(seq) FROM eventlog.seals)' : ''
    return `SELECT ${whose} AS whose, ${column} AS position FROM ${table} ${newest}`
  })
  .join(' UNION ALL ')

async function newestInFile(folder: string): Promise<RememberedPosition[]> {
  const path = sealFile(folder)
  let newest = (await lastSealsInFile(path, sealTail))?.at(-1)?.seal
  if (newest === undefined) for await (const seal of readSealFile(path)) newest = seal
  const position = newest?.events.at(-1)?.position
  return position === undefined ? [] : [{ whose: `Seal ${newest?.seq} in ${path}`, position }]
}

/** `folder`: the data folder, where the file of seals is. */
export async function readRemembered(pool: pg.Pool, folder: string): Promise<RememberedPosition[]> {
  const { rows } = await pool.query<RememberedPosition>(
    `SELECT * FROM (${allPositions}) AS remembered WHERE position IS NOT NULL`,
  )
  return [...rows, ...(await newestInFile(folder))]
}

/** Throws LogCorrupted when the log lacks an event that the database or the data folder remembers. */
export async function rejectOlderLog({
  log,
  pool,
  folder,
}: {
  log: EventLog
  pool: pg.Pool
  folder: string
}): Promise<void> {
  // In this order, because another process may append and remember in between.
  const remembered = await readRemembered(pool, folder)
  const head = await log.head()
  const beyond = remembered.filter(({ position }) => head === null || log.compare(position, head) > 0)
  const [first] = beyond
  if (first)
    throw new LogCorrupted(
      `${first.whose} stands at position ${first.position}${more(beyond.length - 1)}, but the event log ends at ${head ?? 'its start'}. ${rewindAdvice}`,
    )
  const missing = await notIn(log, remembered)
  if (missing)
    throw new LogCorrupted(
      `${missing.whose} stands at position ${missing.position}, but no event of this log begins there: it is another log, or it was put back from an older copy and has grown since. ${rewindAdvice}`,
    )
}

const more = (count: number) => (count === 0 ? '' : ` and ${count} more ${count === 1 ? 'place' : 'places'} with it`)

/**
 * The first of these places that is none of the log. Positions that are counted exist up to the end; those of EventStoreDB
 * are offsets in its files, and it rejects one at which no event begins.
 */
async function notIn(
  log: Pick<EventLog, 'readAll' | 'distance'>,
  remembered: readonly RememberedPosition[],
): Promise<RememberedPosition | undefined> {
  if (log.distance) return undefined
  const distinct = new Map(remembered.map((one) => [one.position, one]))
  for (const [position, one] of distinct)
    try {
      await log.readAll(position, 1)
    } catch (error) {
      if (error instanceof LogCorrupted) return one
      throw error
    }
  return undefined
}
