import { setTimeout as delay } from 'node:timers/promises'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { StartProblem } from './database/start-problem.ts'
import { seedDemoContent } from './demo-content.ts'
import { checkLog } from './eventlog/check-log.ts'
import { createFirstAdminLink } from './identity/setup-links.ts'
import { bringUpToDate, type Progress } from './projections/bring-up-to-date.ts'

/**
 * Everything between an answering database and an answering API. Waits for a database that is not there yet.
 * Throws StartProblem when an operator has to do something first.
 */
export async function startUp(app: App, config: Config, signal: AbortSignal, onProgress: (progress: Progress) => void) {
  const { core, database, http, projector, reactors, sealer, site } = app
  const { log, decode, projections, accounts, tokens } = core
  await untilReachable(app, signal)
  await migrate(database.knex)
  await refuseUnsafeDatabase(app, config)
  await bringUpToDate({ log, decode, pool: database.pool, projections, onProgress, signal })
  projector.start()
  reactors.start()
  site?.refresher.start()
  void sealer.run(signal).catch((error: unknown) => {
    if (!signal.aborted) http.log.fatal({ err: error }, 'The log is no longer sealed.')
  })
  if (config.hasDemoContent && (await log.head()) === null) await seedDemoContent(app)
  const firstAdminLink = await createFirstAdminLink({ accounts, tokens, publicUrl: app.publicUrl() })
  app.open()
  return { firstAdminLink }
}

async function untilReachable({ database, http }: App, signal: AbortSignal): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await database.pool.query('SELECT 1')
      return
    } catch (error) {
      signal.throwIfAborted()
      if (attempt === 0) http.log.warn({ err: error }, 'The database does not answer yet; pages are served meanwhile.')
      await delay(1000, undefined, { signal })
    }
  }
}

async function refuseUnsafeDatabase({ database, http }: App, config: Config): Promise<void> {
  for (const finding of await checkLog(database.pool)) {
    const isDurability = / = off\b/.test(finding)
    if (isDurability && !config.isProduction) http.log.warn(finding)
    else throw new StartProblem(finding)
  }
}
