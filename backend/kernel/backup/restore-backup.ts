import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '../database/connect.ts'
import { knownMigrations, migrate } from '../database/migrate.ts'
import { transaction } from '../database/transaction.ts'
import { wrongSecret } from '../database/wrong-secret.ts'
import { type ArchiveEntry, BackupUnusable, readArchive, type Sealed } from './archive.ts'
import { foreign, type Manifest, newer, readManifest, readSummary, type Summary, summaryName } from './manifest.ts'
import { isSignatureOf } from './signature.ts'
import { countTables, readSequences, type TablesOfSite, tablesToRestore } from './tables.ts'
import { beginRestore, isUnfinished } from './unfinished-restore.ts'

export type RestoreTarget = {
  database: Database
  /** Folders for the files of the backup: name there -> path. */
  folders: { [name: string]: string }
  tablesOfSite: TablesOfSite
  log: Manifest['log']
}

export type Restored = { manifest: Manifest; rows: Summary['rows']; files: { [folder: string]: number } }

/** A backup that is complete. `checkSignature` says whether it is as this site wrote it. */
export type Checked = { manifest: Manifest } & Sealed

/** Reads the whole file, so that nothing is changed for a truncated one. */
export async function checkBackup(path: string): Promise<Checked> {
  let manifest: Manifest | null = null
  const archive = readArchive(path)
  let next = await archive.next()
  for (; !next.done; next = await archive.next()) manifest ??= readManifest(next.value)
  if (manifest === null) throw foreign()
  const known = new Set(await knownMigrations())
  if (manifest.migrations.some((name) => !known.has(name))) throw newer(manifest.program)
  return { manifest, ...next.value }
}

/**
 * True when the backup is signed with this key (null: there is none yet). Throws BackupUnusable when it was changed, and when it
 * is not signed unless that `mayBe` so.
 */
export function checkSignature(
  { digest, signature }: Checked,
  key: Buffer | null,
  { mayBe }: { mayBe: boolean },
): boolean {
  if (signature !== null && key !== null) {
    if (isSignatureOf(signature, digest, key)) return true
    throw new BackupUnusable(
      'The backup was changed after it was taken: its signature does not match. Use another one.',
    )
  }
  if (mayBe) return false
  throw new BackupUnusable(
    'The backup is not signed by this site, so its author may have changed anything in it, even passwords. If you trust the place that it comes from, add --unsigned.',
  )
}

/** Why this backup cannot be restored here, in one sentence; null when it can. */
export async function restoreProblem(manifest: Manifest, target: RestoreTarget): Promise<string | null> {
  if (manifest.log !== target.log)
    return manifest.log === 'EventStoreDB'
      ? 'The log of this backup is in EventStoreDB: restore its volume, then set EVENTSTORE_URL.'
      : 'The log of this backup is in PostgreSQL: unset EVENTSTORE_URL.'
  const { pool } = target.database
  if ((await countTables(pool)) > 0 && !(await isUnfinished(pool)))
    return 'The database is not empty. Restore into a new one: set DATABASE_URL to an empty database, or DATA_DIR to a new folder.'
  for (const folder of Object.values(target.folders))
    if ((await readdir(folder).catch(() => [])).length > 0 && !(await isUnfinished(pool)))
      return `${folder} is not empty. Move it away, or choose another place for it.`
  return null
}

/** Throws BackupUnusable unless this secret (null: there is none yet) opens what the backup holds. */
export function checkSecret({ secretMark }: Manifest, given: string | null): void {
  if (secretMark !== null && secretMark !== given) throw new BackupUnusable(wrongSecret('This backup'))
}

async function empty(pool: pg.Pool): Promise<void> {
  await pool.query('DROP SCHEMA IF EXISTS app, eventlog, read, read_rebuild CASCADE')
}

/** Empties the database and the folders again, which were empty before. */
export async function undoRestore({ database, folders }: Pick<RestoreTarget, 'database' | 'folders'>): Promise<void> {
  for (const folder of Object.values(folders))
    for (const name of await readdir(folder).catch(() => []))
      await rm(join(folder, name), { recursive: true, force: true })
  // Last, because a restore that is killed before may be repeated.
  await empty(database.pool)
}

