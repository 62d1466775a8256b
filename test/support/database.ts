import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../backend/database/connect.ts'

/**
 * A migrated, empty database on the PostgreSQL of this run; dropped when the test (or, given `afterAll`, the file)
 * ends.
 */
export const createTestDatabase = (whenDone: WhenDone = onTestFinished): Promise<Database> =>
  createDatabase('template_migrated', whenDone)

/** The same with the empty tables of every projection, as a first start makes them. */
export const createProjectedDatabase = (whenDone: WhenDone = onTestFinished): Promise<Database> =>
  createDatabase('template_projected', whenDone)

/** The same without any of our tables. */
export const createEmptyDatabase = (whenDone: WhenDone = onTestFinished): Promise<Database> =>
  createDatabase('template0', whenDone)

type WhenDone = (cleanUp: () => Promise<void>) => void

async function createDatabase(template: string, whenDone: WhenDone): Promise<Database> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = async (sql: string) => {
    const client = new pg.Client(`${server}/postgres`)
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const database = connect(`${server}/${name}`)
  whenDone(async () => {
    await database.close()
    await admin(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return database
}
