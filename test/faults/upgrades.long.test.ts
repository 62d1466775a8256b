import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { prayersSeenBy, visitor } from '../support/app/visitor.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { releaseSecret, writtenIn } from '../support/database/releases.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const root = join(import.meta.dirname, '..', '..')
const releases = join(root, 'test', 'fixtures', 'releases')
const versions = readdirSync(releases).map((name) => name.replace('.sql.gz', ''))

/** A database as a release left it: recorded by its own code (test/record-release.ts). */
async function databaseOf(version: string) {
  const database = await createEmptyDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(gunzipSync(readFileSync(join(releases, `${version}.sql.gz`))).toString())
  await client.end()
  return database
}

it('the last two releases are recorded', () => {
  const released = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+) - /gm)]
  expect(versions).toEqual(expect.arrayContaining(released.slice(0, 2).map(([, version]) => version)))
})

it.each(versions)('an upgrade from %s keeps log, lists, pages and accounts, and goes on', async (version) => {
  const folder = temporaryDataFolder()
  const { url, pool } = await databaseOf(version)
  const env = { DATABASE_URL: url, APP_SECRET: releaseSecret }
  const app = await createTestApp({ http: 'socket', folder, env })
  onTestFinished(async () => {
    await app.stop()
    await folder.remove()
  })
  const { prayer, account } = writtenIn(version)
  const ruth = visitor(app.url)

  const { email, password } = account
  expect((await ruth.post('/api/auth/login', { email, password })).status).toBe(200)
  const [newest = ''] = await prayersSeenBy(ruth)
  expect(newest).not.toBe('')
  for (const [path, words] of [
    ['/prayers', newest],
    ['/news', 'href="/news/1"'],
    ['/events', 'href="/events/1"'],
  ])
    await expect.poll(async () => (await ruth.get(path ?? '')).text, pollTimeout).toContain(words)
  expect((await ruth.post('/api/prayers', { ...prayer, prayer: 'After the upgrade' })).status).toBe(201)

  const { rows } = await pool.query('SELECT prayer, status FROM read.prayers ORDER BY id DESC LIMIT 2')
  expect(rows).toEqual([
    { prayer: 'After the upgrade', status: 'pending' },
    { prayer: prayer.prayer, status: 'pending' },
  ])
  const settings = { ...process.env, ...env, DATA_DIR: folder.path }
  const verified = execFileSync(process.execPath, ['backend/tools/verify.ts'], { cwd: root, env: settings })
  expect(verified.toString()).toMatch(/\bverified\b|\bintact\b/i)
})
