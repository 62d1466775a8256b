import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { appendNotes, decodeNotes, fragile, notes, story, tallies } from '../../../test/support/database/projections.ts'
import { connect } from '../database/connect.ts'
import type { EventLog } from '../eventlog/event-log.ts'
import { createMemoryLog } from '../eventlog/memory.ts'
import { createPastViews, type PastLimits } from './past-views.ts'
import type { AnyProjection } from './projection.ts'
import { noSkips } from './skips.ts'

const limits: PastLimits = { keptFor: 60_000, deadAfter: 30_000, protectedFor: 60_000 }
const [me, another, third] = [1, 2, 3]

async function past({
  log = createMemoryLog(),
  projections = [notes, tallies],
  own = limits,
}: {
  log?: EventLog
  projections?: AnyProjection[]
  own?: PastLimits
} = {}) {
  const { url } = await createTestDatabase()
  const { pool } = connect(url, { max: 4 })
  onTestFinished(() => pool.end())
  const erased = { count: 0 }
  const errors: unknown[] = []
  const process = () =>
    createPastViews({
      log,
      decode: decodeNotes,
      projections,
      pool,
      readSkips: noSkips,
      erasureTypes: ['AuthorForgotten'],
      erasures: async () => erased.count,
      finish: async () => {},
      onError: (error) => errors.push(error),
      limits: own,
    })
  const views = process()
  await appendNotes(log, [...story(500)])
  const count = async (sql: string) => (await pool.query(sql)).rows.length
  return {
    ...views,
    pool,
    log,
    erased,
    errors,
    /** Another process on the same database. */
    process,
    schemas: () => count(`SELECT FROM pg_namespace WHERE nspname LIKE 'read\\_past\\_%'`),
    /** Asks until it is ready. */
    async ready(position: string, adminId = me) {
      await views.open(position, adminId)
      await views.settled()
      return views.open(position, adminId)
    },
  }
}

it('tells how far it is, in any process, and builds once', async () => {
  const { open, process, settled, schemas } = await past()
  const other = process()
  const [first, second] = await Promise.all([open('400', me), other.open('400', another)])
  expect([first, second]).toEqual(Array(2).fill({ status: 'building', done: 0, total: 400 }))
  await Promise.all([settled(), other.settled()])
  expect(await other.open('400', another)).toMatchObject({ status: 'ready', view: { base: '350', until: '500' } })
  expect(await schemas()).toBe(1)
})

it('keeps three moments, and drops the one that its reader used longest ago', async () => {
  const { ready, find, pool, schemas } = await past()
  for (const position of ['100', '300', '500']) {
    await ready(position)
    await pool.query(`UPDATE app.past_views SET used_at = used_at - interval '10 s'`)
  }
  await find('100')
  await ready('650')
  expect(await schemas()).toBe(3)
  expect([await find('100'), await find('300')]).toEqual([expect.anything(), null])
})

it('does not take a moment from an admin who is looking at it', async () => {
  const { ready, open, pool } = await past()
  await ready('100', another)
  await ready('300', third)
  await ready('500', third)
  await expect(open('650', me)).rejects.toThrow('Other admins are looking at other moments.')
  await pool.query(`UPDATE app.past_views SET used_at = now() - interval '61 s' WHERE asked_by = ${another}`)
  expect((await ready('650', me)).status).toBe('ready')
})

it('gives up what is being built when a person is erased, and starts over', async () => {
  const { open, erased, sweep, settled, schemas, ready, errors } = await past()
  await open('400', me)
  erased.count = 1
  await sweep()
  await settled()
  expect([await schemas(), errors]).toEqual([0, []])
  expect((await ready('400')).status).toBe('ready')
})

it('leaves nothing behind when the server stops', async () => {
  const { open, close, schemas, pool } = await past()
  await open('400', me)
  await close()
  expect([await schemas(), (await pool.query('SELECT FROM app.past_views')).rows]).toEqual([0, []])
})

it('says why a moment could not be built, and tries again when asked again', async () => {
  const fails = { still: true }
  const projection = fragile((words) => !fails.still || !words.endsWith(' 50'))
  const { open, settled, errors, schemas, ready } = await past({ projections: [projection] })
  await open('400', me)
  await settled()
  await expect(open('400', me)).rejects.toThrow('The tables of this moment could not be built.')
  expect([errors.map(String), await schemas()]).toEqual([[expect.stringContaining('too much to bear')], 0])
  fails.still = false
  expect((await ready('400')).status).toBe('ready')
})

it('is not what another version of the program built', async () => {
  const { ready, process, pool } = await past()
  await ready('400')
  await pool.query(`UPDATE app.past_views SET versions = 'notes 0'`)
  expect(await process().find('400')).toBe(null)
})

it('knows no position beyond the log', async () => {
  const { open } = await past()
  await expect(open('100000', me)).rejects.toThrow('There is no event at position 100000.')
})
