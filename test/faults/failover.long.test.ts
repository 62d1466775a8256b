import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { type Reply, visitor } from '../support/app/visitor.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/database/replicated-postgres.ts'
import { type ProductLog, productLogs, startLog } from '../support/log/product-logs.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const appSecret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

/** The product on a primary with a replica. */
async function start(postgres: ReplicatedPostgres, productLog: ProductLog) {
  onTestFinished(postgres.stop)
  const log = await startLog(productLog)
  onTestFinished(async () => log.close())
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const env = { ...log.env, DATABASE_URL: postgres.url, APP_SECRET: appSecret }
  const app = await createTestApp({ http: 'socket', folder, log, env })
  onTestFinished(app.kill)
  const { pool, close } = connect(postgres.url)
  onTestFinished(close)
  return { app, pool, env: { ...env, DATA_DIR: folder.path } }
}

/** True when the signup was acknowledged; not if it got no answer, or the one that says to try again. */
async function joins(url: string, email: string): Promise<boolean> {
  const answer = await visitor(url)
    .post('/api/email-signup', { firstName: 'Ruth', email })
    .catch((error: unknown): Reply | null => {
      if (error instanceof TypeError) return null // the connection ended
      throw error
    })
  if (answer === null || answer.status === 503) return false
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return true
}

/** Every signup as the read tables have it. */
async function joinedIn(pool: pg.Pool) {
  const { rows } = await pool.query<{ email: string; first_name: string }>(
    'SELECT email, first_name FROM read.email_signups ORDER BY email',
  )
  return rows
}

async function tool(name: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [`backend/tools/${name}.ts`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${output}${errors}`)
  return output
}

describe.each(productLogs)('a primary that fails, with the log in %s', (productLog) => {
  it('loses nothing that was acknowledged, no key of an event, and no order of the seals', async (test) => {
    const postgres = await startReplicatedPostgres({ isSynchronous: true })
    if (postgres === null) return test.skip('PostgreSQL of Debian is not installed.')
    const { app, env, pool } = await start(postgres, productLog)
    const acknowledged: string[] = []
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const person = async (name: string) => {
      for (let turn = 0; !stop.signal.aborted; turn++) {
        const email = `${name}-${turn}@example.org`
        if (await joins(app.url, email)) acknowledged.push(email)
        else await delay(20) // otherwise the outage would fill up with tries
      }
    }
    const loading = Promise.all(['ada', 'ben', 'cleo', 'dan'].map(person))
    const more = async () => {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, pollTimeout).toBeGreaterThan(before + 40)
    }
    await more()
    await postgres.failOver()
    await more()
    stop.abort()
    await loading

    // The projector finds by its checkpoint what the replica did not have yet.
    const projected = async () => (await joinedIn(pool)).map(({ email }) => email)
    await expect.poll(projected, pollTimeout).toEqual(expect.arrayContaining(acknowledged))
    // Events of the log, each with its key.
    await tool('rebuild', env)
    const rows = await joinedIn(pool)
    const emails = rows.map(({ email }) => email)
    expect(acknowledged.filter((email) => !emails.includes(email))).toEqual([])
    expect(new Set(emails).size).toBe(emails.length)
    expect(rows.filter((row) => row.first_name !== 'Ruth')).toEqual([])
    expect(await tool('verify', env)).toMatch(/intact/i)
  })

  it('acknowledges nothing that the replica does not have', async (test) => {
    const postgres = await startReplicatedPostgres({ isSynchronous: true })
    if (postgres === null) return test.skip('PostgreSQL of Debian is not installed.')
    const { app, env, pool } = await start(postgres, productLog)
    expect(await joins(app.url, 'before@example.org')).toBe(true)
    postgres.cutReplica()
    const emails = Array.from({ length: 5 }, (_, index) => `cut-${index}@example.org`)
    const acknowledged = ['before@example.org']
    const asking = Promise.all(
      emails.map(async (email) => {
        if (await joins(app.url, email)) acknowledged.push(email)
      }),
    )
    const waiting = () => pool.query(`SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
    await expect.poll(async () => (await waiting()).rowCount, pollTimeout).toBeGreaterThan(0)
    expect(acknowledged).toEqual(['before@example.org'])
    await postgres.failOver()
    // Those that had not begun to wait are stored by the replica, now the primary, and acknowledged.
    await asking
    await expect.poll(() => joins(app.url, 'after@example.org'), pollTimeout).toBe(true)
    acknowledged.push('after@example.org')

    await tool('rebuild', env)
    const joined = (await joinedIn(pool)).map(({ email }) => email)
    expect(acknowledged.filter((email) => !joined.includes(email))).toEqual([])
    expect(new Set(joined).size).toBe(joined.length)
  })
})
