import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { visitor } from '../support/app/visitor.ts'
import { asOwner, createEmptyDatabase } from '../support/database/database.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const right = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='
/** One character is mistyped. */
const wrong = right.replace('vEj', 'vEk')

const sentence = (what: string) =>
  expect.stringMatching(
    new RegExp(`^(Nothing was verified: )?${what} was written with another APP_SECRET, .* Set APP_SECRET to that one`),
  )

/** All commands that open the database. */
const tools: string[][] = [
  ['verify'],
  ['rebuild'],
  ['backup', '--', '/nowhere/backup.tar.gz'],
  ['admin', '--', 'list'],
  ['campaigns:verify'],
  ['evolution:verify'],
  ['fitness:replay'],
]

type Ended = { code: number; said: string }

function npmRun(words: readonly string[], settings: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, LOG_LEVEL: 'error', NO_COLOR: '1', ...settings }
  return new Promise((resolve) =>
    execFile('npm', ['run', '--silent', ...words], { env, timeout: 50_000 }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, said: `${out}${errors}`.trim() }),
    ),
  )
}

function dataFolder(): DataFolder {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  return folder
}

describe('beside a site that runs', () => {
  const folder = temporaryDataFolder()
  const cleanUps: (() => Promise<unknown>)[] = [folder.remove]
  let url: string
  let app: RunningApp
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>

  beforeAll(async () => {
    database = await createEmptyDatabase((cleanUp) => cleanUps.push(cleanUp))
    url = database.url
    app = await createTestApp({ http: 'socket', folder, env: { DATABASE_URL: url, APP_SECRET: right } })
    cleanUps.push(app.kill)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  it.each([
    ['a mistyped secret', { APP_SECRET: wrong }],
    ['no secret, and a data folder of its own', {}],
  ])('a second process with %s ends with one sentence, and the first goes on', async (_what, env) => {
    const { code, said } = await refusedStart(dataFolder(), { DATABASE_URL: url, ...env })
    expect({ code, said }).toEqual({ code: 1, said: [sentence('This database')] })
    expect((await visitor(app.url).post('/api/prayers', { prayer: 'Rain', firstName: 'Ruth' })).status).toBe(201)
    expect((await visitor(app.url).get('/readyz')).status).toBe(200)
  })

  it.each(tools)('npm run %s says so with a mistyped and without a secret, and does nothing', async (...words) => {
    for (const APP_SECRET of [wrong, '']) {
      const settings = { DATABASE_URL: url, DATA_DIR: dataFolder().path, APP_SECRET }
      expect(await npmRun(words, settings)).toEqual({ code: 2, said: sentence('This database') })
    }
  })

  it('npm run restore says the same about a backup', async () => {
    const file = join(dataFolder().path, 'backup.tar.gz')
    const own = { DATABASE_URL: url, DATA_DIR: folder.path, APP_SECRET: right }
    expect(await npmRun(['backup', '--', file], own)).toMatchObject({ code: 0 })
    const { url: empty } = await createEmptyDatabase()
    for (const APP_SECRET of [wrong, '']) {
      const settings = { DATABASE_URL: empty, DATA_DIR: dataFolder().path, APP_SECRET }
      expect(await npmRun(['restore', '--', file], settings)).toEqual({ code: 1, said: sentence('This backup') })
    }
  })

  it('a database without a mark, as an earlier version left it, is rejected as well', async () => {
    await asOwner(database.pool, 'TRUNCATE eventlog.secret_mark')
    const settings = { DATABASE_URL: url, APP_SECRET: wrong }
    expect(await npmRun(['verify'], { ...settings, DATA_DIR: dataFolder().path })).toMatchObject({ code: 2 })
    const { code, said } = await refusedStart(dataFolder(), settings)
    expect({ code, said }).toEqual({ code: 1, said: [sentence('This database')] })
  })
})

describe('with the database in the data folder', () => {
  it('a start and every tool refuse another secret, and leave no PostgreSQL behind', async () => {
    const folder = dataFolder()
    const cluster = join(folder.path, 'postgres')
    const app = await createTestApp({ http: 'socket', folder, env: { APP_SECRET: right } })
    onTestFinished(app.kill)
    const settings = { DATA_DIR: folder.path, APP_SECRET: wrong }
    expect(await npmRun(['verify'], settings)).toEqual({
      code: 2,
      said: sentence('The running database of this data folder'),
    })
    expect((await visitor(app.url).get('/readyz')).status).toBe(200)
    await app.stop()

    const { code, said } = await refusedStart(folder, { APP_SECRET: wrong })
    expect({ code, said }).toEqual({ code: 1, said: [sentence('This data folder')] })
    for (const words of tools) {
      expect(await npmRun(words, settings)).toEqual({ code: 2, said: sentence('This data folder') })
      expect(runningServer(cluster)).toBeUndefined()
    }
  })
})
