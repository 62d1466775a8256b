import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { embeddedPostgres } from '../../backend/kernel/database/embedded/embedded-postgres.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { asOwner, createTestDatabase, ownerUrlOf } from '../support/database/database.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

function dataFolder(files: { [name: string]: string } = {}): DataFolder {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder.path, name, '..'), { recursive: true })
    writeFileSync(join(folder.path, name), text, { mode: 0o600 })
  }
  return folder
}

/** The start exits with 1, 2 or 78 after exactly one sentence (a second one may add details), without a stack. */
async function expectRejection(folder: { path: string }, env: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, said } = await refusedStart(folder, env)
  expect({ said, isRefused: [1, 2, 78].includes(code ?? 0) }).toEqual({
    said: [expect.stringMatching(sentence)],
    isRefused: true,
  })
}

const ownFacts = {
  candidate: 'Ruth Gray',
  email: 'hello@gray.test',
  donateUrl: 'https://gray.test/donate',
  social: [],
  paidForBy: 'Paid for by Ruth Gray for Congress',
  postalAddress: '100 Main Street, Lafayette, IN 47901',
}

/** A PostgreSQL that accepts connections and never answers. */
async function serveSilence(): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  // The URL in the pages of a default build.
  PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'news@campaign-of-ours.us',
  LOG_LEVEL: 'silent',
}

it('a start first names what is no setting, with the one that was meant', async () => {
  const file = dataFolder({ 'own.env': 'BOUNCE_ADDRESS=bounces@example.org\n' })
  const path = join(file.path, 'own.env')
  expect(await refusedStart(dataFolder(), { ENV_FILE: path, METRICS_PORT: 'b' })).toMatchObject({
    code: 78,
    said: [
      `BOUNCE_ADDRESS in ${path} is no setting of this site and has no effect; did you mean BOUNCES_ADDRESS (an email address, such as bounces@example.org)?`,
      'METRICS_PORT must be a port from 0 to 65535, such as 9464.',
    ],
  })
})