/**
 * Fills an empty database as the version of the program that took the backup left it, then migrates it to this one.
 * `checkBackup` and `restoreProblem` come first; `endRestore` ends it, or `undoRestore` when something fails.
 */
export async function restoreBackup(
  path: string,
  { database, folders, tablesOfSite, checked }: Omit<RestoreTarget, 'log'> & { checked: Checked },
): Promise<Restored> {
  const { pool, knex } = database
  const archive = readArchive(path)
  const first = await archive.next()
  if (first.done) throw new BackupUnusable(`${path} is empty.`)
  const manifest = readManifest(first.value)
  await empty(pool)
  await beginRestore(pool)
  await migrate(knex, manifest.migrations)
  const restored: Restored = { manifest, rows: {}, files: {} }
  await transaction(pool, async (client) => {
    const { digest } = await fill(client, archive, restored, { folders, tablesOfSite })
    if (digest !== checked.digest) throw new BackupUnusable(`${path} was changed while it was being restored.`)
  })
  await migrate(knex)
  return restored
}

async function fill(
  client: pg.ClientBase,
  archive: AsyncGenerator<ArchiveEntry, Sealed>,
  { manifest, rows, files }: Restored,
  { folders, tablesOfSite }: Pick<RestoreTarget, 'folders' | 'tablesOfSite'>,
): Promise<Sealed> {
  const known = await tablesToRestore(client, tablesOfSite)
  for (const [table, columns] of Object.entries(manifest.tables))
    if (!known.has(table) || columns.some((column) => !known.get(table)?.includes(column)))
      throw new BackupUnusable(`The backup fills a table or a column that this program does not have: ${table}.`)
  // Rows that the migrations created are in the backup, too.
  for (const table of Object.keys(manifest.tables)) await client.query(`TRUNCATE ${table} CASCADE`)
  let next = await archive.next()
  while (!next.done) {
    const { name, bytes } = next.value
    const table = tableOf(name)
    if (table !== null) {
      // One COPY for all parts of a table.
      async function* parts(): AsyncGenerator<Buffer> {
        for (; !next.done && tableOf(next.value.name) === table; next = await archive.next()) yield next.value.bytes
      }
      const columns = Object.hasOwn(manifest.tables, table) ? manifest.tables[table] : undefined
      if (!columns) throw new BackupUnusable(`The backup does not say what is in ${table}.`)
      const copy = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`))
      await pipeline(parts(), copy)
      rows[table] = copy.rowCount
      continue
    }
    if (name === summaryName) await finish(client, readSummary({ name, bytes }), rows)
    else if (name.startsWith('files/')) await writeInto(folders, { name, bytes }, files)
    next = await archive.next()
  }
  return next.value
}

/** `tables/app.accounts/000001` -> `app.accounts`. */
const tableOf = (name: string): string | null => /^tables\/([^/]+)\/\d+$/.exec(name)?.[1] ?? null

async function finish(client: pg.ClientBase, { rows, sequences }: Summary, restored: Summary['rows']): Promise<void> {
  for (const [table, count] of Object.entries(rows))
    if ((restored[table] ?? 0) !== count)
      throw new BackupUnusable(`Table ${table} has ${restored[table] ?? 0} rows in the backup instead of ${count}.`)
  const known = await readSequences(client)
  for (const name of Object.keys(sequences))
    if (!Object.hasOwn(known, name))
      throw new BackupUnusable(`The backup sets a sequence that this program does not have: ${name}.`)
  for (const [name, { last, isCalled }] of Object.entries(sequences))
    await client.query('SELECT setval($1, $2, $3)', [name, last, isCalled])
}

async function writeInto(
  folders: RestoreTarget['folders'],
  { name, bytes }: ArchiveEntry,
  files: Restored['files'],
): Promise<void> {
  const [, folder = '', ...path] = name.split('/')
  const target = folders[folder]
  const relative = normalize(path.join(sep))
  if (target === undefined) return
  if (path.some((part) => part === '' || part === '.' || part === '..'))
    throw new BackupUnusable(`The backup has a file outside of its folder: ${name}.`)
  const file = join(target, relative)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, bytes, { mode: 0o600 })
  files[folder] = (files[folder] ?? 0) + 1
}
