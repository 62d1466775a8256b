import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type Product } from '../../test/support/app/app.ts'
import { signUpAt } from '../../test/support/app/sign-up.ts'
import { asOwner, createEmptyDatabase } from '../../test/support/database/database.ts'
import { startEventStoreDbServer } from '../../test/support/log/eventstoredb-server.ts'
import { newKeyFile } from '../../test/support/log/sealed-log.ts'
import { tablesOfSite } from '../composition/backup-source.ts'
import { parseConfig } from '../config/config.ts'
import { loadSealKey, type SealKey } from '../config/load-seal-key.ts'
import { loadSecrets } from '../config/secrets.ts'
import { createCore } from '../core.ts'
import { type ArchiveEntry, readArchive, writeArchive } from '../kernel/backup/archive.ts'
import { secretMarkOf } from '../kernel/backup/manifest.ts'
import { checkBackup, checkSecret, checkSignature } from '../kernel/backup/restore-backup.ts'
import { countTables } from '../kernel/backup/tables.ts'
import { rejectUnfinishedRestore } from '../kernel/backup/unfinished-restore.ts'
import type { Database } from '../kernel/database/connect.ts'
import { knownMigrations, migrate } from '../kernel/database/migrate.ts'
import type { EventLog } from '../kernel/eventlog/event-log.ts'
import { readSealFile, sealFile } from '../kernel/eventlog/integrity/seal-file.ts'
import { readSealTable } from '../kernel/eventlog/integrity/seal-table.ts'
import { eventsOf, verifyLog } from '../kernel/eventlog/integrity/verify.ts'
import { numberInUse, usedNumbers } from '../kernel/eventlog/used-numbers.ts'
import { bringUpToDate } from '../kernel/projector/bring-up-to-date.ts'
import { existingTables, liveSchema } from '../kernel/projector/schema.ts'
import { idFields, personalFields, sequences } from '../topics/index.ts'
import { type BackupParts, runBackup } from './backup-command.ts'
import { fileToRestore, type RestoreParts, runRestore } from './restore-command.ts'
import { changeSealKey } from './seal-key-command.ts'

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'campaign-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const appSecret = Buffer.from('a secret of 32 bytes or even more').toString('base64')
const secrets = loadSecrets({ appSecret, dataDir: '/nowhere' })
const derivedKey = loadSealKey(parseConfig({}), secrets)
const canaries = ['Canary-words', 'canary-mail', 'Canary-first', 'Byron', '203.0.113.7']

/** A site with an admin, a supporter, prayers, a photo and an email, all under seals. */
async function site(env: Record<string, string> = {}): Promise<Product> {
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { APP_SECRET: appSecret, ...env },
  })
  const admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  await signUpAt(app, 'canary-mail@example.org')
  const post = (url: string, payload: object | undefined, cookie = '') =>
    app.http.inject({
      method: 'POST',
      url,
      remoteAddress: '203.0.113.7',
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) },
      ...(payload && { payload }),
    })
  const prayer = { prayer: 'Canary-words\twith\\tab', firstName: 'Canary-first', email: 'canary-mail@example.org' }
  const made = await post('/api/prayers', prayer)
  await post('/api/email-signup', { email: 'someone@example.org' })
  expect((await post(`/api/admin/prayers/${made.json().id}/approve`, undefined, admin)).statusCode).toBe(200)
  for (const [folder, name] of [
    ['photos', 'ada/one-256.webp'],
    ['outbox', '1-a.json'],
  ] as const) {
    mkdirSync(join(app.dataDir, folder, name, '..'), { recursive: true })
    writeFileSync(join(app.dataDir, folder, name), `bytes of ${name}`)
  }
  await expect
    .poll(async () => (await verifyLog({ ...sealed(app.database, app.core, app.dataDir), ...derivedKey })).unsealed, {
      timeout: 20_000,
    })
    .toBe(0)
  return app
}

const sealed = ({ pool }: Database, { log }: { log: EventLog }, dataDir: string) => ({
  events: eventsOf(log),
  seals: { table: readSealTable(pool), file: readSealFile(sealFile(dataDir)) },
})

