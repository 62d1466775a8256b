import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationsTable } from '../database/migrate.ts'
import type { RecordedEvent } from '../eventlog/event-log.ts'
import { type ArchiveEntry, BackupUnusable, inParts } from './archive.ts'
import { manifestEntry, type Summary, summaryEntry } from './manifest.ts'
import { readSequences, type TablesOfSite, tablesToBackUp } from './tables.ts'
import { erasedKeys, eventsWithoutPersonal, type PersonalFields } from './without-personal.ts'

export type BackupSource = {
  pool: pg.Pool
  /** Version of the program. */
  program: string
  secretMark: string
  /** Signs the backup, and what the database says of it. */
  signingKey: Buffer
  personalFields: PersonalFields
  tablesOfSite: TablesOfSite
  /** Folders whose files go into the backup: name there -> path. */
  folders: { [name: string]: string }
  /** The log, where it is in EventStoreDB. */
  eventStoreLog: (() => AsyncIterable<RecordedEvent>) | null
}

/** The contents of a backup; filled while it is taken. */
export type Taken = { rows: Summary['rows']; events: number; files: { [folder: string]: number } }

/** The number of files in each folder, in words: `2 files of photos`. */
export const fileCounts = (files: Taken['files']): string[] =>
  Object.entries(files).map(
    ([folder, number]) => `${number === 1 ? '1 file' : `${number.toLocaleString('en-US')} files`} of ${folder}`,
  )

export const eventsTable = 'eventlog.events'
export const keysTable = 'eventlog.subject_keys'

/**
 * The entries of a backup: tables as COPY text, all of one snapshot, and files. The program may be running. Throws
 * BackupUnusable when there is nothing to back up.
 */
export async function* takeBackup(
  source: BackupSource,
  { isWithoutPersonal, taken }: { isWithoutPersonal: boolean; taken: Taken },
): AsyncGenerator<ArchiveEntry> {
  const { folders, eventStoreLog, personalFields } = source
  const client = await source.pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const migrations = await migrationsOf(client)
    const tables = await tablesToBackUp(client, source.tablesOfSite, isWithoutPersonal)
    yield manifestEntry({
      program: source.program,
      takenAt: new Date().toISOString(),
      isWithoutPersonal,
      log: eventStoreLog ? 'EventStoreDB' : 'PostgreSQL',
      migrations,
      secretMark: isWithoutPersonal ? null : source.secretMark,
      tables,
    })
    const copied = (table: string) => copyOf(client, table, tables[table] ?? [], personalFields, isWithoutPersonal)
    const isLater = (table: string) => table === keysTable && eventStoreLog !== null
    for (const table of Object.keys(tables)) if (!isLater(table)) yield* counted(table, copied(table), taken)
    if (eventStoreLog) {
      await client.query('COMMIT')
      yield* inParts('log', linesOf(eventStoreLog(), taken))
      // Read after the log, so that every person in the log has a key in the backup.
      yield* counted(keysTable, copied(keysTable), taken)
    } else taken.events = taken.rows[eventsTable] ?? 0
    // Also read after the log: a sequence may be ahead, but not behind.
    const sequences = await readSequences(client)
    if (!isWithoutPersonal) for (const [name, path] of Object.entries(folders)) yield* filesIn(name, path, taken)
    yield summaryEntry({ rows: taken.rows, sequences })
  } finally {
    await client.query('ROLLBACK').catch(() => {})
    client.release()
  }
}

async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    migrationsTable,
  ])
  if (!rows[0]?.found) throw new BackupUnusable('There is nothing to back up: the database is empty.')
  const run = await client.query<{ name: string }>(`SELECT name FROM ${migrationsTable} ORDER BY name`)
  return run.rows.map(({ name }) => name)
}

/** COPY text; its value in the end is the number of rows. */
type Copied = AsyncGenerator<Buffer, number>

function copyOf(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  personalFields: PersonalFields,
  isWithoutPersonal: boolean,
): Copied {
  if (!isWithoutPersonal) return copyOut(client, `${table} (${columns.join(', ')})`)
  if (table === eventsTable) return eventsWithoutPersonal(client, columns, personalFields)
  return copyOut(client, table === keysTable ? erasedKeys(columns) : `${table} (${columns.join(', ')})`)
}

async function* copyOut(client: pg.ClientBase, what: string): Copied {
  const stream = client.query(copyTo(`COPY ${what} TO STDOUT`))
  yield* stream
  return stream.rowCount
}

async function* counted(table: string, text: Copied, taken: Taken): AsyncGenerator<ArchiveEntry> {
  async function* chunks() {
    taken.rows[table] = yield* text
  }
  yield* inParts(`tables/${table}`, chunks())
}

async function* linesOf(events: AsyncIterable<RecordedEvent>, taken: Taken): AsyncGenerator<Buffer> {
  for await (const event of events) {
    taken.events++
    yield Buffer.from(`${JSON.stringify(event)}\n`)
  }
}

/** A file that disappears during the backup, because its person was erased, is skipped. */
async function* filesIn(name: string, folder: string, taken: Taken): AsyncGenerator<ArchiveEntry> {
  taken.files[name] = 0
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orMissing([]))
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(orMissing(null))
    if (bytes === null) continue
    taken.files[name]++
    yield { name: `files/${name}/${path.slice(folder.length + 1)}`, bytes }
  }
}

const orMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code !== 'ENOENT') throw error
    return value
  }
