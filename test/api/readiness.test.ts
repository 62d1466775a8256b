import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../backend/kernel/database/connect.ts'
import { createTestApp } from '../support/app/app.ts'
import { asOwner, createEmptyDatabase } from '../support/database/database.ts'

it('while a first start still creates the database, /readyz says so, and reports no problem', async () => {
  const { url } = await createEmptyDatabase()
  for (const notYet of [url, `${url}_absent`]) {
    const database = connect(notYet)
    onTestFinished(database.close)
    const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'nothing', database })
    const answer = await app.http.inject('/readyz')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json()).toEqual({ ready: false, checks: { started: false } })
  }
})

it('/readyz is 503 with the reason while commands cannot be saved, until they can, and records nothing about it', async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', overrides: { probeEvery: 20 } })
  const { pool } = app.database
  const submit = () =>
    app.http.inject({
      method: 'POST',
      url: '/api/prayers',
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: { prayer: 'For rain.', firstName: 'Ruth' },
    })
  const ready = async () => {
    const answer = await app.http.inject('/readyz')
    return [answer.statusCode, answer.json().checks.writes]
  }
  const events = async () => (await pool.query('SELECT FROM eventlog.events')).rowCount
  expect((await submit()).statusCode).toBe(201)
  expect(await ready()).toEqual([200, 'ok'])
  const before = await events()

  const full = ['eventlog.events', 'app.write_probes']
  await asOwner(
    pool,
    `CREATE FUNCTION app.refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
  )
  for (const table of full)
    await asOwner(pool, `CREATE TRIGGER full_disk BEFORE INSERT ON ${table} EXECUTE FUNCTION app.refuse()`)
  expect((await submit()).statusCode).toBe(503)
  const reason = 'The disk of PostgreSQL is full, so nothing can be saved. Free up space there.'
  for (let time = 1; time <= 5; time++) expect(await ready()).toEqual([503, reason])
  expect(await events()).toBe(before)

  for (const table of full) await asOwner(pool, `DROP TRIGGER full_disk ON ${table}`)
  await expect.poll(ready).toEqual([200, 'ok'])
  expect((await submit()).statusCode).toBe(201)
})