type Said = { code: number; said: string }

type Source = Pick<Product, 'database' | 'dataDir'>

async function backUp(
  app: Source,
  words: string[] = [],
  more: Partial<BackupParts> = {},
  file = join(temporaryFolder(), 'backup.tar.gz'),
): Promise<Said & { file: string }> {
  const lines: string[] = []
  const code = await runBackup([file, ...words], {
    pool: app.database.pool,
    program: '0.2.0',
    secretMark: secretMarkOf(secrets.master),
    signingKey: secrets.backups,
    personalFields,
    tablesOfSite,
    folders: { outbox: join(app.dataDir, 'outbox'), photos: join(app.dataDir, 'photos') },
    eventStoreLog: null,
    bucket: null,
    now: () => new Date('2026-03-01T12:00:00Z'),
    print: (line) => lines.push(line),
    ...more,
  })
  return { file, code, said: lines.join('\n') }
}

type Target = { database: Database; eventStoreUrl?: string; sealKey?: SealKey }

async function restore(
  file: string,
  { database, eventStoreUrl, sealKey = derivedKey }: Target,
  more: Partial<RestoreParts> & { dataDir?: string; mayBeUnsigned?: boolean } = {},
) {
  const { dataDir = temporaryFolder(), mayBeUnsigned = false } = more
  const config = { eventStoreUrl, isHttps: false, isProduction: false }
  const core = await createCore({ config, secrets, database, locate: async () => null })
  onTestFinished(() => core.log.close())
  const lines: string[] = []
  const checked = await checkBackup(file)
  const code = await runRestore({
    path: file,
    checked,
    isSigned: checkSignature(checked, secrets.backups, { mayBe: mayBeUnsigned }),
    database,
    folders: { outbox: join(dataDir, 'outbox'), photos: join(dataDir, 'photos') },
    tablesOfSite,
    log: eventStoreUrl ? 'EventStoreDB' : 'PostgreSQL',
    eventLog: core.log,
    dataDir,
    verify: () => verifyLog({ ...sealed(database, core, dataDir), ...sealKey }),
    rebuild: () => bringUpToDate({ ...core, pool: database.pool }),
    proveNumbers: async () => numberInUse(database.pool, sequences, await core.continueNumbers(null)),
    grant: async () => {},
    unreadableSubjects: core.unreadableSubjects,
    print: (line) => lines.push(line),
    ...more,
  })
  return { code, said: lines.join('\n'), dataDir, core }
}

