import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../backend/database/connect.ts'

/** A migrated, empty database of its own on the run's PostgreSQL; dropped when the test (or, given `afterAll`, the file) ends. */
export async function createTestDatabase(
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = async (sql: string) => {
    const client = new pg.Client(`${server}/postgres`)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await admin(`CREATE DATABASE ${name} TEMPLATE template_campaign`)
  const database = connect(`${server}/${name}`)
  whenDone(async () => {
    await database.close()
    await admin(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return database
}
