import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, idOf, type Reply, type Visitor, visitor } from '../support/app/visitor.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { productLogs, type StartedLog, startLog } from '../support/log/product-logs.ts'
import { length } from '../support/run/length.ts'
import { longTimeouts, pollTimeout, withinASecond } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const kills = length(8, 2)
const people = 4
const betweenKills = length(20, 8) // acknowledged prayers

type Process = { folder: DataFolder; app: RunningApp }
type Attempt = { key: string; prayer: string; id?: number }

const roles = z.object({
  checks: z.object({ projector: z.object({ role: z.string() }), reactors: z.object({ role: z.string() }) }),
})

describe.each(productLogs)('four processes on one database, with the log in %s', (productLog) => {
  const cleanUps: (() => Promise<unknown>)[] = []
  const processes: Process[] = []
  const attempts: Attempt[] = []
  let log: StartedLog
  let env: Record<string, string>
  let database: Database
  let admin: Visitor

  async function start(folder: DataFolder): Promise<RunningApp> {
    const app = await createTestApp({ http: 'socket', folder, log, env })
    cleanUps.push(app.kill)
    return app
  }

  beforeAll(async () => {
    database = await createProjectedDatabase((cleanUp) => cleanUps.push(cleanUp))
    log = await startLog(productLog)
    cleanUps.push(async () => log.close())
    env = { DATABASE_URL: database.url, APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' }
    const add = async () => {
      const folder = temporaryDataFolder()
      cleanUps.push(folder.remove)
      const app = await start(folder)
      processes.push({ folder, app })
      return app
    }
    admin = await firstAdmin(await add())
    await Promise.all([add(), add(), add()])
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  async function rolesOf({ app }: Process): Promise<{ projector: string; reactors: string } | null> {
    const { json } = await visitor(app.url)
      .get('/readyz')
      .catch(() => ({ json: null }))
    const known = roles.safeParse(json)
    return known.success
      ? { projector: known.data.checks.projector.role, reactors: known.data.checks.reactors.role }
      : null
  }

  /** The number of processes that say that they are the projector, run the reactors, or hold the sealer’s lock. */
  async function holders() {
    const known = (await Promise.all(processes.map(rolesOf))).filter((one) => one !== null)
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_locks
       WHERE locktype = 'advisory' AND granted AND objid = 5347116
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return {
      projectors: known.filter(({ projector }) => projector === 'active').length,
      reactors: known.filter(({ reactors }) => reactors === 'active').length,
      sealers: rows[0]?.count ?? 0,
    }
  }

  const one = { projectors: 1, reactors: 1, sealers: 1 }
  const acknowledged = () => attempts.filter(({ id }) => id !== undefined)

  /** One attempt at one process. An unacknowledged attempt has no id, and the same person tries again elsewhere. */
  async function submit({ app }: Process, attempt: Attempt): Promise<void> {
    const form = { prayer: attempt.prayer, firstName: 'Ruth' }
    const answer = await visitor(app.url)
      .post('/api/prayers', form, { key: attempt.key })
      .catch((error: unknown): Reply | null => {
        if (error instanceof TypeError) return null // the connection ended with the process
        throw error
      })
    if (answer?.status === 201) attempt.id = idOf(answer)
    else if (answer !== null && answer.status !== 503) throw new Error(`${answer.status} ${answer.text}`)
  }

  async function person(first: number, stop: AbortSignal): Promise<void> {
    for (let turn = first; !stop.aborted; turn++) {
      const attempt: Attempt = { key: randomUUID(), prayer: `prayer ${attempts.length}` }
      attempts.push(attempt)
      for (let tries = 0; attempt.id === undefined && !stop.aborted; tries++) {
        const at = processes[(turn + tries) % processes.length]
        if (at) await submit(at, attempt)
        if (attempt.id === undefined) await delay(20) // otherwise the outage would fill up with tries
      }
    }
  }

  it(`lose and double nothing over ${kills} kills under load, and never have two projectors, reactor runners or sealers`, async () => {
    await expect.poll(holders, pollTimeout).toEqual(one)
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const loading = Promise.all(Array.from({ length: people }, (_, index) => person(index, stop.signal)))
    const seen: Awaited<ReturnType<typeof holders>>[] = []
    const watching = (async () => {
      while (!stop.signal.aborted) seen.push(await holders())
    })()

    for (let round = 0; round < kills; round++) {
      const before = acknowledged().length
      await expect.poll(() => acknowledged().length, pollTimeout).toBeGreaterThan(before + betweenKills)
      // Kills the projector, whose work another process takes over, and any other, in turn.
      const states = await Promise.all(processes.map(rolesOf))
      const projector = states.findIndex((state) => state?.projector === 'active')
      const victim = processes[round % 2 === 0 ? projector : (projector + 1) % processes.length]
      if (!victim) throw new Error('There is no projector.')
      await victim.app.kill()
      const during = acknowledged().length
      await expect.poll(() => acknowledged().length, pollTimeout).toBeGreaterThan(during + betweenKills)
      victim.app = await start(victim.folder)
      const looks = seen.length
      await expect.poll(() => seen.length, pollTimeout).toBeGreaterThan(looks)
    }
    stop.abort()
    await Promise.all([loading, watching])
    expect(seen.filter(({ projectors, reactors, sealers }) => projectors > 1 || reactors > 1 || sealers > 1)).toEqual(
      [],
    )

    const [anywhere] = processes
    if (!anywhere) throw new Error('There is no process.')
    for (const attempt of attempts) while (attempt.id === undefined) await submit(anywhere, attempt)
    await expect.poll(holders, pollTimeout).toEqual(one)
    const stored = async () => {
      const { rows } = await database.pool.query<{ id: number; prayer: string }>('SELECT id, prayer FROM read.prayers')
      return rows.map(({ id, prayer }) => `${id} ${prayer}`).sort()
    }
    await expect.poll(stored, pollTimeout).toEqual(attempts.map(({ id, prayer }) => `${id} ${prayer}`).sort())
  })

  it('seal every event exactly once, in one chain', async () => {
    const chain = async () => {
      const { rows } = await database.pool.query<{ hash: string; previous: string; positions: string }>(
        `SELECT encode(hash, 'hex') AS hash, encode(previous_hash, 'hex') AS previous, positions
         FROM eventlog.seals ORDER BY seq`,
      )
      return rows
    }
    const sealed = async () => (await chain()).flatMap(({ positions }) => positions.split(/\s+/).filter(Boolean))
    await expect.poll(async () => (await sealed()).length, pollTimeout).toBeGreaterThanOrEqual(attempts.length)
    const rows = await chain()
    expect(rows.slice(1).map(({ previous }) => previous)).toEqual(rows.slice(0, -1).map(({ hash }) => hash))
    const positions = await sealed()
    expect(new Set(positions).size).toBe(positions.length)
  })

  it('show an approval on the public pages of all four within a second', async () => {
    const [somewhere, ...others] = processes
    if (!somewhere) throw new Error('There is no process.')
    const attempt: Attempt = { key: randomUUID(), prayer: 'For all who read this anywhere' }
    await submit(somewhere, attempt)
    const elsewhere = others.at(-1)?.app.url ?? ''
    expect((await admin.at(elsewhere).post(`/api/admin/prayers/${attempt.id}/approve`)).status).toBe(200)
    await withinASecond(async () => {
      const pages = await Promise.all(processes.map(({ app }) => visitor(app.url).get('/prayers')))
      expect(pages.map(({ text }) => text.includes(attempt.prayer))).toEqual([true, true, true, true])
    })
  })
})
