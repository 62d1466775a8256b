import { expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { migrateAsOwner } from '../../backend/kernel/database/migrate.ts'
import type { Person } from '../../backend/kernel/http/route.ts'
import { startProduct } from '../support/app/product.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/database/replicated-postgres.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const admin: Omit<Person, 'rights'> = {
  id: 1,
  isAdmin: true,
  sessionId: 'a',
  isEmailVerified: true,
  isProven: true,
  secondFactorDue: null,
}

type Choose = (postgres: ReplicatedPostgres) => { DATABASE_READ_URL: string }
const ofReplica: Choose = ({ replicaUrl }) => ({ DATABASE_READ_URL: replicaUrl })

/** The product on a primary with an asynchronous replica; null without Debian's PostgreSQL. */
async function start(env: Choose = ofReplica) {
  const postgres = await startReplicatedPostgres({ isSynchronous: false })
  if (postgres === null) return null
  onTestFinished(postgres.stop)
  const database = connect(postgres.url)
  onTestFinished(database.close)
  await migrateAsOwner(database, undefined)
  const { http, registry, core } = await startProduct({
    identity: 'real',
    log: 'postgres',
    database,
    env: env(postgres),
    overrides: { personOf: async ({ cookies }) => (cookies.session ? admin : null), projectionTimeout: 10_000 },
  })
  // A probe from before the tables were complete may say 'ok' once more: a replica that stops then lacks some of them.
  const second = connect(postgres.replicaUrl)
  onTestFinished(second.close)
  const { rows } = await database.pool.query<{ end: string }>('SELECT pg_current_wal_flush_lsn()::text AS end')
  const hasReplayed = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is'
  await expect
    .poll(async () => (await second.pool.query<{ is: boolean }>(hasReplayed, [rows[0]?.end])).rows[0]?.is, pollTimeout)
    .toBe(true)
  const replica = async () => (await http.inject('/readyz')).json().checks.readReplica

  /** A browser in which the admin is signed in. */
  function browser() {
    const cookies = new Map([['session', 'admin']])
    return async (url: string, payload?: object) => {
      const answer = await http.inject({
        url,
        method: payload ? 'POST' : 'GET',
        headers: {
          'sec-fetch-site': 'same-origin',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(payload && { payload }),
      })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      for (const { name, value } of answer.cookies) cookies.set(name, value)
      return answer
    }
  }
  /** A program with an API key, which keeps no cookie. */
  async function program() {
    await database.pool.query(`
      INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at, registered_at, is_admin)
      VALUES (1, gen_random_uuid(), 'ada@example.org', 'a', now(), now(), true)`)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const secret = await core.apiKeys.issue({ id: 1, userId: 1, rights: ['news'], until })
    return async (url: string, payload?: object) => {
      const headers = { authorization: `Bearer ${secret}` }
      const answer = await http.inject({ url, method: payload ? 'POST' : 'GET', headers, ...(payload && { payload }) })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer
    }
  }
  return {
    postgres,
    pool: database.pool,
    http,
    replica,
    browser,
    program,
    registry,
    /** Number of times that each server was read so far, if it was. */
    async reads() {
      const metric = await registry.getSingleMetric('console_reads_total')?.get()
      const read = (metric?.values ?? []).filter(({ value }) => value > 0)
      return Object.fromEntries(read.map(({ labels, value }) => [`${labels.server} ${labels.reason}`, value]))
    },
  }
}

type Browse = ReturnType<NonNullable<Awaited<ReturnType<typeof start>>>['browser']>

const write = (browse: Browse, title: string) =>
  browse('/api/admin/news', { title, content: 'Words', isPublished: true })
const titles = async (browse: Browse): Promise<string[]> =>
  (await browse('/api/admin/news')).json().map(({ title }: { title: string }) => title)

it('reads lists from the replica, and from the primary what their reader has changed', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, browser, replica, reads } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  const [writer, reader] = [browser(), browser()]
  expect(await titles(reader)).toEqual([])
  expect(await reads()).toEqual({ 'replica none': 1 })

  await postgres.onReplica('SELECT pg_wal_replay_pause()')
  await write(writer, 'Roads')
  expect(await titles(writer)).toEqual(['Roads'])
  // The list of another reader may be a few seconds old.
  expect(await titles(reader)).toEqual([])
  expect(await reads()).toEqual({ 'replica none': 2, 'primary behind': 1 })

  await postgres.onReplica('SELECT pg_wal_replay_resume()')
  const readByReplica = async () => {
    const before = (await reads())['replica none'] ?? 0
    const found = await titles(writer)
    return ((await reads())['replica none'] ?? 0) > before ? found : null
  }
  await expect.poll(readByReplica, pollTimeout).toEqual(['Roads'])
})

