import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { idOf, password, signUp, type Visitor, visitor } from '../support/app/visitor.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** The commands in the table of the README, exactly as written there. */
const folder = temporaryDataFolder()
const cluster = join(folder.path, 'postgres')
let app: RunningApp
let ada: Visitor

/** A key that signs the seals, outside of the data folder. */
const keys = temporaryDataFolder()
function outside(): { SEAL_KEY_FILE: string } {
  const SEAL_KEY_FILE = join(keys.path, 'seal.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  if (!existsSync(SEAL_KEY_FILE))
    writeFileSync(SEAL_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return { SEAL_KEY_FILE }
}

type Ended = { code: number; out: string; errors: string }

const npmRun = (...words: string[]) => npmRunWith({}, ...words)

function npmRunWith(settings: Record<string, string>, ...words: string[]): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: folder.path, LOG_LEVEL: 'error', NO_COLOR: '1', ...settings }
  return new Promise((resolve) =>
    execFile('npm', ['run', '--silent', ...words], { env, timeout: 50_000 }, (error, out, errors) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, out: out.trim(), errors: errors.trim() })
    }),
  )
}

beforeAll(async () => {
  app = await createTestApp({ http: 'socket', folder })
  ada = visitor(app.url)
  await signUp(ada, 'ada@example.org')
  await signUp(visitor(app.url), 'ben@example.org')
})
afterAll(async () => {
  await app.kill()
  await folder.remove()
  await keys.remove()
})

it('npm run admin says in one sentence that the site has not run yet', async () => {
  const fresh = temporaryDataFolder()
  const { code, out } = await npmRunWith(
    { DATA_DIR: fresh.path },
    'admin',
    '--',
    'lift-bounces',
    'a.example',
    '2026-03-01',
  )
  await fresh.remove()
  expect([code, out]).toEqual([
    1,
    'The site has not run with this database yet, so there are no lists. Start it once: npm start',
  ])
})

