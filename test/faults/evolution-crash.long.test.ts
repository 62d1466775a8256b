import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../backend/kernel/database/connect.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, type Visitor } from '../support/app/visitor.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const run = promisify(execFile)
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const url = '/api/genetic-test/evolve'

/**
 * Two real processes on one database. The next generation is held back in the middle of its append, after it was
 * decided, and the process that decided it gets kill -9 there.
 */
describe('kill -9 between the decision to evolve and its event', () => {
  const cleanUps: (() => Promise<unknown>)[] = []
  const whenDone = (cleanUp: () => Promise<unknown>) => void cleanUps.push(cleanUp)
  let database: Database
  let apps: [RunningApp, RunningApp]
  let folders: [DataFolder, DataFolder]
  let env: Record<string, string>
  let admin: Visitor

  const start = async (folder: DataFolder) => {
    const app = await createTestApp({ http: 'socket', folder, env })
    whenDone(app.kill)
    return app
  }
  beforeAll(async () => {
    database = await createProjectedDatabase(whenDone)
    env = {
      DATABASE_URL: database.url,
      APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
      DEMO_CONTENT: 'on',
      SERVE_SITE: 'off',
      EVOLVE_EVERY: '1000000',
    }
    folders = [temporaryDataFolder(), temporaryDataFolder()]
    for (const { remove } of folders) whenDone(remove)
    const first = await start(folders[0])
    apps = [first, await start(folders[1])]
    admin = await firstAdmin(first)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  async function visit(app: RunningApp, volunteered: boolean) {
    const headers = { 'user-agent': agent, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const shown: PageVariation = await (await fetch(`${app.url}/api/genetic-test/variation`, { headers })).json()
    const report = { variationId: shown.id, viewId: shown.viewId, timeOnPage: 5000, volunteered }
    const body = JSON.stringify(report)
    const reported = await fetch(`${app.url}/api/genetic-test/metrics`, { method: 'POST', headers, body })
    expect(reported.status).toBe(202)
  }

  async function generations(): Promise<number[]> {
    const { rows } = await database.pool.query(
      `SELECT data::jsonb ->> 'to' AS generation FROM eventlog.events WHERE type = 'PopulationEvolved' ORDER BY position`,
    )
    return rows.map(({ generation }) => Number(generation))
  }

  /** The writer of this generation waits until the place in its stream is released. */
  async function hold(generation: number) {
    const client = new pg.Client(database.url)
    await client.connect()
    whenDone(() => client.end())
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
       VALUES (1000000000, $1, 0, gen_random_uuid(), 'held', '{}', '{}')`,
      [`page-generation-${generation}`],
    )
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return {
      release: () => client.query('ROLLBACK'),
      /** Database sessions that wait for exactly this. */
      async waiting(): Promise<number[]> {
        const found = await database.pool.query<{ pid: number }>(
          'SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))',
          [rows[0]?.pid],
        )
        return found.rows.map(({ pid }) => pid)
      },
    }
  }

  const verify = async () =>
    (await run(process.execPath, ['backend/tools/evolution-verify.ts'], { env: { ...process.env, ...env } })).stdout

  it.each([
    { killed: 0, event: 'is lost', isLost: true },
    { killed: 1, event: 'is recorded all the same', isLost: false },
  ] as const)('of process $killed, whose event $event: one generation comes out', async ({ killed, isLost }) => {
    const [dying, other] = killed === 0 ? apps : [apps[1], apps[0]]
    for (let index = 0; index < 30; index++) await visit(index % 2 === 0 ? dying : other, index % 5 === 0)
    const before = await generations()
    const next = before.length + 1
    const key = randomUUID()

    const held = await hold(next)
    const cutOff = admin.at(dying.url).post(url, undefined, { key })
    const ended = expect(cutOff).rejects.toThrow()
    await expect.poll(held.waiting, pollTimeout).toHaveLength(1)
    await dying.kill()
    await ended
    if (isLost) await database.pool.query('SELECT pg_terminate_backend($1)', [(await held.waiting())[0]])
    await held.release()
    if (!isLost) await expect.poll(generations, pollTimeout).toEqual([...before, next])

    // Their browser asks again.
    const again = await admin.at(other.url).post(url, undefined, { key })
    expect([again.status, again.json]).toMatchObject([200, { generation: next }])
    expect(await generations()).toEqual([...before, next])

    apps[killed] = await start(folders[killed])
    const shown = async () => (await admin.at(apps[killed].url).get('/api/genetic-test/analytics')).json
    await expect.poll(shown, pollTimeout).toMatchObject({ currentGeneration: next })
    expect(await generations()).toEqual([...before, next])
    expect(await verify()).toMatch(/come out the same/)
  })

  it('while another admin asked the other process: they bred the same generation', async () => {
    const [dying, other] = apps
    const before = await generations()
    const next = before.length + 1
    const held = await hold(next)
    const cutOff = admin.at(dying.url).post(url)
    const ended = expect(cutOff).rejects.toThrow()
    await expect.poll(held.waiting, pollTimeout).toHaveLength(1)
    const second = admin.at(other.url).post(url)
    // It has decided too when its append waits for the first one.
    const [first] = await held.waiting()
    const behind = async () =>
      (await database.pool.query('SELECT pid FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [first]))
        .rowCount
    await expect.poll(behind, pollTimeout).toBeGreaterThan(0)
    await dying.kill()
    await ended
    await held.release()
    const { status, json } = await second
    expect([status, json]).toMatchObject([200, { generation: next }])
    expect(await generations()).toEqual([...before, next])
    expect(await verify()).toMatch(/come out the same/)
  })
})
