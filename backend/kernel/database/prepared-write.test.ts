import { expect, it } from 'vitest'
import { asOwner, createTestDatabase } from '../../../test/support/database/database.ts'
import { preparedWrite } from './prepared-write.ts'
import { withClient } from './transaction.ts'

it('is prepared once for each connection, also when its first run failed', async () => {
  const { pool } = await createTestDatabase()
  await asOwner(pool, 'CREATE TABLE app.written (number int PRIMARY KEY); GRANT ALL ON app.written TO campaign_server')
  await pool.query('INSERT INTO app.written VALUES (1)')
  const text = 'INSERT INTO app.written VALUES ($1) RETURNING number'
  await withClient(pool, async (client) => {
    const write = (number: string) => preparedWrite(client, { name: 'write', text, values: [number] })
    const preparedAt = async () =>
      (await client.query(`SELECT prepare_time FROM pg_prepared_statements WHERE name = 'write'`)).rows
    await expect(write('1')).rejects.toMatchObject({ code: '23505' })
    expect(await write('2')).toBe('2')
    const after = await preparedAt()
    expect(after).toHaveLength(1)
    expect(await write('3')).toBe('3')
    await expect(write('3')).rejects.toMatchObject({ code: '23505' })
    expect(await write('4')).toBe('4')
    expect(await preparedAt()).toEqual(after)
  })
})
