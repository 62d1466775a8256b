import createKnex from 'knex'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../../test/support/database/database.ts'
import { createPool } from '../kernel/database/pool.ts'
import { rowBatches } from './row-batches.ts'

const knex = createKnex({ client: 'pg' })

it('a connection that it gives back has the listeners it had before', async () => {
  const { url } = await createEmptyDatabase()
  const pool = createPool(url, 1)
  onTestFinished(() => pool.end())
  const listeners = async () => {
    const client = await pool.connect()
    client.release()
    return client.listenerCount('error')
  }
  const before = await listeners()
  const batches = await Array.fromAsync(rowBatches(pool, knex.select(knex.raw('generate_series(1, 501) AS id'))))
  expect(batches.map(({ length }) => length)).toEqual([500, 1])
  expect(await listeners()).toBe(before)
})
