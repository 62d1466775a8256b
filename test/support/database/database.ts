import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../../backend/kernel/database/connect.ts'
import { ignoreIdleErrors } from '../../../backend/kernel/database/pool.ts'
import { clean, type Moment, momentOn } from './clean-database.ts'
import { asServer, grantDatabase } from './server-role.ts'

/** For what only the owner of the tables may do, such as damaging the log. */
export async function asOwner(
  { options: { connectionString = '' } }: pg.Pool,
  sql: string,
  values: unknown[] = [],
): Promise<pg.QueryResult> {
  const owner = new pg.Client({ connectionString: ownerUrlOf(connectionString) })
  await owner.connect()
  try {
    return await (values.length > 0 ? owner.query(sql, values) : owner.query(sql))
  } finally {
    await owner.end()
  }
}

/** The same database for the owner of its tables. */
export function ownerUrlOf(serverUrl: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = new URL(serverUrl).pathname
  return url.href
}

/**
 * A migrated, empty database on the PostgreSQL of this run, for one test (or, given `afterAll`, for one file). Another
 * test may have used it, because cleaning one costs a fraction of creating one.
 */
export const createTestDatabase = (whenDone: WhenDone = onTestFinished): Promise<Database> =>
  cleanDatabase('template_migrated', whenDone)

/** The same with the empty tables of every projection, as a first start makes them. */
export const createProjectedDatabase = (whenDone: WhenDone = onTestFinished): Promise<Database> =>
  cleanDatabase('template_projected', whenDone)

/** The same without any of our tables. */
export async function createEmptyDatabase(whenDone: WhenDone = onTestFinished): Promise<Database> {
  const { url, drop } = await create('template0')
  const database = connect(url)
  whenDone(async () => {
    await database.close()
    await drop()
  })
  return database
}

/** A copy of a database whose site has stopped, or of a template, for the server’s role. */
export async function createCopyOf(name: string, whenDone: WhenDone = onTestFinished): Promise<Database> {
  // A connection that was closed a moment ago may not have ended.
  await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  const { url, drop } = await create(name)
  const database = connect(asServer(url))
  whenDone(async () => {
    if (!database.pool.ended) await database.close()
    await drop()
  })
  return database
}

type WhenDone = (cleanUp: () => Promise<void>) => void

/** One connection per worker: a new one for each command costs as much as the command. */
let administration: pg.Pool | undefined

function administer(sql: string): Promise<unknown> {
  administration ??= ignoreIdleErrors(
    new pg.Pool({ connectionString: `${inject('postgresUrl')}/postgres`, max: 1, allowExitOnIdle: true }),
  )
  return administration.query(sql)
}

async function create(template: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  await administer(grantDatabase(name))
  return { url: `${inject('postgresUrl')}/${name}`, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}

/** A copy of a template that serves one test after the other. */
type Copy = {
  template: string
  url: string
  cleaner: pg.Client
  cleanSince: Moment
  drop(): Promise<void>
}

const unused = new Map<string, Copy[]>()

async function cleanDatabase(template: string, whenDone: WhenDone): Promise<Database> {
  const copies = unused.get(template) ?? []
  unused.set(template, copies)
  const copy = copies.pop() ?? (await copyOf(template))
  const database = connect(asServer(copy.url))
  whenDone(async () => {
    await database.close()
    if (await cleanUp(copy)) copies.push(copy)
    else await copy.drop()
  })
  return database
}

async function copyOf(template: string): Promise<Copy> {
  const { url, drop } = await create(template)
  const cleaner = new pg.Client({ connectionString: url, options: '-c jit=off -c plan_cache_mode=force_generic_plan' })
  await cleaner.connect()
  cleaner.on('error', () => {})
  return {
    template,
    url,
    cleaner,
    cleanSince: await momentOn(cleaner),
    async drop() {
      await cleaner.end().catch(() => {})
      await drop()
    },
  }
}

/** False when another test must not get it. */
async function cleanUp(copy: Copy): Promise<boolean> {
  const { cleaner, cleanSince, template } = copy
  const known = inject('templates')[template]
  if (!known) return false
  // A test may have ended all connections.
  const moment = await clean(cleaner, known, cleanSince).catch(() => null)
  if (moment === null) return false
  copy.cleanSince = moment
  return true
}
