import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import pg from 'pg'
import { createApp } from '../backend/app.ts'
import { parseConfig } from '../backend/config/config.ts'
import { loadSecrets } from '../backend/config/secrets.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { startUp } from '../backend/startup.ts'

/** One server in its own process: `prayer-server.ts <ours|bare> <database url>`. */
const [kind, databaseUrl = ''] = process.argv.slice(2)

async function ours() {
  const dataDir = mkdtempSync(join(tmpdir(), 'campaign-bench-'))
  const config = parseConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMITS: 'off',
    DEMO_CONTENT: 'off',
    SERVE_SITE: 'off',
    LOG_LEVEL: 'error',
    // Two servers on one log.
    APP_SECRET: process.env.APP_SECRET,
    EVENTSTORE_URL: process.env.EVENTSTORE_URL,
  })
  const app = await createApp({ config, secrets: loadSecrets(config), database: connect(databaseUrl, { max: 20 }) })
  await app.http.ready()
  const ownerUrl = process.env.DATABASE_MIGRATION_URL
  await startUp({ app, config, ownerUrl, signal: new AbortController().signal, onProgress: () => {} })
  return app.http
}

/** The minimum that a web service storing a prayer can do: parse, one durable INSERT, respond. */
async function bare() {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 32 })
  await pool.query(
    'CREATE TABLE IF NOT EXISTS bare_prayers (id serial PRIMARY KEY, first_name text, prayer text, created_at timestamptz DEFAULT now())',
  )
  const app = fastify()
  app.post<{ Body: { firstName: string; prayer: string } }>('/api/prayers', async ({ body }, reply) => {
    const { rows } = await pool.query({
      name: 'insert',
      text: 'INSERT INTO bare_prayers (first_name, prayer) VALUES ($1, $2) RETURNING id, created_at',
      values: [body.firstName, body.prayer],
    })
    reply.code(201)
    return rows[0]
  })
  return app
}

process.on('SIGINT', () => process.exit())
const app = kind === 'bare' ? await bare() : await ours()
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
