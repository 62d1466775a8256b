import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { freePort } from '../backend/kernel/database/embedded/process.ts'
import { temporaryDataFolder } from './support/app/data-folder.ts'
import { visitor } from './support/app/visitor.ts'
import { startDebianPostgres } from './support/database/debian-postgres.ts'
import { releaseSecret, writtenIn } from './support/database/releases.ts'

/**
 * `node test/record-release.ts [FOLDER]`, with each release: starts the product in the folder (default: this one) with its
 * demo content on an empty PostgreSQL of Debian, writes through its API, and keeps the database for
 * `test/faults/upgrades.long.test.ts`.
 */
const home = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')))
const postgres = await startDebianPostgres()
if (!postgres) throw new Error('Install PostgreSQL of Debian first: apt-get install postgresql.')
const database = `${postgres.url}/campaign`
execFileSync('psql', [`${postgres.url}/postgres`, '--quiet', '--command', 'CREATE DATABASE campaign'])
const folder = temporaryDataFolder()
const port = String(await freePort())
const product = spawn(process.execPath, ['backend/server.ts'], {
  cwd: home,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PATH: process.env.PATH,
    ENV_FILE: '',
    CAMPAIGN_DIR: '',
    PORT: port,
    DATA_DIR: folder.path,
    DATABASE_URL: database,
    APP_SECRET: releaseSecret,
    RATE_LIMITS: 'off',
    SERVE_SITE: 'off',
    LOG_LEVEL: 'error',
  },
})
const ended = once(product, 'exit')
const ruth = visitor(`http://127.0.0.1:${port}`)
const isReady = async () => {
  const { status } = await ruth.get('/readyz').catch(() => ({ status: 0 }))
  return status === 200
}
while (!(await isReady())) await delay(200)
const { prayer, account } = writtenIn(version)
const sent = [await ruth.post('/api/prayers', prayer), await ruth.post('/api/auth/register', account)]
if (sent.some(({ status }) => status !== 201)) throw new Error(sent.map(({ text }) => text).join('\n'))
product.kill('SIGTERM')
await ended

const words = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', database]
const dump = execFileSync('pg_dump', words, { maxBuffer: 1e9, encoding: 'utf8' })
// Without comments, and the commands of psql.
const statements = dump.split('\n').filter((line) => line !== '' && !/^(?:--|\\)/.test(line))
writeFileSync(
  join(import.meta.dirname, 'fixtures', 'releases', `${version}.sql.gz`),
  gzipSync(statements.join('\n'), { level: 9 }),
)
await postgres.stop()
await folder.remove()
