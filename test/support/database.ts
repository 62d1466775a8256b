import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../backend/database/connect.ts'
import { ignoreIdleErrors } from '../../backend/database/pool.ts'

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

/** One connection per worker: a new one for each command costs as much as the command. */
let administration: pg.Pool | undefined

function administer(sql: string): Promise<unknown> {
  administration ??= ignoreIdleErrors(
    new pg.Pool({ connectionString: `${inject('postgresUrl')}/postgres`, max: 1, allowExitOnIdle: true }),
  )
  return administration.query(sql)
}

async function createDatabase(template: string, whenDone: WhenDone): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const database = connect(`${inject('postgresUrl')}/${name}`)
  whenDone(async () => {
    await database.close()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return database
}
