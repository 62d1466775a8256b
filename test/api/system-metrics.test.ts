import { describe, expect, it } from 'vitest'
import { systemMetrics as names } from '../../contract/system-metrics.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { asOwner } from '../support/database/database.ts'

const url = '/api/admin/system-metrics'
const admin = { as: 'admin' } as const

const keep = ({ database }: TestApp, name: string, ago: string, value: number, fold = 'sum', minutes = 1) =>
  database.pool.query(
    `INSERT INTO app.system_metrics (metric_name, minutes, at, metric_value, fold)
     VALUES ($1, $2, date_trunc('minute', now() - $3::interval), $4, $5)`,
    [name, minutes, ago, value, fold],
  )

/** Commands of a sign-up: joining the list, and asking people who unsubscribed whether they want mail again. */
const perSignUp = 2

async function whole() {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const read = async (range = 'hour') =>
    app.http.inject({ url: `${url}?range=${range}`, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const latest = async () => (await read()).json().points.at(-1).values
  const join = (email: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/email-signup',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { email },
    })
  return { ...app, cookie, read, latest, join }
}

describe('the system metrics of the running product', () => {
  it('count requests by status, commands and events, and measure what they took', async () => {
    const { systemMetrics, latest, join, http, database } = await whole()
    await systemMetrics.record()
    await database.pool.query('DELETE FROM app.system_metrics')
    expect((await join('ruth@example.org')).statusCode).toBe(201)
    expect((await http.inject('/api/nothing')).statusCode).toBe(404)
    await systemMetrics.record()
    const values = await latest()
    expect(values).toMatchObject({ requests_2xx: 1, requests_4xx: 1, requests_5xx: 0, commands: perSignUp })
    expect(values.appends).toBeGreaterThanOrEqual(1)
    expect(values.command_p50).toBeGreaterThan(0)
    expect(values.command_p99).toBeGreaterThanOrEqual(values.command_p50)
    expect(values.memory).toBeGreaterThan(10)
  })

  it('have every metric of the contract once this process does the common work', async () => {
    const { systemMetrics, latest, join, projector } = await whole()
    projector.start()
    await expect.poll(() => projector.role).toBe('active')
    await join('ruth@example.org')
    await systemMetrics.record()
    const values = await latest()
    expect(Object.keys(values).toSorted()).toEqual([...names].toSorted())
    expect([values.mails_given_up, values.disk_used > 0, values.disk_used <= 100]).toEqual([0, true, true])
  })

  it('of several processes in one minute add up, or show the worst', async () => {
    const { systemMetrics, latest, join, database } = await whole()
    // Both in one minute.
    const second = 'SELECT extract(second FROM now())::int AS at'
    await expect.poll(async () => (await database.pool.query(second)).rows[0].at, { timeout: 30_000 }).toBeLessThan(50)
    await systemMetrics.record()
    await database.pool.query('DELETE FROM app.system_metrics')
    await join('ruth@example.org')
    await systemMetrics.record()
    const { memory } = await latest()
    await database.pool.query(`UPDATE app.system_metrics SET metric_value = 9e9 WHERE metric_name = 'memory'`)
    await join('naomi@example.org')
    await systemMetrics.record()
    const values = await latest()
    expect(values).toMatchObject({ commands: 2 * perSignUp, memory: 9e9 })
    expect(memory).toBeLessThan(9e9)
  })

  it.each([
    ['a full disk', `RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'`],
    ['a clock that no time fits', `RAISE EXCEPTION 'timestamp out of range' USING ERRCODE = '22008'`],
  ])('are all that %s loses', async (_what, failure) => {
    const { systemMetrics, read, latest, join, database } = await whole()
    const sql = (text: string) => asOwner(database.pool, text)
    await sql(`CREATE FUNCTION app.fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${failure}; END $$`)
    await sql('CREATE TRIGGER fail BEFORE INSERT ON app.system_metrics FOR EACH STATEMENT EXECUTE FUNCTION app.fail()')
    await sql('DELETE FROM app.system_metrics')
    await join('ruth@example.org')
    await expect(systemMetrics.record()).rejects.toThrow()
    expect((await join('naomi@example.org')).statusCode).toBe(201)
    expect((await read()).json().points).toEqual([])
    await sql('DROP TRIGGER fail ON app.system_metrics')
    await systemMetrics.record()
    expect(await latest()).toMatchObject({ commands: perSignUp })
  })
})

describe('the system metrics', () => {
  it('are for admins, and take a known range', async () => {
    const { get } = await createTestApp()
    expect((await get(url)).statusCode).toBe(401)
    expect((await get(url, { as: 'supporter' })).statusCode).toBe(403)
    expect((await get(url, admin)).json()).toEqual({ step: 1, points: [] })
    const answer = await get(`${url}?range=century`, admin)
    expect([answer.statusCode, answer.body]).toMatchObject([400, expect.stringContaining('hour, day, month, years')])
  })

  it('of a longer range are per minute on average, or the worst', async () => {
    const app = await createTestApp()
    for (const [ago, count] of [
      ['400 days', 6000],
      ['400 days 1 hour', 0],
    ] as const)
      await keep(app, 'commands', ago, count, 'sum', 60)
    await keep(app, 'seal_lag', '400 days', 3, 'max', 60)
    await keep(app, 'seal_lag', '400 days 1 hour', 8, 'max', 60)
    const { step, points } = (await app.get(`${url}?range=years`, admin)).json()
    expect(step).toBe(7 * 24 * 60)
    const commands = points.reduce(
      (sum: number, { values }: { values: { commands: number } }) => sum + values.commands,
      0,
    )
    expect(commands).toBeCloseTo(6000 / step)
    expect(Math.max(...points.map(({ values }: { values: { seal_lag: number } }) => values.seal_lag))).toBe(8)
    expect((await app.get(`${url}?range=month`, admin)).json().points).toEqual([])
  })

  it('are folded to hours after 30 days, and kept for two years', async () => {
    const app = await whole()
    const { database, systemMetrics } = app
    await database.pool.query('DELETE FROM app.system_metrics')
    await database.pool.query(
      `INSERT INTO app.system_metrics
       SELECT name, 1, date_trunc('hour', now() - interval '40 days') + minute * interval '1 minute', minute, fold
       FROM generate_series(0, 119) AS minute,
         (VALUES ('commands', 'sum'), ('memory', 'max'), ('mails_waiting', 'mean')) AS metric (name, fold)
       UNION ALL SELECT 'commands', 1, date_trunc('minute', now() - interval '29 days'), 7, 'sum'
       UNION ALL SELECT 'commands', 60, now() - interval '731 days', 1, 'sum'
       UNION ALL SELECT 'commands', 60, now() - interval '729 days', 2, 'sum'`,
    )
    for (const _twice of [1, 2]) await systemMetrics.fold()
    const { rows } = await database.pool.query(
      // Whenever a minute ends, the product adds what it measured in it.
      `SELECT metric_name AS name, minutes, metric_value AS value FROM app.system_metrics
       WHERE at < now() - interval '1 day' ORDER BY at, name`,
    )
    expect(rows).toEqual([
      { name: 'commands', minutes: 60, value: 2 },
      { name: 'commands', minutes: 60, value: (59 * 60) / 2 },
      { name: 'mails_waiting', minutes: 60, value: 29.5 },
      { name: 'memory', minutes: 60, value: 59 },
      { name: 'commands', minutes: 60, value: (59 * 60) / 2 + 3600 },
      { name: 'mails_waiting', minutes: 60, value: 89.5 },
      { name: 'memory', minutes: 60, value: 119 },
      { name: 'commands', minutes: 1, value: 7 },
    ])
  })
})
