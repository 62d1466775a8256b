import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, idOf, password, type Visitor, visitor } from '../support/app/visitor.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** `npm run backup` of a running site, `npm run restore` into a new folder, and the site that starts there. */
const folder = temporaryDataFolder()
const elsewhere = temporaryDataFolder()
const file = join(folder.path, 'backup.tar.gz')
let app: RunningApp
let ada: Visitor
const acknowledged: string[] = []

type Ended = { code: number; said: string }

const root = join(import.meta.dirname, '..', '..')

const run = (program: string, words: string[], env: Record<string, string | undefined>): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(program, words, { env, timeout: 100_000 }, (error, out, errors) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, said: `${out}${errors}`.trim() })
    }),
  )

const npmRun = (dataDir: string, ...words: string[]): Promise<Ended> =>
  run('npm', ['run', '--silent', ...words], { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error', NO_COLOR: '1' })

async function pray(words: string): Promise<void> {
  const person = visitor(app.url)
  const id = idOf(await person.post('/api/prayers', { prayer: words, firstName: 'Ruth' }))
  expect((await ada.post(`/api/admin/prayers/${id}/approve`)).status).toBe(200)
  acknowledged.push(words)
}

beforeAll(async () => {
  app = await createTestApp({ http: 'socket', folder })
  ada = await firstAdmin(app)
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  mkdirSync(join(folder.path, 'photos', 'ada'), { recursive: true })
  await sharp(picture)
    .webp()
    .toFile(join(folder.path, 'photos', 'ada', 'one-256.webp'))
  for (let number = 1; number <= 5; number++) await pray(`before the backup, ${number}`)
})
afterAll(async () => {
  await app.kill()
  await folder.remove()
  await elsewhere.remove()
})

it('while people write, a backup holds at least what was acknowledged before it began', async () => {
  const ends = npmRun(folder.path, 'backup', '--', file)
  let isDone = false
  void ends.then(() => {
    isDone = true
  })
  for (let number = 1; !isDone; number++) await pray(`during the backup, ${number}`)
  expect(await ends).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Backed up \d+ events, .* 1 file of photos/),
  })
  await pray('after the backup')
})

/** The lines of a crontab in docs/operations.md, without their times; cron turns `\\%` into `%`. */
const cronLines = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^0 4 \* \* \* (.+)$/.exec(line)?.[1] ?? [])
  .map((line) => line.replaceAll('\\%', '%'))

/** Content of the image (Dockerfile), in a folder of its own, with its settings in `.env`. */
function installed(): string {
  const home = join(folder.path, 'srv', 'campaign')
  mkdirSync(home, { recursive: true })
  for (const part of ['package.json', 'brand', 'contract', 'records', 'backend'])
    cpSync(join(root, part), join(home, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  writeFileSync(join(home, '.env'), `DATA_DIR=${folder.path}\n`)
  return home
}

it('the lines for cron in the documentation work from an empty environment, with and without Docker', async () => {
  const home = installed()
  const backups = join(folder.path, 'backups')
  const programs = join(folder.path, 'bin')
  mkdirSync(backups)
  mkdirSync(programs)
  // Docker itself is not run: this one finds the service and runs the command here.
  const { services } = z
    .object({ services: z.record(z.string(), z.unknown()) })
    .parse(parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')))
  expect(Object.keys(services)).toContain('app')
  writeFileSync(
    join(programs, 'docker'),
    `#!/bin/sh\n[ "$1 $2 $3 $4" = 'compose exec -T app' ] || exit 64\nshift 4\nexec "$@"\n`,
    { mode: 0o755 },
  )
  const PATH = [programs, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':')
  expect(cronLines).toHaveLength(2)
  for (const line of cronLines) {
    const here = line.replace('/srv/campaign', home).replace(/ \/(?:backups|data)\//, ` ${backups}/`)
    expect(here).not.toBe(line)
    const { code, said } = await run('/bin/sh', ['-c', here], { HOME: '/', SHELL: '/bin/sh', LOGNAME: 'root', PATH })
    expect([code, said]).toEqual([0, expect.stringMatching(/^Backed up \d+ events/)])
  }
  const today = new Date().toISOString().slice(0, 4)
  expect(readdirSync(backups).toSorted()).toEqual([
    expect.stringMatching(new RegExp(`^${today}-\\d\\d-\\d\\d\\.tar\\.gz$`)),
    expect.stringMatching(new RegExp(`^backup-${today}-\\d\\d-\\d\\d\\.tar\\.gz$`)),
  ])
})

it('it is not restored over a folder in use, with another secret, or after it was truncated', async () => {
  expect(await npmRun(folder.path, 'restore', '--', file)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Another copy of the program \(process \d+\) is using /),
  })
  expect(await npmRun(elsewhere.path, 'restore', '--', file)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^This backup was written with another APP_SECRET/),
  })
  const cut = join(folder.path, 'cut.tar.gz')
  copyFileSync(file, cut)
  truncateSync(cut, readFileSync(file).length - 100)
  expect(await npmRun(elsewhere.path, 'restore', '--', cut)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not a complete backup: it was cut or changed\. /),
  })
  expect(await npmRun(elsewhere.path, 'restore')).toMatchObject({ code: 2, said: expect.stringMatching(/^Usage: /) })
})

it('restored elsewhere, the site is as it was: people, words, pictures, seals; and it continues from there', async () => {
  copyFileSync(join(folder.path, 'app-secret'), join(elsewhere.path, 'app-secret'))
  const restored = await npmRun(elsewhere.path, 'restore', '--', file)
  expect(restored.said).toMatch(
    /Restored the backup of 20.*1 file of photos\.\nNumbers of new entries continue behind those in the log\.\nIntact: \d+ events under \d+ seal/,
  )
  expect(restored.code).toBe(0)
  // Before the first start, too.
  expect(await npmRun(elsewhere.path, 'verify')).toMatchObject({ code: 0, said: expect.stringMatching(/^Intact: /) })
  expect(await npmRun(elsewhere.path, 'restore', '--', file)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The database is not empty/),
  })

  const copy = await createTestApp({ http: 'socket', folder: elsewhere })
  expect(copy.firstAdminLink).toBeUndefined()
  const there = visitor(copy.url)
  expect((await ada.at(copy.url).get('/api/admin/prayers')).status).toBe(401)
  expect((await there.post('/api/auth/login', { email: 'ada@example.org', password })).status).toBe(200)
  const words: string[] = []
  for (let page = 1; words.length === (page - 1) * 50; page++) {
    const { json } = await there.get(`/api/admin/prayers?page=${page}&limit=50`)
    if (!Array.isArray(json) || json.length === 0) break
    words.push(...json.map(({ prayer }: { prayer: string }) => prayer))
  }
  // Everything acknowledged before it began, and then some of the others, without a gap. Numbers may have been
  // prefetched.
  expect(words.length).toBeGreaterThanOrEqual(5)
  expect(words.toSorted()).toEqual(acknowledged.slice(0, words.length).toSorted())
  expect(words).not.toContain('after the backup')
  expect((await there.post('/api/prayers', { prayer: 'in the copy', firstName: 'Ruth' })).status).toBe(201)
  expect(await copy.stop()).toBe(0)
  expect(await npmRun(elsewhere.path, 'verify')).toMatchObject({ code: 0, said: expect.stringMatching(/^Intact: /) })
})
