import { flushCompileCache } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { campaign, campaignTexts, privacy, volunteerInterests } from '../contract/campaign.ts'
import { firstAdminNotice } from './composition/first-admin-notice.ts'
import { builtCampaign } from './config/built-campaign.ts'
import { checkCampaign, rejectSampleCampaign, rejectUnnamedModerator } from './config/campaign-check.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { loadSealKey } from './config/load-seal-key.ts'
import { openSecretsHere } from './config/open-secrets.ts'
import { loadSecrets } from './config/secrets.ts'
import { unencryptedConnections } from './config/transport.ts'
import { unknownSettingsHere } from './config/unknown-settings.ts'
import { onStopSignals } from './kernel/concurrency/stop-signals.ts'
import { openDataFolder } from './kernel/database/embedded/data-folder.ts'
import { type EmbeddedPostgres, embeddedPostgres } from './kernel/database/embedded/embedded-postgres.ts'
import { StartupError } from './kernel/database/startup-error.ts'
import type { EarlyServer } from './kernel/http/early-server.ts'
import { closeOnSignals } from './kernel/http/shutdown.ts'
import { createProgressBar } from './kernel/projector/progress-bar.ts'
import { wrongAddress } from './pages/serving/built-pages.ts'
import { dist } from './pages/serving/dist.ts'
import type { EarlyPages } from './pages/serving/early-pages.ts'

export type Early = { server: EarlyServer; pages: EarlyPages }

/**
 * Reads the settings, starts the database and, while that comes up, loads the program; then starts it, and shuts it down
 * in order. `early`: the server that already listens (server.ts).
 */
async function run(early: Early | null): Promise<void> {
  // Before the settings are checked: what is missing may be there under another name.
  for (const sentence of unknownSettingsHere()) console.error(sentence)
  const config = loadConfig()
  checkCampaign(campaign, campaignTexts, volunteerInterests)
  rejectUnnamedModerator(config.moderationUrl, privacy)
  const built = config.servesSite ? builtPages(config) : null
  if (config.isProduction) rejectSampleCampaign(campaign)
  const folder = openDataFolder(config.dataDir)
  process.once('exit', folder.release)
  const secrets = loadSecrets(config)
  for (const sentence of openSecretsHere(config)) console.error(sentence)
  const sealKey = loadSealKey(config, secrets)
  const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, secrets.database)
  if (early) await atPort('PORT', config.port, () => early.server.opened, config.host)
  const starting = early && embedded ? startEarly(embedded) : null
  try {
    await load({ config, secrets, sealKey, embedded, starting, early, built })
  } catch (error) {
    await starting?.stop()
    throw error
  }
}

/** Starts the database before there is an app that could close it or report its problems. */
function startEarly(embedded: EmbeddedPostgres) {
  let report = (problem: Error) => console.error(`The database is down: ${problem.message}`)
  const end = () => void embedded.stop().finally(() => process.exit(0))
  const giveUp = () => {
    embedded.shutDown()
    process.exit(1)
  }
  const endWatch = onStopSignals(end, giveUp)
  const started = embedded.start((problem) => report(problem))
  started.catch(() => {}) // the awaiting caller reports it
  return {
    started,
    stop: () => embedded.stop(),
    /** From now on the app closes it on signals, and reports problems. */
    handOver(reporter: typeof report) {
      report = reporter
      endWatch()
    },
  }
}

type Loading = {
  config: Config
  secrets: ReturnType<typeof loadSecrets>
  sealKey: ReturnType<typeof loadSealKey>
  embedded: EmbeddedPostgres | undefined
  starting: ReturnType<typeof startEarly> | null
  early: Early | null
  built: ReturnType<typeof builtPages> | null
}

/**
 * Loading one module with all its imports blocks the process. So the largest ones are loaded one by one, and pages are
 * answered in between; the order only matters for that.
 */
const parts: (() => Promise<unknown>)[] = [
  () => import('fastify'),
  () => import('knex'),
  () => import('./kernel/http/metrics.ts'),
  () => import('./kernel/http/foundation.ts'),
  () => import('./core.ts'),
  () => import('./moderation/moderators.ts'),
  () => import('./pages/site-pages.ts'),
  () => import('./email-campaign-sending/index.ts'),
  () => import('./commands/auth/index.ts'),
  () => import('./commands/index.ts'),
  () => import('./queries/index.ts'),
  () => import('./reactors/index.ts'),
]

async function loadParts(): Promise<void> {
  for (const part of parts) {
    await part()
    await setImmediate()
  }
}