describe('a start ends with one sentence that says what to do', () => {
  it.each(['PORT', 'METRICS_PORT'])('when %s is taken', async (setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const sentence = new RegExp(`^Port ${port} is taken. Stop .* such as ${setting}=${port + 1} npm start\\.$`)
    await expectRejection(dataFolder(), { [setting]: String(port) }, sentence)
  })

  it('when the machine does not have that address', async () => {
    await expectRejection(dataFolder(), { HOST: '192.0.2.1' }, /^This machine has no address 192\.0\.2\.1\. Set HOST/)
  })

  it('when a setting is invalid', async () => {
    await expectRejection(dataFolder(), { PORT: 'many' }, /^PORT must be a port from 0 to 65535/)
  })

  it('when the campaign’s own folder has a mistake', async () => {
    const { path } = dataFolder({ 'campaign.json': '{ "candiate": "Jane Doe" }' })
    const sentence = /^Please correct .*campaign\.json: candiate is unknown \(known: candidate, office, .*\)\.$/
    await expectRejection(dataFolder(), { CAMPAIGN_DIR: path }, sentence)
  })

  it('when a public address has the settings of a developer', async () => {
    const sentence = /^PUBLIC_URL is public \(https:\/\/www\.example\.org\), but .* Set NODE_ENV=production, or remove/
    await expectRejection(dataFolder(), { PUBLIC_URL: 'https://www.example.org' }, sentence)
  })

  it('when the data folder is not writable', async () => {
    const closed = dataFolder()
    chmodSync(closed.path, 0o555)
    // Root can write anywhere except in kernel file systems.
    const path = process.getuid?.() === 0 ? '/sys/data' : join(closed.path, 'data')
    await expectRejection({ path }, {}, /^The data folder .* is not writable\. .* set DATA_DIR to another folder\.$/)
  })

  it.runIf(process.platform === 'linux')('when the parent of the data folder is not writable', async () => {
    await expectRejection(
      { path: '/proc/campaign/data' },
      {},
      /^The data folder \/proc\/campaign\/data is not writable/,
    )
  })

  it('when a file is in the place of the data folder', async () => {
    const { path } = dataFolder({ data: '' })
    await expectRejection({ path: join(path, 'data') }, {}, /is not writable\. .* set DATA_DIR to another folder\.$/)
  })

  it('when the data folder has the format of another version', async () => {
    await expectRejection(
      dataFolder({ format: '7\n' }),
      {},
      /has format 7 .* reads format 1\. Start the version that wrote/,
    )
  })

  it('when the data folder was written by another PostgreSQL', async () => {
    const files = { 'postgres/PG_VERSION': '15\n', 'app-secret': production.APP_SECRET }
    await expectRejection(dataFolder(files), {}, /was written by PostgreSQL 15 .* Move the data with pg_dump, or set/)
  })

  it('when the PostgreSQL in the data folder falls silent', async () => {
    const port = await serveSilence()
    const living = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    onTestFinished(() => void living.kill('SIGKILL'))
    const lock = [living.pid, '', '', port, ''].join('\n')
    const files = {
      'postgres/PG_VERSION': '18\n',
      'postgres/postmaster.pid': lock,
      'app-secret': production.APP_SECRET,
    }
    await expectRejection(
      dataFolder(files),
      {},
      /^The PostgreSQL in this data folder did not answer within 10 s\. Start/,
    )
  })

  it('when the secret in the data folder is missing', async () => {
    const folder = dataFolder({ 'postgres/PG_VERSION': '18\n' })
    await expectRejection(folder, {}, /app-secret is missing, .* Restore the file or set APP_SECRET\.$/)
  })

  it('when the secret in the data folder is truncated', async () => {
    await expectRejection(
      dataFolder({ 'app-secret': 'q83v' }),
      {},
      /app-secret is truncated or was changed\. Restore it from a backup/,
    )
  })

  it('when the key of the seals can be read by others', async () => {
    const folder = dataFolder({ 'seal.pem': '' })
    const SEAL_KEY_FILE = join(folder.path, 'seal.pem')
    chmodSync(SEAL_KEY_FILE, 0o644)
    await expectRejection(
      folder,
      { SEAL_KEY_FILE },
      /^SEAL_KEY_FILE \(.*seal\.pem\) can be read by others.* `chmod 600`/,
    )
  })

  it('in production without APP_SECRET', async () => {
    await expectRejection(
      dataFolder(),
      { ...production, APP_SECRET: '' },
      /^APP_SECRET is missing\. Make one with `openssl/,
    )
  })

  it('in production with a sample secret or password', async () => {
    const sample = { ...production, APP_SECRET: 'change-me-change-me-change-me-change-me-change-me' }
    await expectRejection(dataFolder(), sample, /^APP_SECRET is a sample value or too short\. Make one with `openssl/)
    const password = { ...production, DATABASE_URL: 'postgres://campaign:password@127.0.0.1/campaign' }
    await expectRejection(
      dataFolder(),
      password,
      /^The password of the database is a sample \(DATABASE_URL or DATABASE_PASSWORD\)\. Choose your own/,
    )
  })

  it('in production when the pages were built for another URL', async () => {
    const moved = { ...production, PUBLIC_URL: 'https://moved.example' }
    await expectRejection(
      dataFolder(),
      moved,
      /^The pages were built for http.*\. Run `PUBLIC_URL=https:\/\/moved\.example npm run build`\.$/,
    )
  })

  it('when PostgreSQL rejects the password in DATABASE_URL', async () => {
    const wrong = inject('postgresUrl').replace(':test@', ':wrong@')
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: `${wrong}/postgres` },
      /^PostgreSQL rejected .* DATABASE_URL\. Correct/,
    )
  })

  it('when the database does not exist', async () => {
    const url = `${inject('postgresUrl')}/nowhere`
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: url },
      /^The database named in DATABASE_URL does not exist.* createdb or correct/,
    )
  })

  it('when PostgreSQL rejects the password of the owner in DATABASE_MIGRATION_URL', async () => {
    const { url } = await createTestDatabase()
    const owner = new URL(ownerUrlOf(url))
    owner.password = 'wrong'
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: url, DATABASE_MIGRATION_URL: owner.href },
      /^PostgreSQL rejected the user or password in DATABASE_MIGRATION_URL\. Correct them/,
    )
  })

  it('when both roles are the same', async () => {
    const { url } = await createTestDatabase()
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: ownerUrlOf(url), DATABASE_MIGRATION_URL: ownerUrlOf(url) },
      /^The server and the owner of the tables are the same role, \w+\. Give the server a role of its own/,
    )
  })

  it('when a newer version of the program has migrated the database', async () => {
    const { pool, url } = await createTestDatabase()
    await asOwner(
      pool,
      "INSERT INTO app.knex_migrations (name, batch, migration_time) VALUES ('999-later.ts', 2, now())",
    )
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: url },
      /newer version of the program \(999-later\.ts\)\. Start that version/,
    )
  })

  it('when events are missing in the log', async () => {
    const { pool, url } = await createTestDatabase()
    await pool.query('UPDATE eventlog.head SET position = 7')
    await expectRejection(
      dataFolder(),
      { DATABASE_URL: url },
      /^The counter of the event log is at 7 .* Restore it from/,
    )
  })
})

