import { expect, it, onTestFinished } from 'vitest'
import { setAsideEvents } from '../../backend/read-model/set-aside-events.ts'
import { runRebuild } from '../../backend/tools/rebuild-command.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { eventStoreDbAt } from '../support/log/product-logs.ts'

const admin = { as: 'admin' } as const
const rain = { firstName: 'Ruth', prayer: 'For rain.' }

async function start() {
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  return { server, app: await createTestApp({ log: eventStoreDbAt(server.port) }) }
}

const pray = async (app: TestApp): Promise<number> => (await app.post('/api/prayers', rain)).json().id

it('a stream that was deleted for good is set aside and named, and everything else goes on', async () => {
  const { server, app } = await start()
  const [gone, kept] = [await pray(app), await pray(app)]
  server.store.tombstone(`prayer-${gone}`)
  expect((await app.post(`/api/admin/prayers/${kept}/approve`, undefined, admin)).statusCode).toBe(200)
  await allProjected(app)
  expect((await app.get('/api/prayers')).json()).toMatchObject([{ id: kept }])

  const { statusCode, headers } = await app.get('/readyz')
  expect([statusCode, headers['retry-after']]).toEqual([200, undefined])
  expect((await app.get('/readyz')).json().checks).toMatchObject({
    setAsideEvents: 1,
    deletedStreams: [`prayer-${gone}`],
  })
  expect(await app.registry.metrics()).toContain('event_log_set_aside_events 1')
  expect(await setAsideEvents(app.database.knex, { limit: 10 })).toMatchObject([
    {
      stream: `prayer-${gone}`,
      revision: null,
      type: '$streamDeleted',
      reason: 'The stream was deleted for good in EventStoreDB.',
    },
  ])
  expect(await app.sealer.runOnce()).toBeGreaterThan(0)
})

it('a rebuild over a deleted stream succeeds and gives the same rows', async () => {
  const { server, app } = await start()
  const id = await pray(app)
  server.store.tombstone(`prayer-${id}`)
  await allProjected(app)
  const lines: string[] = []
  const {
    core,
    database: { pool, knex },
  } = app
  const setAside = () => setAsideEvents(knex, { limit: 10 })
  expect(await runRebuild([], { ...core, pool, setAside, print: (line) => lines.push(line) })).toBe(0)
  const sentence = `^Set aside: prayer-${id} at position .*\\. The stream was deleted for good in EventStoreDB\\.$`
  expect(lines).toEqual([
    expect.stringMatching(/^Rebuilt: .*set-aside-events/),
    expect.stringMatching(new RegExp(sentence)),
  ])
  expect(Object.values(await app.rebuildDiffers()).filter((differing) => differing > 0)).toEqual([])
})

it('a command about a deleted stream is told what happened', async () => {
  const { server, app } = await start()
  const id = await pray(app)
  server.store.tombstone(`prayer-${id}`)
  const answer = await app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)
  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { message: 'This was deleted from the event log for good, so it can no longer be read or changed.' },
  ])
})
