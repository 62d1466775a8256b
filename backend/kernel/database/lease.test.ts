import { expect, it } from 'vitest'
import { asOwner, createTestDatabase } from '../../../test/support/database/database.ts'
import { createLease, LeaseLost } from './lease.ts'

const expire = `UPDATE app.leases SET expires = '-infinity'`

it('has one holder at a time and can be acquired again once released', async () => {
  const { pool } = await createTestDatabase()
  const [first, second] = [createLease({ pool, name: 'work' }), createLease({ pool, name: 'work' })]
  expect(await first.acquire()).toBe(true)
  expect(await second.acquire()).toBe(false)
  await first.release()
  expect(await second.acquire()).toBe(true)
  expect(await createLease({ pool, name: 'other work' }).acquire()).toBe(true)
})

it('stops a holder from writing once its lease has expired and been taken over', async () => {
  const { pool } = await createTestDatabase()
  const [old, successor] = [createLease({ pool, name: 'work' }), createLease({ pool, name: 'work' })]
  await asOwner(pool, 'CREATE TABLE app.written (by text); GRANT ALL ON app.written TO campaign_server')
  await old.acquire()
  await pool.query(expire)
  expect(await successor.acquire()).toBe(true)

  await expect(old.transaction((client) => client.query(`INSERT INTO app.written VALUES ('old')`))).rejects.toThrow(
    LeaseLost,
  )
  expect(old.epoch).toBeNull()
  await successor.transaction((client) => client.query(`INSERT INTO app.written VALUES ('successor')`))
  expect((await pool.query('SELECT by FROM app.written')).rows).toEqual([{ by: 'successor' }])
})

it('is not handed to a successor before the running transaction has ended', async () => {
  const { pool } = await createTestDatabase()
  const [old, successor] = [createLease({ pool, name: 'work' }), createLease({ pool, name: 'work' })]
  const order: string[] = []
  await old.acquire()
  await pool.query(expire)
  const begun = Promise.withResolvers<void>()
  const { promise: paused, resolve: resume } = Promise.withResolvers<void>()
  const writing = old.transaction(async () => {
    begun.resolve()
    await paused
    order.push('old has written')
  })
  await begun.promise
  const taking = successor.acquire().then(() => order.push('successor has acquired'))
  const waiting = async () =>
    (
      await pool.query(`SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rows
  await expect.poll(waiting).toEqual([{ count: 1 }])
  resume()
  await Promise.all([writing, taking])
  expect(order).toEqual(['old has written', 'successor has acquired'])
})

it('throws instead of renewing when another holder has taken over', async () => {
  const { pool } = await createTestDatabase()
  const lease = createLease({ pool, name: 'work', leaseDuration: 0 })
  await lease.acquire()
  expect(await lease.renew()).toBe(true)
  await createLease({ pool, name: 'work' }).acquire()
  await expect(lease.renew()).rejects.toThrow(LeaseLost)
})

it('does not wait for a holder from before the database server started', async () => {
  const { pool } = await createTestDatabase()
  const hour = 3_600_000
  await createLease({ pool, name: 'work', leaseDuration: hour }).acquire()
  const successor = createLease({ pool, name: 'work', leaseDuration: hour })
  expect(await successor.acquire()).toBe(false)
  await pool.query(`UPDATE app.leases SET expires = pg_postmaster_start_time() + interval '59 minutes'`)
  expect(await successor.acquire()).toBe(true)
})
