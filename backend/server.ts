import { createApp } from './app.ts'
import { ConfigError, loadConfig } from './config.ts'
import { openDataFolder } from './database/data-folder.ts'
import { embeddedPostgres } from './database/embedded.ts'
import { StartProblem } from './database/start-problem.ts'
import { listenForMetrics } from './http/metrics.ts'
import { closeOnSignals } from './http/shutdown.ts'
import { loadSecrets } from './secrets.ts'
import { startUp } from './startup.ts'
import { createProgressBar } from './tools/progress.ts'

/** The process: settings, listen, start what stands behind, close in order. */
async function main(): Promise<void> {
  const config = loadConfig()
  const folder = openDataFolder(config.dataDir)
  const secrets = loadSecrets(config)
  const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, secrets.database)
  const app = await createApp({ config, secrets, databaseUrl: config.databaseUrl ?? embedded?.url ?? '' })
  const { http } = app
  const closing = new AbortController()
  const metrics =
    config.metricsPort === undefined ? undefined : await listenForMetrics(app.registry, config.metricsPort)
  http.addHook('preClose', async () => {
    app.site?.server.drain()
    closing.abort()
  })
  http.addHook('onClose', async () => {
    await app.closeParts()
    await metrics?.close()
    await embedded?.stop()
    folder.release()
  })
  closeOnSignals(http)
  await listen()
  await embedded?.start()
  const onProgress = createProgressBar('Bringing the read tables up to date')
  const { firstAdminLink } = await startUp({ app, config, signal: closing.signal, onProgress })
  console.log(`Ready: ${app.publicUrl()}`)
  if (firstAdminLink) console.log(`First admin, good once and for 24 hours: ${firstAdminLink}`)
  if (!config.isProduction && !config.smtpUrl) console.log(`Mail: ${app.publicUrl()}/dev/mail`)

  async function listen(): Promise<void> {
    try {
      await http.listen({ port: config.port, host: config.host })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      if (error.code === 'EADDRINUSE')
        throw new StartProblem(
          `Port ${config.port} is taken: stop the program that uses it, or start with another, such as PORT=${config.port + 1} npm start.`,
        )
      if (error.code === 'EACCES')
        throw new StartProblem(`Port ${config.port} needs special rights: choose one above 1024 with PORT.`)
      if (error.code === 'EADDRNOTAVAIL')
        throw new StartProblem(`This machine has no address ${config.host}: set HOST to one it has, such as 127.0.0.1.`)
      throw error
    }
  }
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartProblem || error instanceof ConfigError
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