describe('while the program is running', () => {
  it('npm run admin -- list says that there is no admin yet', async () => {
    const { code, out } = await npmRun('admin', '--', 'list')
    expect([code, out]).toEqual([0, 'There is no admin yet. Create one with: npm run admin -- grant you@example.org'])
  })

  it('npm run admin -- unsent-mails says that no mail was refused', async () => {
    const { code, out } = await npmRun('admin', '--', 'unsent-mails')
    expect([code, out]).toEqual([0, 'No mail waits, and none was given up.'])
  })

  /** Opens the link that `grant` printed; answers with the status. */
  async function acceptInvitation(person: Visitor, email: string, out: string): Promise<number> {
    const token = /\/setup\?token=(\S+)/.exec(out)?.[1]
    const names = { firstName: 'New', lastName: 'Admin' }
    return (await person.post('/api/auth/first-admin', { token, email, password, ...names })).status
  }

  it('npm run admin -- grant prints a link for an unproven address, and ends its sessions', async () => {
    const { code, out } = await npmRun('admin', '--', 'grant', 'ada@example.org')
    const invited = visitor(app.url)
    expect([code, await acceptInvitation(invited, 'ada@example.org', out)]).toEqual([0, 201])
    expect((await ada.get('/api/auth/status')).json).toMatchObject({ isAuthenticated: false })
    ada = invited
    expect((await ada.get('/api/admin/prayers')).status).toBe(200)
    expect(await npmRun('admin', '--', 'list')).toMatchObject({ code: 0, out: '1\tada@example.org' })
  })

  it('npm run admin -- demote and grant take and give the right of a proven account', async () => {
    const { out } = await npmRun('admin', '--', 'grant', 'new@example.org')
    const other = visitor(app.url)
    expect(await acceptInvitation(other, 'new@example.org', out)).toBe(201)
    expect(await npmRun('admin', '--', 'demote', 'new@example.org')).toMatchObject({ code: 0 })
    expect((await other.get('/api/auth/status')).json).toMatchObject({ isAuthenticated: false })
    const granted = await npmRun('admin', '--', 'grant', 'new@example.org')
    expect(granted).toMatchObject({ code: 0, out: expect.stringContaining('new@example.org is now an admin') })
    await other.post('/api/auth/login', { email: 'new@example.org', password })
    expect((await other.get('/api/admin/prayers')).status).toBe(200)
  })

  it('npm run admin -- erase erases a person, and rejects an admin', async () => {
    const prayer = { prayer: 'words of Ben', firstName: 'Ben', email: 'ben@example.org' }
    idOf(await visitor(app.url).post('/api/prayers', prayer))
    expect(await npmRun('admin', '--', 'erase', 'ben@example.org')).toMatchObject({
      code: 0,
      out: 'All personal data of ben@example.org has been erased.',
    })
    await expect.poll(async () => (await ada.get('/api/admin/prayers')).text, pollTimeout).not.toContain('words of Ben')
    expect(await npmRun('admin', '--', 'erase', 'ben@example.org')).toMatchObject({
      code: 1,
      out: 'There is no data about ben@example.org.',
    })
    expect(await npmRun('admin', '--', 'erase', 'ada@example.org')).toMatchObject({
      code: 1,
      out: 'An administrator cannot be erased. Remove their admin rights first.',
    })
  })

  it('npm run admin -- unsubscribe and lift-bounces act on the people of the site, and the site shows it', async () => {
    expect((await visitor(app.url).post('/api/email-signup', { email: 'cora@block.example' })).status).toBe(201)
    const lift = () => npmRun('admin', '--', 'lift-bounces', 'block.example', '2026-03-01')
    expect(await lift()).toMatchObject({
      code: 0,
      out: '0 addresses at block.example that bounced on 2026-03-01 get campaign mail again.',
    })
    expect(await npmRun('admin', '--', 'unsubscribe', 'cora@block.example', 'by-phone')).toMatchObject({
      code: 0,
      out: 'cora@block.example gets no more campaign mail (by phone).',
    })
    expect(await npmRun('admin', '--', 'lift-bounce', 'cora@block.example', 'works-again')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^They unsubscribed\./),
    })
    expect((await ada.get('/api/admin/emails')).json).toMatchObject([{ mailSuppression: { reason: 'unsubscribed' } }])
    expect(await npmRun('admin', '--', 'unsubscribe', 'cora@block.example')).toMatchObject({ code: 2 })
  })

  it('npm run verify finds the log intact, and npm run rebuild replaces every read table during operation', async () => {
    const before = (await ada.get('/api/admin/prayers')).text
    expect(await npmRun('verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Intact: \d+ events? under \d+ seals?/),
    })
    const rebuilt = await npmRun('rebuild')
    expect(rebuilt).toMatchObject({ code: 0, out: expect.stringMatching(/^Rebuilt: .*prayers.*users/) })
    const progress = z.object({ progress: z.string(), done: z.int(), total: z.int() })
    const last = progress.parse(JSON.parse(rebuilt.errors.split('\n').at(-1) ?? ''))
    expect(last.done).toBe(last.total)
    expect((await ada.get('/api/admin/prayers')).text).toBe(before)
    const submitted = await visitor(app.url).post('/api/prayers', { prayer: 'after the rebuild', firstName: 'Ruth' })
    expect(submitted.status).toBe(201)
    expect((await ada.get('/api/admin/prayers')).text).toContain('after the rebuild')
  })

  it('npm run admin -- test-mail sends a mail, or says what is wrong with the mail server', async () => {
    const sink = await startMailSink({ auth: { user: 'sender', pass: 'right' } })
    const send = (url: string) => npmRunWith({ SMTP_URL: url }, 'admin', '--', 'test-mail', 'ada@example.org')
    expect(await send(sink.url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^The mail server accepted a test/),
    })
    expect(sink.received.map(({ to }) => to)).toEqual(['ada@example.org'])
    expect(await send(sink.url.replace('right', 'wrong'))).toMatchObject({
      code: 1,
      out: 'The mail server 127.0.0.1 rejects the user or the password in SMTP_URL. Correct them, then restart.',
    })
    await sink.close()
  })

  it('npm run admin -- seal-key waits until the site is stopped', async () => {
    expect(await npmRunWith(outside(), 'admin', '--', 'seal-key')).toMatchObject({
      code: 1,
      out: 'The site is running. Stop all of its processes, then run this again.',
    })
  })

  it('wrong usage ends with exit code 2 and the usage', async () => {
    expect(await npmRun('admin', '--', 'promote', 'ada@example.org')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^Usage: npm run admin/),
    })
    expect(await npmRun('rebuild', '--', '--all')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^Usage: npm run rebuild/),
    })
    expect(await npmRun('rebuild', '--', 'psalms')).toMatchObject({ code: 2, out: expect.stringContaining('psalms') })
    expect(await npmRun('verify', '--', '--fast')).toMatchObject({
      code: 2,
      out: expect.stringContaining('npm run verify -- --export FILE'),
    })
  })
})