it('shows a program what it has written, though it keeps no cookie', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, replica, reads } = site
  const program = await site.program()
  await expect.poll(replica, pollTimeout).toBe('ok')
  await postgres.onReplica('SELECT pg_wal_replay_pause()')
  const written = await write(program, 'Roads')
  expect(await titles(program)).toEqual(['Roads'])
  expect(written.cookies).toEqual([])
  expect(await reads()).toEqual({ 'primary program': 1 })
})

it('writes a file of what is stored now, wherever it is read', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, browser, replica, reads, http } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  const join = (firstName: string) =>
    http.inject({
      method: 'POST',
      url: '/api/email-signup',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { firstName, email: `${firstName}@example.org` },
    })
  const file = async () => (await browser()('/api/admin/emails/export?format=json&people=everyone')).body
  await join('Ruth')
  expect(await file()).toContain('Ruth')
  expect(await reads()).toEqual({ 'replica none': 1 })
  await postgres.onReplica('SELECT pg_wal_replay_pause()')
  await join('Naomi')
  expect(await file()).toContain('Naomi')
  expect((await reads())['replica none']).toBe(1)
})

it('leaves out a replica that stands still, and takes it back', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, browser, replica, registry } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  await postgres.onReplica('SELECT pg_wal_replay_pause()')
  await write(browser(), 'Roads')
  await expect.poll(replica, pollTimeout).toBe('The read replica is more than 5 s behind.')
  expect(await titles(browser())).toEqual(['Roads'])
  expect(await registry.metrics()).toMatch(/^read_replica_away 1$/m)
  await postgres.onReplica('SELECT pg_wal_replay_resume()')
  await expect.poll(replica, pollTimeout).toBe('ok')
  expect(await registry.metrics()).toMatch(/^read_replica_away 0$/m)
})

it('answers every list while the replica is killed, and takes it back', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, browser, replica, reads, http } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  await write(browser(), 'Roads')
  await expect.poll(() => titles(browser()), pollTimeout).toEqual(['Roads'])
  const stopping = postgres.stopReplica()
  const reader = browser()
  const away = async () => {
    expect(await titles(reader)).toEqual(['Roads'])
    return replica()
  }
  await expect.poll(away, pollTimeout).toMatch(/^The read replica does not answer: /)
  await stopping
  expect((await http.inject('/readyz')).statusCode).toBe(200)
  await postgres.startReplica()
  await expect.poll(replica, pollTimeout).toBe('ok')
  const before = (await reads())['replica none'] ?? 0
  expect(await titles(reader)).toEqual(['Roads'])
  expect((await reads())['replica none']).toBe(before + 1)
})

it('answers a list that waits for a replica that fell silent from the primary', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, browser, replica, reads } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  await write(browser(), 'Roads')
  await expect.poll(() => titles(browser()), pollTimeout).toEqual(['Roads'])
  postgres.silenceReplica.begin()
  expect(await titles(browser())).toEqual(['Roads'])
  expect((await reads())['primary failed']).toBe(1)
  expect(await replica()).toMatch(/^The read replica does not answer: /)
  postgres.silenceReplica.end()
  await expect.poll(replica, pollTimeout).toBe('ok')
})

it('reads no tables of another version', async ({ skip }) => {
  const site = await start()
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  const { postgres, pool, replica } = site
  await expect.poll(replica, pollTimeout).toBe('ok')
  await postgres.onReplica('SELECT pg_wal_replay_pause()')
  await pool.query(`INSERT INTO app.knex_migrations (name, batch, migration_time) VALUES ('999-later.ts', 9, now())`)
  await expect.poll(replica, pollTimeout).toBe('The read replica has tables of another version.')
  await postgres.onReplica('SELECT pg_wal_replay_resume()')
  await expect.poll(replica, pollTimeout).toBe('ok')
})

it('takes no primary for a replica', async ({ skip }) => {
  const site = await start(({ url }) => ({ DATABASE_READ_URL: url }))
  if (site === null) return skip('PostgreSQL of Debian is not installed.')
  await expect.poll(site.replica, pollTimeout).toMatch(/is not a replica/)
  await write(site.browser(), 'Roads')
  expect(await titles(site.browser())).toEqual(['Roads'])
})