async function load({ config, secrets, sealKey, embedded, starting, early, built }: Loading): Promise<void> {
  await loadParts()
  const [{ createApp }, { connect }, { startUp }, { listenForMetrics }] = await Promise.all([
    import('./app.ts'),
    import('./kernel/database/connect.ts'),
    import('./startup.ts'),
    import('./kernel/http/metrics.ts'),
  ])
  const database = connect(config.databaseUrl ?? embedded?.serverUrl ?? '', { max: config.databaseConnections })
  const app = await createApp({ config, secrets, sealKey, database, early: early?.server })
  const { http } = app
  const reportDatabase = (problem: Error) => http.log.error(`The database is down: ${problem.message}`)
  const closing = new AbortController()
  http.addHook('preClose', async () => {
    app.site?.server.drain()
    closing.abort()
  })
  let metrics: Awaited<ReturnType<typeof listenForMetrics>> | undefined
  http.addHook('onClose', async () => {
    await app.closeParts()
    await database.close()
    await metrics?.close()
    await embedded?.stop()
  })
  closeOnSignals(http, {
    drainSeconds: config.drainSeconds,
    onDrain: () => app.site?.server.drain(),
    onGiveUp: embedded?.shutDown,
  })
  starting?.handOver(reportDatabase)
  try {
    const { metricsPort, port, host } = config
    if (metricsPort !== undefined)
      metrics = await atPort('METRICS_PORT', metricsPort, () =>
        listenForMetrics(app.registry, metricsPort, { host: config.host, token: config.metricsToken }),
      )
    await atPort('PORT', port, () => http.listen({ port, host }), host)
    early?.pages.countServed(app.traffic.onServed)
    await (starting?.started ?? embedded?.start(reportDatabase))
    const onProgress = createProgressBar('Bringing the read tables up to date')
    const ownerUrl = config.databaseMigrationUrl ?? embedded?.url
    if (config.isProduction && ownerUrl === undefined)
      http.log.warn('The server owns its tables. Set DATABASE_MIGRATION_URL, so that it may only do what it needs.')
    for (const sentence of unencryptedConnections(config)) http.log.warn(sentence)
    for (const sentence of built?.defaults ?? []) http.log.info(sentence)
    const { firstAdminLink } = await startUp({ app, config, ownerUrl, signal: closing.signal, onProgress })
    const lines = [
      `Ready: ${app.publicUrl()}`,
      ...firstAdminNotice(firstAdminLink, { dataDir: config.dataDir, isTerminal: process.stdout.isTTY }),
      ...(config.hasOutboxPages && !config.smtpUrl ? [`Mail: ${app.publicUrl()}/dev/mail`] : []),
    ]
    console.log(lines.join('\n'))
    flushCompileCache() // it would otherwise be lost with a killed process
  } catch (error) {
    if (closing.signal.aborted) return // stopped while starting: closeOnSignals ends the process
    explain(error)
    await http.close()
    process.exit(exitCodeOf(error))
  }
}

/** The pages were built with the words of the campaign and, in production, for PUBLIC_URL, which is in their links. */
function builtPages({ isProduction, publicUrl }: Config) {
  const wrong = isProduction && publicUrl ? wrongAddress(dist, publicUrl) : null
  if (wrong !== null) throw new StartupError(wrong)
  const built = builtCampaign(dist)
  if (built === null)
    throw new StartupError(
      'The pages were built before the campaign’s folder changed. Run `npm run build` (with Docker: `docker compose up --detach --build`).',
    )
  return built
}

/** Turns the errors of a listener into a StartupError. */
async function atPort<Result>(
  setting: string,
  port: number,
  open: () => Promise<Result>,
  host = '127.0.0.1',
): Promise<Result> {
  try {
    return await open()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'EADDRINUSE') {
      const { portOwner } = await import('./kernel/http/port-owner.ts')
      throw new StartupError(
        `Port ${port} is taken. Stop ${portOwner(port) ?? 'the program that uses it'}, or choose another port, such as ${setting}=${port + 1} npm start.`,
      )
    }
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} needs special rights: choose one above 1024 with ${setting}.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`This machine has no address ${host}. Set HOST to one it has, such as 127.0.0.1.`)
    throw error
  }
}

/** One sentence for problems an operator can fix, the full error otherwise. */
function explain(error: unknown): void {
  console.error(error instanceof StartupError || error instanceof ConfigError ? error.message : error)
}

/** 78 (EX_CONFIG of sysexits.h): another start would fail as well, so that systemd does not try one. */
const exitCodeOf = (error: unknown) => (error instanceof ConfigError ? 78 : 1)

/** When it cannot start, it ends the process with a sentence and 78 for wrong settings or words of the campaign, else 1. */
export async function main(early: Early | null): Promise<void> {
  try {
    await run(early)
  } catch (error) {
    explain(error)
    process.exit(exitCodeOf(error))
  }
}