describe('while the program is not running', () => {
  beforeAll(async () => {
    expect(await app.stop()).toBe(0)
  })

  it('they start PostgreSQL and stop it afterwards', async () => {
    expect(await npmRun('admin', '--', 'list')).toMatchObject({
      code: 0,
      out: expect.stringContaining('ada@example.org'),
    })
    expect(runningServer(cluster)).toBeUndefined()
    expect(await npmRun('rebuild', '--', 'prayers')).toMatchObject({ code: 0, out: 'Rebuilt: prayers.' })
    expect(runningServer(cluster)).toBeUndefined()
    expect(await npmRun('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^Intact: /) })
    expect(runningServer(cluster)).toBeUndefined()
  })

  it('they end in order when the reader of their output ends first', async () => {
    const env = { ...process.env, DATA_DIR: folder.path, LOG_LEVEL: 'error', NO_COLOR: '1' }
    const errors = await new Promise((resolve) =>
      execFile(
        'sh',
        ['-c', 'npm run --silent admin -- doctor | true'],
        { env, timeout: 50_000 },
        (_error, _out, said) => resolve(said),
      ),
    )
    expect([errors, runningServer(cluster)]).toEqual(['', undefined])
  })

  it('npm run verify -- --export writes a file that can be checked elsewhere with only the public key', async () => {
    const file = join(folder.path, 'export.jsonl')
    expect(await npmRun('verify', '--', '--export', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Exported \d+ events/),
    })
    const elsewhere = await npmRun('verify', '--', '--input', file, '--public-key', `${file}.pem`)
    expect(elsewhere).toMatchObject({ code: 0, out: expect.stringMatching(/^Intact: /) })
    expect(readFileSync(file, 'utf8')).not.toContain('after the rebuild')
  })

  it('npm run admin -- seal-key lets a key outside sign, and from then on the site starts only with that', async () => {
    expect(await npmRunWith(outside(), 'admin', '--', 'seal-key')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Intact: .*\nFrom here on the seals are signed by key SHA256:/),
    })
    expect(await npmRunWith(outside(), 'verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^Intact: /) })
    expect(await npmRun('verify')).toMatchObject({ code: 1, out: expect.stringContaining('another key is set') })
    const { code, said } = await refusedStart(folder)
    expect([code, said]).toEqual([1, [expect.stringMatching(/^The seals of the log are signed by key SHA256:/)]])
    const again = await createTestApp({ http: 'socket', folder, env: outside() })
    expect(await again.stop()).toBe(0)
  })

  it('failures give one sentence and exit code 2', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    expect(await npmRunWith(unreachable, 'admin', '--', 'list')).toEqual({
      code: 2,
      out: '',
      errors: 'The database cannot be reached. Start it or correct DATABASE_URL, then try again.',
    })
    rmSync(join(folder.path, 'app-secret'))
    const sentence = /app-secret is missing, .* Restore the file or set APP_SECRET\.$/
    expect(await npmRun('admin', '--', 'list')).toEqual({ code: 2, out: '', errors: expect.stringMatching(sentence) })
    expect(await npmRun('verify')).toMatchObject({ code: 2, out: expect.stringMatching(sentence) })
    expect(existsSync(join(folder.path, 'app-secret'))).toBe(false)
  })
})