describe('wrong settings', () => {
  it('end with the exit code after which the unit of systemd starts nothing again', async () => {
    const { code } = await refusedStart(dataFolder(), { PORT: 'http' })
    const unit = readFileSync(join(import.meta.dirname, '..', '..', 'ops', 'campaign@.service'), 'utf8')
    expect(unit.match(/^RestartPreventExitStatus=(\d+)$/m)?.[1]).toBe(String(code))
  })
})

describe('in production, the sample campaign of the repository', () => {
  it('is rejected', async () => {
    const { url } = await createTestDatabase()
    await expectRejection(
      dataFolder(),
      { ...production, DATABASE_URL: url },
      /^The campaign still has sample values \(candidate, .*\)\. Write your own into campaign\/campaign\.json \(/,
    )
  })
})

describe('in production, a database that could lose acknowledged writes', () => {
  /** A campaign without sample values. Its pages are not built: the other tests share the folder of the build. */
  const ownCampaign = () => ({
    CAMPAIGN_DIR: dataFolder({ 'campaign.json': JSON.stringify(ownFacts) }).path,
    SERVE_SITE: 'off',
  })

  it('is rejected with synchronous_commit = off', async () => {
    const { pool, url } = await createTestDatabase()
    const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name')
    await asOwner(pool, `ALTER DATABASE ${rows[0]?.name} SET synchronous_commit = off`)
    const env = { ...production, ...ownCampaign(), DATABASE_URL: url }
    await expectRejection(
      dataFolder(),
      env,
      /synchronous_commit = off, .*\. Set synchronous_commit = on and restart it\.$/,
    )
  })

  it('is rejected with fsync = off', async () => {
    const folder = dataFolder()
    const server = await embeddedPostgres(folder.path, 'made-for-this-test')
    onTestFinished(() => server.stop())
    await server.start()
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query('ALTER SYSTEM SET fsync = off')
    await client.query('SELECT pg_reload_conf()')
    await client.end()
    const env = { ...production, ...ownCampaign(), DATABASE_URL: server.url }
    await expectRejection(dataFolder(), env, /fsync = off, .*\. Set fsync = on and restart it\.$/)
  })
})

describe('next to a running copy', () => {
  let first: RunningApp
  let folder: DataFolder
  beforeAll(async () => {
    folder = temporaryDataFolder()
    first = await createTestApp({ http: 'socket', folder })
  })
  afterAll(async () => {
    await first.kill()
    await folder.remove()
  })

  it('a second one with the same data folder is rejected, and does no harm', async () => {
    const sentence = new RegExp(
      `^Another copy of the program \\(process ${first.pid}\\) is using .* different DATA_DIR and PORT`,
    )
    await expectRejection(folder, {}, sentence)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  it('a second one with its own data folder works', async () => {
    const own = dataFolder()
    const second = await createTestApp({ http: 'socket', folder: own })
    onTestFinished(second.kill)
    expect([(await fetch(`${first.url}/readyz`)).status, (await fetch(`${second.url}/readyz`)).status]).toEqual([
      200, 200,
    ])
  })
})
