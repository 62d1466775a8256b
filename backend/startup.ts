import { setTimeout as delay } from 'node:timers/promises'
import type { App } from './app.ts'
import { publishWordings } from './commands/wordings.ts'
import { rejectOlderLog } from './composition/remembered-positions.ts'
import type { Config } from './config/config.ts'
import { seedDemoContent } from './demo/content.ts'
import { preparePopulation } from './experiments/population.ts'
import { createFirstAdminLink } from './identity/setup-links.ts'
import { rejectUnknownPeople } from './kernel/backup/eventstore-log.ts'
import { rejectUnfinishedRestore } from './kernel/backup/unfinished-restore.ts'
import { connectionErrorHint } from './kernel/database/connection-error-hint.ts'
import { freeLeases } from './kernel/database/lease.ts'
import { migrateAsOwner } from './kernel/database/migrate.ts'
import { rejectSharedSessions } from './kernel/database/session-check.ts'
import { StartupError } from './kernel/database/startup-error.ts'
import { NewerEvent } from './kernel/eventlog/decider.ts'
import { claimDatabase } from './kernel/eventlog/encryption/secret-mark.ts'
import { LogCorrupted, LogUnavailable, StreamDeleted } from './kernel/eventlog/event-log.ts'
import { fingerprintOf } from './kernel/eventlog/integrity/public-key.ts'
import { keyInEffect } from './kernel/eventlog/integrity/seal-table.ts'
import { rejectNewerLog } from './kernel/eventlog/newer-log.ts'
import { checkLog } from './kernel/eventlog/postgres/check-log.ts'
import { isDatabaseUnavailable } from './kernel/http/database-errors.ts'
import { bringUpToDate, type Progress } from './kernel/projector/bring-up-to-date.ts'
import { earliestCheckpoint } from './kernel/projector/checkpoints.ts'

type StartUp = {
  app: App
  config: Config
  /** Connects as the owner of the tables; undefined: the server is the owner. */
  ownerUrl?: string | undefined
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Everything between a reachable database and an API that answers. Each step is repeatable, so that an unavailable
 * database only means waiting. Throws StartupError when an operator has to act.
 */
export async function startUp(options: StartUp): Promise<{ firstAdminLink: string | null }> {
  const { app, signal } = options
  for (let attempt = 0; ; attempt++) {
    try {
      return await tryStartUp(options)
    } catch (error) {
      signal.throwIfAborted()
      const problem =
        logProblem(error) ?? connectionErrorHint(error, { url: app.database.url, setting: 'DATABASE_URL' })
      if (problem !== null) throw new StartupError(problem)
      if (!(error instanceof Error && isDatabaseUnavailable(error))) throw error
      app.startIsLate()
      if (attempt === 0)
        app.http.log.warn({ err: error }, 'The database does not answer yet; pages are already served.')
      await delay(1000, undefined, { signal })
    }
  }
}

function logProblem(error: unknown): string | null {
  if (error instanceof StreamDeleted)
    return `Stream ${error.stream}, which the site needs to start, was deleted for good in EventStoreDB. Restore it from a backup.`
  const isAboutLog = error instanceof LogCorrupted || error instanceof LogUnavailable || error instanceof NewerEvent
  return isAboutLog ? error.message : null
}

async function tryStartUp({
  app,
  config,
  ownerUrl,
  signal,
  onProgress,
}: StartUp): Promise<{ firstAdminLink: string | null }> {
  const { log, decode, knownTypes, projections, readSkips, accounts, tokens } = app.core
  const { pool } = app.database
  // The embedded database is reached without a pooler.
  if (config.databaseUrl) await rejectSharedSessions(pool)
  await rejectUnfinishedRestore(pool)
  await migrateAsOwner(app.database, ownerUrl)
  await claimDatabase(pool, app.masterKey)
  await Promise.all([
    // The lock on the data folder proves that no other server uses the embedded database, so any lease left is stale.
    config.databaseUrl ? null : freeLeases(pool),
    rejectUnsafeDatabase(app, config),
    rejectAnotherSealKey(app, config),
  ])
  await rejectOlderLog({ log, pool, folder: config.dataDir })
  const seen = await earliestCheckpoint(pool, log)
  if (config.eventStoreUrl) await rejectUnknownPeople(pool, log, seen)
  await app.core.continueNumbers(seen)
  await bringUpToDate({ log, decode, pool, projections, readSkips, onProgress, signal })
  await rejectNewerLog(log, pool, knownTypes)
  // Starts the parts that responses wait for; other background work would only delay the first response.
  app.projector.start()
  if (config.hasDemoContent && (await log.head()) === null) await seedDemoContent(app.core)
  const { position } = await preparePopulation(app.core.handle, { isApproved: config.hasDemoContent })
  await publishWordings(app.core.handle, app.shownWordings)
  // The first visitors get a page of the population as well.
  if (position !== null) await app.reached(position)
  await app.pageVariations.population.current()
  app.open()
  app.run(signal)
  return { firstAdminLink: await createFirstAdminLink({ accounts, tokens, publicUrl: app.publicUrl() }) }
}

async function rejectAnotherSealKey({ database, sealKey }: App, config: Config): Promise<void> {
  const inEffect = await keyInEffect(database.pool, sealKey.firstKey)
  if (inEffect === null || inEffect.equals(sealKey.publicKey)) return
  throw new StartupError(
    `The seals of the log are signed by key ${fingerprintOf(inEffect)}, but the one of ${config.sealKey.source} is ${fingerprintOf(sealKey.publicKey)}. Correct SEAL_KEY_FILE or SEAL_KEY_COMMAND, or change the key with \`npm run admin -- seal-key\`.`,
  )
}

async function rejectUnsafeDatabase({ database, http }: App, config: Config): Promise<void> {
  for (const finding of await checkLog(database.pool)) {
    const isDurability = / = off\b/.test(finding)
    if (isDurability && !config.isProduction) http.log.warn(finding)
    else throw new StartupError(finding)
  }
}
