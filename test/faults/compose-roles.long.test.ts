import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { visitor } from '../support/app/visitor.ts'
import { startDebianPostgres } from '../support/database/debian-postgres.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const script = join(import.meta.dirname, '..', '..', 'ops', 'postgres-roles.sh')
const serverPassword = `it's "quoted" $1`

/** A fresh server after the script that the image of PostgreSQL runs. */
async function serverWithRoles(ownerPassword: string) {
  const postgres = await startDebianPostgres()
  if (!postgres) return null
  const { hostname, port } = new URL(postgres.url)
  const psql = { PATH: process.env.PATH, PGHOST: hostname, PGPORT: port, PGUSER: 'postgres' }
  execFileSync('psql', ['-c', 'CREATE ROLE campaign_owner LOGIN SUPERUSER'], { env: psql, stdio: 'pipe' })
  execFileSync('psql', ['-c', 'CREATE DATABASE campaign OWNER campaign_owner'], { env: psql, stdio: 'pipe' })
  const settings = {
    DATABASE_USER: 'campaign',
    DATABASE_PASSWORD: serverPassword,
    DATABASE_MIGRATION_PASSWORD: ownerPassword,
  }
  execFileSync(script, { env: { ...psql, ...settings, POSTGRES_USER: 'campaign_owner', POSTGRES_DB: 'campaign' } })
  const folder = temporaryDataFolder()
  const env = { ...settings, DATABASE_HOST: hostname, DATABASE_PORT: port, DATABASE_NAME: 'campaign' }
  const app = await createTestApp({ http: 'socket', folder, env })
  onTestFinished(async () => {
    await app.stop()
    await postgres.stop()
    await folder.remove()
  })
  const prayer = { prayer: 'Rain', firstName: 'Ruth' }
  expect((await visitor(app.url).post('/api/prayers', prayer)).status).toBe(201)
  const client = new pg.Client({ connectionString: `${postgres.url}/campaign` })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('SET ROLE campaign')
  return client
}

it('the server’s role of Docker Compose runs the site and cannot change the log', async ({ skip }) => {
  const asServer = await serverWithRoles('owner')
  if (!asServer) return skip('PostgreSQL of Debian is not installed.')
  await expect(asServer.query('DELETE FROM eventlog.events')).rejects.toThrow('permission denied')
  await expect(asServer.query('CREATE TABLE app.more ()')).rejects.toThrow('permission denied')
})

it('without a password of the owner’s own, one role owns the database, as before', async ({ skip }) => {
  const asServer = await serverWithRoles('')
  if (!asServer) return skip('PostgreSQL of Debian is not installed.')
  const { rows } = await asServer.query(
    "SELECT pg_get_userbyid(datdba) AS owner, (SELECT rolsuper FROM pg_roles WHERE rolname = 'campaign') AS is_super FROM pg_database WHERE datname = 'campaign'",
  )
  expect(rows).toEqual([{ owner: 'campaign', is_super: false }])
})
