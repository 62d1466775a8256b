import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { embeddedPostgres } from '../../backend/kernel/database/embedded/embedded-postgres.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { visitor } from '../support/app/visitor.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const atOnce = 300

it('four processes share 100 connections: 300 concurrent requests get no 503', async () => {
  const folder = () => {
    const made = temporaryDataFolder()
    onTestFinished(made.remove)
    return made
  }
  const postgres = await embeddedPostgres(folder().path, 'a password')
  await postgres.start()
  onTestFinished(() => postgres.stop())
  const owner = new pg.Client({ connectionString: postgres.url })
  await owner.connect()
  onTestFinished(() => owner.end())
  expect((await owner.query('SHOW max_connections')).rows).toEqual([{ max_connections: '100' }])

  const env = {
    DATABASE_URL: postgres.serverUrl,
    DATABASE_MIGRATION_URL: postgres.url,
    APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
  }
  const urls: string[] = []
  for (let number = 1; number <= 4; number++) {
    const app = await createTestApp({ http: 'socket', folder: folder(), env })
    onTestFinished(app.kill)
    urls.push(app.url)
  }

  let most = 0
  const stop = new AbortController()
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const { rows } = await owner.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND usename = 'campaign_server'`,
      )
      most = Math.max(most, rows[0]?.count ?? 0)
      await delay(20)
    }
  })()
  const statuses = await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      const person = visitor(urls[index % urls.length] ?? '')
      const answer =
        index % 8 < 4
          ? await person.get(`/api/prayers`)
          : await person.post('/api/prayers', { prayer: `prayer ${index}`, firstName: 'Ruth' })
      return answer.status
    }),
  )
  stop.abort()
  await watching
  const counts = Object.fromEntries(
    [...new Set(statuses)].map((code) => [code, statuses.filter((one) => one === code).length]),
  )
  expect(counts).toEqual({ 200: atOnce / 2 + 2, 201: atOnce / 2 - 2 })
  expect(most).toBeGreaterThan(20)
  expect(most).toBeLessThanOrEqual(4 * (10 + 5))
})
