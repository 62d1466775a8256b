import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { loadSecrets } from '../backend/config/secrets.ts'
import { runningServer } from '../backend/kernel/database/embedded/process.ts'
import { createTestApp, type RunningApp } from './support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from './support/app/data-folder.ts'
import { productLogs, startLog } from './support/log/product-logs.ts'
import { length } from './support/run/length.ts'

/** The second round kills PostgreSQL too. For even more than test:all: CRASH_ROUNDS=100 npx vitest run test/crash.long.test.ts */
const rounds = Number(process.env.CRASH_ROUNDS ?? length(6, 2))

type Attempt = { key: string; prayer: string; id?: number }

function databaseOf(folder: DataFolder): string {
  const server = runningServer(join(folder.path, 'postgres'))
  const { database } = loadSecrets({ appSecret: undefined, dataDir: folder.path })
  return `postgres://postgres:${database}@127.0.0.1:${server?.port}/campaign`
}

async function ask(folder: DataFolder, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(databaseOf(folder))
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function submit(app: RunningApp, attempt: Attempt): Promise<void> {
  const answer = await fetch(`${app.url}/api/prayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url, 'idempotency-key': attempt.key },
    body: JSON.stringify({ prayer: attempt.prayer, firstName: 'Ruth' }),
  })
  const body = await answer.text()
  if (answer.status === 201) attempt.id = prayerId.parse(JSON.parse(body)).id
  else if (answer.status !== 503) throw new Error(`${answer.status} ${body}`)
}

const prayerId = z.object({ id: z.int() })

/** Eight people submit continuously until `stop` aborts; an attempt without an answer has no id. */
function load(app: RunningApp, attempts: Attempt[], stop: AbortSignal): Promise<unknown> {
  const person = async () => {
    while (!stop.aborted) {
      const attempt: Attempt = { key: randomUUID(), prayer: `prayer ${attempts.length}` }
      attempts.push(attempt)
      await submit(app, attempt).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error // fetch failed: the connection ended with the process
      })
      if (attempt.id === undefined) await delay(20) // otherwise the outage would fill up with attempts
    }
  }
  return Promise.all(Array.from({ length: 8 }, person))
}

async function readTables(folder: DataFolder): Promise<Record<string, string[]>> {
  const tables = await ask(folder, "SELECT tablename FROM pg_tables WHERE schemaname = 'read' ORDER BY 1")
  const rows: Record<string, string[]> = {}
  for (const { tablename } of tables)
    rows[String(tablename)] = (
      await ask(folder, `SELECT row_to_json(t)::text AS row FROM read."${tablename}" t ORDER BY 1`)
    ).map(({ row }) => String(row))
  return rows
}

describe.each(productLogs)('with its log in %s', (productLog) => {
  it(`loses and duplicates nothing over ${rounds} kills of the process and of Postgres under load; live tables equal a rebuild`, {
    timeout: 120_000 + rounds * 30_000,
  }, async () => {
    const folder = temporaryDataFolder()
    const log = await startLog(productLog)
    let app: RunningApp | undefined
    onTestFinished(async () => {
      await app?.kill()
      await folder.remove()
      await log.close()
    })
    const attempts: Attempt[] = []

    for (let round = 0; round < rounds; round++) {
      app = await createTestApp({ http: 'socket', folder, log })
      const stop = new AbortController()
      onTestFinished(() => stop.abort())
      const loading = load(app, attempts, stop.signal)
      const before = attempts.filter(({ id }) => id !== undefined).length
      await expect
        .poll(() => attempts.filter(({ id }) => id !== undefined).length, { timeout: 30_000 })
        .toBeGreaterThan(before + 30)
      if (round % 2 === 1) {
        process.kill(runningServer(join(folder.path, 'postgres'))?.pid ?? 0, 'SIGKILL')
        const during = attempts.filter(({ id }) => id !== undefined).length
        await expect
          .poll(() => attempts.filter(({ id }) => id !== undefined).length, { timeout: 30_000 })
          .toBeGreaterThan(during + 30)
      }
      await app.kill()
      stop.abort()
      await loading
    }

    app = await createTestApp({ http: 'socket', folder, log })
    const acknowledged = attempts.filter(({ id }) => id !== undefined)
    for (const attempt of attempts) if (attempt.id === undefined) await submit(app, attempt) // the retry that every client makes
    for (const attempt of acknowledged.slice(-20)) {
      const first = attempt.id
      await submit(app, attempt)
      expect(attempt.id).toBe(first)
    }
    const stored = await ask(folder, 'SELECT id, prayer FROM read.prayers')
    expect(stored.map(({ prayer }) => prayer).sort()).toEqual(attempts.map(({ prayer }) => prayer).sort())
    const byId = new Map(stored.map(({ id, prayer }) => [id, prayer]))
    expect(acknowledged.filter(({ id, prayer }) => byId.get(id) !== prayer)).toEqual([])

    const live = await readTables(folder)
    const tool = async (name: string) =>
      (
        await promisify(execFile)(process.execPath, [`backend/tools/${name}.ts`], {
          env: { ...process.env, ...log.env, DATA_DIR: folder.path },
          timeout: 60_000,
        })
      ).stdout
    await tool('rebuild')
    expect(await readTables(folder)).toEqual(live)
    expect(await tool('verify')).toMatch(/intact/i)
  })
})
