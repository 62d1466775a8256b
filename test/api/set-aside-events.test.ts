import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setAsideEvents } from '../../backend/read-model/set-aside-events.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'
import { asOwner } from '../support/database/database.ts'

const admin = { as: 'admin' } as const
const prayer = (words: string) => ({ firstName: 'Ruth', prayer: words, email: null, location: null })

it('events that another program wrote into our streams stop no command, list, rebuild or seal, and are counted and shown', async () => {
  const app = await createTestApp()
  const { pool, knex } = app.database
  const { id } = (await app.post('/api/prayers', prayer('For rain.'))).json()
  const foreign = [
    ['no JSON', '{"trace":1}'],
    ['{"total":1}', ''],
    ['{"total":1}', 'no JSON'],
  ]
  for (const [index, [data, metadata]] of foreign.entries())
    await asOwner(
      pool,
      `WITH next AS (UPDATE eventlog.head SET position = position + 1 RETURNING position)
       INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
       SELECT position, $1, $2, $3, 'OrderPlaced', $4, $5 FROM next`,
      [`prayer-${id}`, index + 1, randomUUID(), data, metadata],
    )
  expect((await app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)).statusCode).toBe(200)
  await app.post('/api/prayers', prayer('For sun.'))
  await allProjected(app)
  expect((await app.get('/api/prayers')).json()).toMatchObject([{ prayer: 'For rain.' }])
  expect((await app.get('/api/admin/prayers', admin)).json()).toHaveLength(2)
  expect(Object.values(await app.rebuildDiffers()).filter((differing) => differing > 0)).toEqual([])
  expect(await app.sealer.runOnce()).toBeGreaterThan(0)

  expect(await setAsideEvents(knex, { limit: 10 })).toMatchObject([
    { stream: `prayer-${id}`, revision: 1, type: 'OrderPlaced', reason: 'Its data is not a JSON object.' },
    { stream: `prayer-${id}`, revision: 2, type: 'OrderPlaced', reason: 'Its metadata is not ours.' },
    { stream: `prayer-${id}`, revision: 3, type: 'OrderPlaced', reason: 'Its metadata is not ours.' },
  ])
  expect((await app.get('/readyz')).json()).toMatchObject({ checks: { setAsideEvents: 3 } })
  expect(await app.registry.metrics()).toContain('event_log_set_aside_events 3')
})
