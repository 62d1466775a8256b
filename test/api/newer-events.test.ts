import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createTestApp } from '../support/app/app.ts'
import { asOwner, createProjectedDatabase } from '../support/database/database.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { eventStoreDbAt, type StartedLog } from '../support/log/product-logs.ts'
import { metadata } from '../support/log/recorded.ts'

const newer = (type: string, schemaVersion = 1) => ({
  id: randomUUID(),
  type,
  data: '{"prayerId":7}',
  metadata: JSON.stringify({ ...metadata, at: new Date().toISOString(), schemaVersion }),
})

type Written = ReturnType<typeof newer>
type Site = {
  database: Database
  log: StartedLog | 'postgres'
  write(event: Written): Promise<void>
  end(): Promise<string>
}

async function onPostgres(): Promise<Site> {
  const database = await createProjectedDatabase()
  return {
    database,
    log: 'postgres',
    async write({ id, type, data, metadata }) {
      await asOwner(
        database.pool,
        `WITH next AS (UPDATE eventlog.head SET position = position + 1 RETURNING position)
         INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
         SELECT position, 'prayer-7', (SELECT count(*) FROM eventlog.events WHERE stream = 'prayer-7'), $1, $2, $3, $4
         FROM next`,
        [id, type, data, metadata],
      )
    },
    end: async () => String((await database.pool.query('SELECT position FROM eventlog.head')).rows[0].position),
  }
}

async function onEventStoreDb(): Promise<Site> {
  const [database, server] = [await createProjectedDatabase(), await startEventStoreDbServer()]
  onTestFinished(server.close)
  return {
    database,
    log: eventStoreDbAt(server.port),
    async write({ data, metadata, ...event }) {
      const bytes = { data: Buffer.from(data), metadata: Buffer.from(metadata) }
      server.store.write('prayer-7', 'any', [{ ...event, contentType: 'application/json', ...bytes }])
    },
    end: async () => `${server.store.all.at(-1)?.position}/${server.store.all.at(-1)?.position}`,
  }
}

const env = { APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' }
const start = ({ database, log }: Site) => createTestApp({ identity: 'real', log, runs: 'everything', database, env })

/** As a newer release leaves the tables: it had noted its types, and its projections have handled the log. */
async function handledByNewer({ database: { pool } }: Site, type: string, position: string): Promise<void> {
  await pool.query('INSERT INTO eventlog.known_types (type, version) VALUES ($1, 1)', [type])
  await pool.query('UPDATE app.checkpoints SET position = $1', [position])
}

describe.each([
  ['PostgreSQL', onPostgres],
  ['EventStoreDB', onEventStoreDb],
])('on a log in %s', (_log, open) => {
  it('the start refuses an event type that only a newer release knows, and says where it is', async () => {
    const site = await open()
    await site.write(newer('PrayerBlessed'))
    await expect(start(site)).rejects.toMatchObject({
      name: 'StartupError',
      message: `The event log holds PrayerBlessed in version 1 at position ${await site.end()}, which this release does not know: a newer one has written it. Start that release again, or a later one.`,
    })
  })

  it('the start refuses it also where a newer release has handled it, and starts when that wrote nothing new', async () => {
    const site = await open()
    await site.write(newer('PrayerApproved'))
    await handledByNewer(site, 'PrayerBlessed', await site.end())
    await (await start(site)).http.close()
    await site.write(newer('PrayerBlessed'))
    await site.database.pool.query('UPDATE app.checkpoints SET position = $1', [await site.end()])
    await expect(start(site)).rejects.toThrow('The event log holds PrayerBlessed')
  })
})

it('the start refuses a newer version of an event', async () => {
  const site = await onPostgres()
  await site.write(newer('PrayerApproved', 2))
  await expect(start(site)).rejects.toThrow('The event log holds PrayerApproved in version 2 at position 1')
})

it('a command on what a newer release has changed says so, and may be repeated', async () => {
  const app = await createTestApp()
  const { id } = (await app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' })).json()
  await app.core.log.append(`prayer-${id}`, 0, [newer('PrayerBlessed')])
  const answer = await app.post(`/api/admin/prayers/${id}/approve`, undefined, { as: 'admin' })
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    '5',
    { message: 'A newer release of this site has changed this (PrayerBlessed). Please try again in a moment.' },
  ])
})
