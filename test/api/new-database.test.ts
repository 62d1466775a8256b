import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { eventStoreDbAt } from '../support/log/product-logs.ts'

const secret = { APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' }

it('a new database on a log in use says so at each start, after few reads, and belongs to no log yet', async () => {
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  const log = eventStoreDbAt(server.port)
  const app = await createTestApp({ log, env: secret })
  for (let count = 0; count < 30; count++)
    await app.post('/api/email-signup', { email: `supporter-${count}@example.org` })

  const database = await createEmptyDatabase()
  for (let attempt = 1; attempt <= 2; attempt++) {
    const before = server.calls.reads
    const start = createTestApp({ identity: 'real', log, runs: 'everything', database, env: secret })
    await expect(start).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^EventStoreDB at 127\.0\.0\.1:\d+ holds an event log that is older than this database\. Set DATABASE_URL or DATA_DIR/,
      ),
    })
    expect(server.calls.reads - before).toBeLessThanOrEqual(10)
  }
  expect((await database.pool.query('SELECT FROM eventlog.landmark')).rowCount).toBe(0)
})

it('a wrong prefix is named as what may be wrong', async () => {
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  const log = eventStoreDbAt(server.port)
  const app = await createTestApp({ log, env: secret })
  await app.post('/api/email-signup', { email: 'supporter@example.org' })
  const { database } = app
  const env = { ...secret, EVENTSTORE_STREAM_PREFIX: 'north-' }
  await expect(createTestApp({ identity: 'real', log, runs: 'everything', database, env })).rejects.toThrow(
    /among the streams that begin with north-, .* Correct EVENTSTORE_URL or EVENTSTORE_STREAM_PREFIX/,
  )
})