const rowsOf = async ({ pool }: Database, table: string) =>
  (await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${table} AS t ORDER BY 1`)).rows.map(({ row }) => row)

async function tablesIn(file: string): Promise<string[]> {
  const tables = new Set<string>()
  for await (const { name } of readArchive(file)) {
    const [folder, table] = name.split('/')
    if (folder === 'tables' && table) tables.add(table)
  }
  return [...tables]
}

describe('a backup', () => {
  it('restores everything that counts into an empty place, row for row, and the read tables equal a rebuild', async () => {
    const app = await site()
    const { rowCount } = await app.database.pool.query(
      `INSERT INTO app.api_keys (id, hash, user_id, rights, until)
       SELECT 1, 'a', user_id, '{volunteers}', now() + interval '1 day' FROM app.accounts LIMIT 1`,
    )
    expect(rowCount).toBe(1)
    const taken = await backUp(app)
    expect(taken).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Backed up \d+ events, \d+ tables, \d+ files? of outbox, 1 file of photos/),
    })
    expect(statSync(taken.file).mode & 0o777).toBe(0o600)
    const target = await createEmptyDatabase()
    const restored = await restore(taken.file, { database: target })
    expect(restored.said).toMatch(/^The backup is signed: this site wrote it/)
    expect(restored.said).toMatch(/Intact: \d+ events under \d+ seals?; 0 events newer than the last seal\./)
    expect(restored.code).toBe(0)
    for (const table of ['eventlog.events', 'eventlog.head', 'eventlog.subject_keys', 'eventlog.seals', 'app.accounts'])
      expect(await rowsOf(target, table)).toEqual(await rowsOf(app.database, table))
    for (const table of ['app.sessions', 'app.api_keys']) expect(await rowsOf(target, table)).toEqual([])
    expect(await tablesIn(taken.file)).toEqual(expect.arrayContaining(['eventlog.events', 'app.accounts']))
    expect((await tablesIn(taken.file)).filter((table) => table.startsWith('read'))).toEqual([])
    const readTables = [...(await existingTables(app.database.pool, liveSchema))].map((table) => `read.${table}`)
    expect(readTables).toEqual(expect.arrayContaining(['read.prayers', 'read.users']))
    for (const table of readTables)
      expect([table, await rowsOf(target, table)]).toEqual([table, await rowsOf(app.database, table)])
    expect(await restored.core.nextId('prayer')).toBeGreaterThan(1)
    expect(readFileSync(join(restored.dataDir, 'photos/ada/one-256.webp'), 'utf8')).toBe('bytes of ada/one-256.webp')
    expect(readFileSync(join(restored.dataDir, 'outbox/1-a.json'), 'utf8')).toBe('bytes of 1-a.json')
    expect(readFileSync(sealFile(restored.dataDir), 'utf8')).toBe(readFileSync(sealFile(app.dataDir), 'utf8'))
  })

  it('--without-personal includes no personal data, and still restores a working site', async () => {
    const app = await site()
    const { file, said } = await backUp(app, ['--without-personal'])
    expect(said).toContain('Personal data and keys were left out')
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    for (const canary of [...canaries, 'ada@example.org', 'someone@example.org']) expect(text).not.toContain(canary)
    checkSecret((await checkBackup(file)).manifest, null)
    const target = await createEmptyDatabase()
    await expect(restore(file, { database: target })).rejects.toThrow(/^The backup is not signed by this site/)
    const restored = await restore(file, { database: target }, { mayBeUnsigned: true })
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('a link for a first admin') })
    expect(restored.said).toMatch(/^The backup is not signed/)
    const { rows } = await target.pool.query('SELECT * FROM read.prayers')
    expect(rows).toMatchObject([{ status: 'approved', prayer: '[erased]' }])
    expect(JSON.stringify(rows)).not.toMatch(/canary/i)
    expect(await rowsOf(target, 'app.accounts')).toEqual([])
    expect(await rowsOf(target, 'app.reactor_checkpoints')).not.toEqual([])
  })

  it('with an unreadable key restores everything else, and names the subjects of that key', async () => {
    const app = await site()
    const { rows } = await asOwner(
      app.database.pool,
      `UPDATE eventlog.subject_keys SET wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
       WHERE email_hash = decode($1, 'hex') RETURNING subject`,
      [app.core.subjects.emailHash('canary-mail@example.org')],
    )
    const { file } = await backUp(app)
    const target = await createEmptyDatabase()
    const restored = await restore(file, { database: target })
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining(
        `The key of 1 person cannot be opened, so what they wrote shows as erased (subject ${rows[0]?.subject}).`,
      ),
    })
    const prayers = await target.pool.query('SELECT prayer, status FROM read.prayers')
    expect(prayers.rows).toEqual([{ prayer: '[erased]', status: 'approved' }])
    const signUps = await target.pool.query('SELECT email FROM read.email_signups')
    expect(signUps.rows).toEqual([{ email: 'someone@example.org' }])
  })

  it('from before or after a change of the seal key is restored with the key of its time', async () => {
    const app = await site()
    const before = await backUp(app)
    await app.http.close()
    const core = await createCore({
      config: { eventStoreUrl: undefined, isHttps: false, isProduction: false },
      secrets,
      database: app.database,
      locate: async () => null,
    })
    onTestFinished(() => core.log.close())
    const outside = loadSealKey(parseConfig({ SEAL_KEY_FILE: await newKeyFile() }), secrets)
    const parts = { ...core, pool: app.database.pool, folder: app.dataDir, sealKey: outside }
    expect(await changeSealKey(undefined, { ...parts, now: () => new Date(), print: () => {} })).toBe(0)
    const after = await backUp(app)

    const restored = async (file: string, sealKey: SealKey) =>
      restore(file, { database: await createEmptyDatabase(), sealKey })
    const intact = { code: 0, said: expect.stringContaining('Intact: ') }
    const wrongKey = { code: 1, said: expect.stringContaining('either another key is set, or someone sealed') }
    expect(await restored(before.file, derivedKey)).toMatchObject(intact)
    expect(await restored(before.file, outside)).toMatchObject(wrongKey)
    expect(await restored(after.file, derivedKey)).toMatchObject(wrongKey)
    const whole = await restored(after.file, outside)
    expect(whole).toMatchObject(intact)
    expect(readFileSync(sealFile(whole.dataDir), 'utf8')).toBe(readFileSync(sealFile(app.dataDir), 'utf8'))
  })

  it('of an earlier version is migrated to this one, and one of a later version is rejected', async () => {
    const known = await knownMigrations()
    const earlier = await createEmptyDatabase()
    await migrate(earlier.knex, known.slice(0, -1))
    await earlier.pool.query("INSERT INTO app.sent_mails (key) VALUES ('kept')")
    const source = { database: earlier, dataDir: temporaryFolder() }
    const { file } = await backUp(source)
    const target = await createEmptyDatabase()
    expect(await restore(file, { database: target })).toMatchObject({ code: 0 })
    expect(await rowsOf(target, 'app.sent_mails')).toEqual(await rowsOf(earlier, 'app.sent_mails'))
    const { rows } = await target.pool.query<{ name: string }>('SELECT name FROM app.knex_migrations ORDER BY name')
    expect(rows.map(({ name }) => name)).toEqual(known)

    const later = join(temporaryFolder(), 'later.tar.gz')
    await writeArchive(later, withManifest(file, { program: '0.9.0', migrations: [...known, '999-later.ts'] }), null)
    await expect(checkBackup(later)).rejects.toThrow(
      'The backup was taken by a newer version of the program (0.9.0). Install that version, then restore again.',
    )
  })
})

async function* withManifest(file: string, changes: object): AsyncGenerator<ArchiveEntry> {
  for await (const { name, bytes } of readArchive(file))
    yield name === 'manifest.json'
      ? { name, bytes: Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), ...changes })) }
      : { name, bytes }
}

describe('a restore rejects, and changes nothing', () => {
  it('a database or a folder that is not empty, another secret, a table that lost rows', async () => {
    const app = await site()
    const { file } = await backUp(app)
    const before = await rowsOf(app.database, 'eventlog.events')
    expect(await restore(file, { database: app.database })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The database is not empty\. Restore into a new one/),
    })
    expect(await rowsOf(app.database, 'eventlog.events')).toEqual(before)
    const { manifest } = await checkBackup(file)
    const other = secretMarkOf(loadSecrets({ appSecret: Buffer.alloc(32, 7).toString('base64'), dataDir: '' }).master)
    expect(() => checkSecret(manifest, other)).toThrow(/^This backup was written with another APP_SECRET/)

    const target = await createEmptyDatabase()
    const cut = join(temporaryFolder(), 'cut.tar.gz')
    await writeArchive(cut, without(file, 'tables/eventlog.events/000001'), secrets.backups)
    expect(await restore(cut, { database: target })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Table eventlog\.events has 0 rows in the backup instead of \d+\.$/m),
    })
    const { rows } = await target.pool.query("SELECT FROM pg_tables WHERE schemaname IN ('app', 'eventlog', 'read')")
    expect(rows).toEqual([])
    expect(await restore(file, { database: target })).toMatchObject({ code: 0 })
  })

  it('a backup that was changed after it was taken, such as a password in it', async () => {
    const app = await site()
    const { file } = await backUp(app)
    async function* changed(): AsyncGenerator<ArchiveEntry> {
      for await (const { name, bytes } of readArchive(file))
        yield name.startsWith('tables/app.accounts/')
          ? { name, bytes: Buffer.from(bytes.toString().replace('$argon2id$', '$argon2ix$')) }
          : { name, bytes }
    }
    const database = await createEmptyDatabase()
    const [stripped, resigned] = ['stripped', 'resigned'].map((name) => join(temporaryFolder(), `${name}.tar.gz`))
    await writeArchive(stripped ?? '', changed(), null)
    await expect(restore(stripped ?? '', { database })).rejects.toThrow(/^The backup is not signed by this site/)
    await writeArchive(resigned ?? '', changed(), Buffer.alloc(32, 7))
    for (const mayBeUnsigned of [false, true])
      await expect(restore(resigned ?? '', { database }, { mayBeUnsigned })).rejects.toThrow(
        'The backup was changed after it was taken: its signature does not match. Use another one.',
      )
    expect(await countTables(database.pool)).toBe(0)
    const allowed = await restore(stripped ?? '', { database }, { mayBeUnsigned: true })
    expect(allowed.said).toMatch(/^The backup is not signed, so nothing tells whether accounts, passwords/)
  })

  it('a backup whose names are SQL, tables that this program does not have, or files outside of their folder', async () => {
    const earlier = await createEmptyDatabase()
    await migrate(earlier.knex)
    const source = { database: earlier, dataDir: temporaryFolder() }
    const { file } = await backUp(source)
    const { manifest } = await checkBackup(file)
    const ran = join(temporaryFolder(), 'ran')
    const program = `key) FROM PROGRAM 'touch ${ran}' --`
    const database = await createEmptyDatabase()
    const unknown = (table: string) => `The backup fills a table or a column that this program does not have: ${table}.`
    async function said(entries: AsyncIterable<ArchiveEntry>): Promise<string> {
      const path = join(temporaryFolder(), 'made.tar.gz')
      await writeArchive(path, entries, null)
      return (await restore(path, { database }, { mayBeUnsigned: true })).said
    }
    async function* withRow(tables: object): AsyncGenerator<ArchiveEntry> {
      for await (const entry of withManifest(file, { tables: { ...manifest.tables, ...tables } })) {
        if (entry.name === 'summary.json') yield { name: 'tables/app.sent_mails/000001', bytes: Buffer.from('a\n') }
        yield entry
      }
    }
    expect(await said(withRow({ 'app.sent_mails': [program] }))).toContain(unknown('app.sent_mails'))
    const drop = 'app.sent_mails; DROP TABLE app.accounts; --'
    for (const table of [drop, 'pg_catalog.pg_authid', 'app.sessions', 'app.knex_migrations'])
      for (const columns of [['name'], []]) expect(await said(withRow({ [table]: columns }))).toContain(unknown(table))
    async function* withSequence(): AsyncGenerator<ArchiveEntry> {
      for await (const { name, bytes } of readArchive(file))
        yield name === 'summary.json'
          ? {
              name,
              bytes: Buffer.from(JSON.stringify({ rows: {}, sequences: { 'other.seq': { last: 1, isCalled: true } } })),
            }
          : { name, bytes }
    }
    expect(await said(withSequence())).toContain(
      'The backup sets a sequence that this program does not have: other.seq.',
    )
    async function* withFile(): AsyncGenerator<ArchiveEntry> {
      yield* readArchive(file)
      yield { name: 'files/photos/a/../../outside.webp', bytes: Buffer.from('picture') }
    }
    expect(await said(withFile())).toContain('The backup has a file outside of its folder')
    expect(existsSync(ran)).toBe(false)
    expect(await countTables(database.pool)).toBe(0)
  })

  it('that fails at any later step leaves the database and the folders empty, and can be repeated', async () => {
    const app = await site()
    const { file } = await backUp(app)
    const database = await createEmptyDatabase()
    const dataDir = temporaryFolder()
    const fails = async () => {
      throw new Error('The connection was lost.')
    }
    const killed = async () => {
      await expect(rejectUnfinishedRestore(database.pool)).rejects.toThrow(
        /^A restore into this database was interrupted/,
      )
      return fails()
    }
    await expect(restore(file, { database }, { dataDir, grant: killed })).rejects.toThrow('The connection was lost.')
    for (const step of ['proveNumbers', 'verify', 'rebuild', 'grant'] as const) {
      await expect(restore(file, { database }, { dataDir, [step]: fails })).rejects.toThrow('The connection was lost.')
      expect(await countTables(database.pool)).toBe(0)
      for (const folder of ['photos', 'outbox']) expect(readdirSync(join(dataDir, folder))).toEqual([])
      expect(existsSync(sealFile(dataDir))).toBe(false)
    }
    expect(await restore(file, { database }, { dataDir })).toMatchObject({ code: 0 })
    await rejectUnfinishedRestore(database.pool)
    expect(readFileSync(sealFile(dataDir), 'utf8')).toBe(readFileSync(sealFile(app.dataDir), 'utf8'))
  })

  it('and so does a backup of an empty database, or over an existing file', async () => {
    const app = await site()
    const nothing = { ...app, database: await createEmptyDatabase() }
    expect(await backUp(nothing)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is nothing to back up/),
    })
    const file = join(temporaryFolder(), 'there.tar.gz')
    writeFileSync(file, 'kept')
    expect(await backUp(app, [], {}, file)).toMatchObject({
      code: 1,
      said: `${file} exists already. Choose another name.`,
    })
    expect(await backUp(app, ['--all'])).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Usage: npm run backup/),
    })
    expect([fileToRestore([]), fileToRestore(['a', 'b']), fileToRestore(['--x']), fileToRestore(['a'])]).toEqual([
      null,
      null,
      null,
      { path: 'a', mayBeUnsigned: false },
    ])
    expect(fileToRestore(['--unsigned', 'a'])).toEqual({ path: 'a', mayBeUnsigned: true })
  })
})

async function* without(file: string, left: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of readArchive(file)) if (entry.name !== left) yield entry
}

describe('with the log in EventStoreDB, as imitated in this process', () => {
  it('the backup holds the log as well; a restore compares it with that of the restored volume', async () => {
    const server = await startEventStoreDbServer()
    onTestFinished(server.close)
    const eventStoreUrl = `esdb://127.0.0.1:${server.port}?tls=false`
    const app = await site({ EVENTSTORE_URL: eventStoreUrl })
    const { file, said } = await backUp(app, [], { eventStoreLog: () => eventsOf(app.core.log) })
    expect(said).toMatch(/^Backed up [1-9]\d* events.*\n.*\nNow copy the volume of EventStoreDB \(eventstore-data\)/)

    const empty = await startEventStoreDbServer()
    onTestFinished(empty.close)
    const target = await createEmptyDatabase()
    const emptyUrl = `esdb://127.0.0.1:${empty.port}?tls=false`
    expect(await restore(file, { database: target, eventStoreUrl: emptyUrl })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^EventStoreDB is empty\. Restore its volume first/),
    })
    expect(await restore(file, { database: target })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The log of this backup is in EventStoreDB/),
    })

    const later = { prayer: 'After the backup.', firstName: 'Ruth', email: 'ruth@example.org' }
    const headers = { 'sec-fetch-site': 'same-origin' }
    await app.http.inject({ method: 'POST', url: '/api/prayers', headers, payload: later })
    const restored = await restore(file, { database: target, eventStoreUrl })
    expect(restored.said).toMatch(/^1 people wrote only after the backup: their words cannot be read/m)
    expect(restored.said).toMatch(/^Intact: /m)
    expect(restored.code).toBe(0)
    expect(await rowsOf(target, 'read.prayers')).toHaveLength(2)
    expect(restored.said).toMatch(/^Numbers of new entries continue behind those in the log\.$/m)
    const used = await usedNumbers(app.core.log, idFields, null)
    expect(await restored.core.nextId('prayer')).toBeGreaterThan(used.get('prayer') ?? 0)
  })

  it('a restore that cannot let numbers continue behind the log says which, and leaves nothing', async () => {
    const app = await site()
    const { file } = await backUp(app)
    const target = await createEmptyDatabase()
    const high = new Map([['endorsement', 7]])
    const proveNumbers = () => numberInUse(target.pool, sequences, high)
    expect(await restore(file, { database: target }, { proveNumbers })).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The next endorsement would get number 1, although the log has number 7\.$/m),
    })
    expect(await countTables(target.pool)).toBe(0)
  })
})
