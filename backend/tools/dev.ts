import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '../config/config.ts'
import { environment } from '../config/environment.ts'
import { urlHere } from '../config/hosts.ts'
import { ownCampaign } from '../config/own-campaign.ts'
import { loadSecrets } from '../config/secrets.ts'
import { onStopSignals } from '../kernel/concurrency/stop-signals.ts'
import { embeddedPostgres } from '../kernel/database/embedded/embedded-postgres.ts'
import { freePort } from '../kernel/database/embedded/process.ts'
import { StartupError } from '../kernel/database/startup-error.ts'
import { stopWithNpm } from './parent-watch.ts'

/**
 * `npm run dev`: the Astro development server on PORT (with hot reload) in front of the backend, which restarts on
 * every change. The database is started here once, so that those restarts are fast.
 */
const root = join(import.meta.dirname, '..', '..')

async function develop(): Promise<void> {
  const config = loadConfig()
  const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, loadSecrets(config).database)
  await embedded?.start()
  const backendPort = String(await freePort())
  const { host, port } = config
  const backend = run([...watching('backend', 'brand', 'contract', 'records'), 'backend/server.ts'], {
    DATABASE_URL: config.databaseUrl ?? embedded?.serverUrl,
    DATABASE_MIGRATION_URL: config.databaseMigrationUrl ?? embedded?.url,
    PUBLIC_URL: config.publicUrl ?? urlHere(config),
    HOST: '127.0.0.1',
    PORT: backendPort,
    SERVE_SITE: 'off',
  })
  // Astro takes the words of the campaign in once, as it starts.
  const astro = [...watching('contract/campaign.ts', 'site/content'), 'node_modules/astro/bin/astro.mjs']
  const site = run([...astro, 'dev', '--host', host, '--port', String(port)], {
    BACKEND_URL: `http://127.0.0.1:${backendPort}`,
  })
  const close = async () => {
    backend.kill('SIGTERM')
    site.kill('SIGTERM')
    await embedded?.stop()
    process.exit(0)
  }
  onStopSignals(close, () => {
    embedded?.shutDown()
    process.exit(1)
  })
}

const watching = (...paths: string[]) =>
  [...paths, ownCampaign.folder].flatMap((path) => (path === null ? [] : [`--watch-path=${path}`]))

function run(args: string[], variables: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env: { ...environment(), ...variables }, stdio: 'inherit' })
}

stopWithNpm()
develop().catch((error: unknown) => {
  if (!(error instanceof StartupError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
})
