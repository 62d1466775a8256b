import type { FastifyInstance } from 'fastify'
import { campaign } from '../contract/campaign.ts'
import { createApp } from './app.ts'
import { checkCampaign } from './config/campaign-check.ts'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { loadSecrets } from './config/secrets.ts'
import { connect } from './database/connect.ts'
import { openDataFolder } from './database/embedded/data-folder.ts'
import { embeddedPostgres } from './database/embedded/embedded-postgres.ts'
import { StartupError } from './database/startup-error.ts'
import { listenForMetrics } from './http/metrics.ts'
import { closeOnSignals } from './http/shutdown.ts'
import { wrongAddress } from './pages/serving/built-pages.ts'
import { dist } from './pages/site-pages.ts'
import { startUp } from './startup.ts'
import { createProgressBar } from './tools/progress.ts'

/** The process: read settings, listen, start up, shut down in order. */
async function main(): Promise<void> {
  const config = loadConfig()
  checkCampaign(campaign)
  checkAddress(config)
  const folder = openDataFolder(config.dataDir)
  process.once('exit', folder.release)
  const secrets = loadSecrets(config)
  const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, secrets.database)
  const database = connect(config.databaseUrl ?? embedded?.url ?? '', { max: 20 })
  const app = await createApp({ config, secrets, database })
  const { http } = app
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
  closeOnSignals(http)
  try {
    const { metricsPort } = config
    if (metricsPort !== undefined)
      metrics = await atPort('METRICS_PORT', metricsPort, () => listenForMetrics(app.registry, metricsPort))
    await listen(http, config)
    await embedded?.start((problem) => http.log.error(`The database is down: ${problem.message}`))
    const onProgress = createProgressBar('Bringing the read tables up to date')
    const { firstAdminLink } = await startUp({ app, config, signal: closing.signal, onProgress })
    const lines = [
      `Ready: ${app.publicUrl()}`,
      ...(firstAdminLink ? [`First admin link, valid once, for 24 hours: ${firstAdminLink}`] : []),
      ...(config.hasOutboxPages && !config.smtpUrl ? [`Mail: ${app.publicUrl()}/dev/mail`] : []),
    ]
    console.log(lines.join('\n'))
  } catch (error) {
    if (closing.signal.aborted) return // stopped while starting: closeOnSignals ends the process
    explain(error)
    await http.close()
    process.exit(1)
  }
}

/** In production the canonical links of the pages must match PUBLIC_URL. */
function checkAddress({ isProduction, servesSite, publicUrl }: Config): void {
  const wrong = isProduction && servesSite && publicUrl ? wrongAddress(dist, publicUrl) : null
  if (wrong !== null) throw new StartupError(wrong)
}

const listen = (http: FastifyInstance, { port, host }: Config) =>
  atPort('PORT', port, () => http.listen({ port, host }), host)

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
    if (code === 'EADDRINUSE')
      throw new StartupError(
        `Port ${port} is taken. Stop the program that uses it, or choose another port, such as ${setting}=${port + 1} npm start.`,
      )
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

main().catch((error: unknown) => {
  explain(error)
  process.exit(1)
})
