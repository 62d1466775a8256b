import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect, type Database } from '../../../backend/kernel/database/connect.ts'
import { embeddedPostgres } from '../../../backend/kernel/database/embedded/embedded-postgres.ts'
import { migrateAsOwner } from '../../../backend/kernel/database/migrate.ts'
import { createPostgresLog } from '../../../backend/kernel/eventlog/postgres/postgres-log.ts'
import { bringUpToDate } from '../../../backend/kernel/projector/bring-up-to-date.ts'
import { projections } from '../../../backend/projections/index.ts'
import { readTemplate, type Template } from './clean-database.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { quitServer } from './end-server.ts'
import { fastDisk } from './fast-disk.ts'
import { asServer, createServerRole, grantDatabase, knownPassword } from './server-role.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templates: { [name: string]: Template }
  }
}

/** The databases that tests copy, made as a start of the product makes them: the owner migrates, the server does the rest. */
const templates = {
  template_migrated: (server: Database, ownerUrl: string) => migrateAsOwner(server, ownerUrl),
  async template_projected(server: Database, ownerUrl: string) {
    await migrateAsOwner(server, ownerUrl)
    const { pool } = server
    const nothingYet = { log: createPostgresLog(pool), decode: async () => [] }
    await bringUpToDate({ ...nothingYet, pool, projections })
    await nothingYet.log.close()
  },
}

type Started = { url: string; stop(): Promise<void> }

/** The one that the product brings along. */
async function startEmbedded(): Promise<Started> {
  const folder = await mkdtemp(join(fastDisk(), 'campaign-test-'))
  await chmod(folder, 0o755) // for the user `postgres`
  const postgres = await embeddedPostgres(folder, 'test', {
    settings: ['max_connections=300', 'autovacuum=off'],
    // Nothing here outlives the run, and every test opens connections: no iterations against guessed passwords.
    initdb: ['--set=scram_iterations=1'],
  })
  // A run that is interrupted never stops it.
  process.once('exit', () => quitServer(join(folder, 'postgres')))
  await postgres.start()
  const url = postgres.url.replace(/\/campaign$/, '')
  await ask(url, knownPassword)
  return {
    url,
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The one that Debian ships, which CI runs the tests of our SQL against too. */
async function startDebian(): Promise<Started> {
  const debian = await startDebianPostgres(['max_connections=300', 'autovacuum=off'], fastDisk())
  if (!debian) throw new Error('Install Debian’s package postgresql first: apt-get install postgresql.')
  await ask(debian.url, createServerRole)
  return debian
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** One real PostgreSQL for the whole run; each test gets a copy of a template (test/support/database/database.ts). */
export default async function setup(project: TestProject) {
  const { url, stop } = await (process.env.TEST_POSTGRES === 'debian' ? startDebian() : startEmbedded())
  const admin = new pg.Client(`${url}/postgres`)
  await admin.connect()
  const known: { [name: string]: Template } = {}
  for (const [template, prepare] of Object.entries(templates)) {
    await admin.query(`CREATE DATABASE ${template}`)
    await admin.query(grantDatabase(template))
    const [owner, server] = [connect(`${url}/${template}`), connect(asServer(`${url}/${template}`))]
    await prepare(server, owner.url)
    known[template] = await readTemplate(owner.pool)
    await Promise.all([owner.close(), server.close()])
  }
  await admin.end()
  project.provide('postgresUrl', url)
  project.provide('templates', known)
  return stop
}
