import { expect, it, onTestFinished } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { eventStoreDbAt } from '../support/log/product-logs.ts'

it('a burst of /readyz and of the metrics reads the end of the log once', async () => {
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  const app = await createTestApp({ log: eventStoreDbAt(server.port) })
  for (let count = 0; count < 5; count++)
    await app.post('/api/prayers', { firstName: 'Ruth', prayer: `For rain, ${count} times.` })
  await allProjected(app)
  // Until the subscription stands, each of our own readers asks the server.
  await expect
    .poll(async () => {
      const before = server.calls.reads
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.get('/readyz')))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      for (let turn = 0; turn < 10; turn++) await app.get('/readyz')
      await app.registry.metrics()
      return server.calls.reads - before
    })
    .toBeLessThanOrEqual(2)
})
