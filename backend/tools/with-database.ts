import { type Config, ConfigError, loadConfig } from '../config/config.ts'
import { loadSecrets, type Secrets } from '../config/secrets.ts'
import { type Core, createCore } from '../core.ts'
import { connect, type Database } from '../kernel/database/connect.ts'
import { type Asker, connectionErrorHint } from '../kernel/database/connection-error-hint.ts'
import { hadCluster } from '../kernel/database/embedded/cluster-place.ts'
import { type EmbeddedPostgres, embeddedPostgres } from '../kernel/database/embedded/embedded-postgres.ts'
import { rejectSharedSessions } from '../kernel/database/session-check.ts'
import { StartupError } from '../kernel/database/startup-error.ts'
import { NewerEvent } from '../kernel/eventlog/decider.ts'
import { rejectAnotherSecret } from '../kernel/eventlog/encryption/secret-mark.ts'
import { LogUnavailable } from '../kernel/eventlog/event-log.ts'
import { isDatabaseUnavailable } from '../kernel/http/database-errors.ts'

export type Opened = {
  config: Config
  secrets: Secrets
  database: Database
  /** Connects as the role that the server of the site runs as. */
  serverUrl: string
  /** Connects as the owner of the tables; undefined: this role is the owner. */
  ownerUrl: string | undefined
  core: Core
  close(): Promise<void>
}

/**
 * `server`: the server’s rights are enough. `owner`: rights of the owner of the tables, for a tool that fills an empty
 * database, so that its secret is not compared with that of the database. `first`: those of the server, also before the
 * first start of the site.
 */
type Role = 'server' | 'owner' | 'first'

type Started = Pick<Opened, 'config' | 'secrets'> & {
  embedded: EmbeddedPostgres | undefined
  endEmbedded(): Promise<void> | undefined
}

/** A reader of the output, such as `head`, may end early; the tool still ends in order, and the database that it started. */
function outliveReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
}

/**
 * Opens the configured database for a command line tool. Uses the embedded one if it is running, and otherwise starts
 * it while the tool runs. Throws StartupError, also for another secret than that of the database, and ConfigError.
 */
export async function openDatabase(role: Role = 'server'): Promise<Opened> {
  process.stdout.on('error', outliveReader)
  const config = loadConfig()
  if (role === 'server') rejectMissingData(config)
  const secrets = loadSecrets(config)
  const embedded = config.databaseUrl ? undefined : await embeddedPostgres(config.dataDir, secrets.database)
  const endEmbedded = () => (embedded?.isAdopted() ? embedded.leave() : embedded?.stop())
  try {
    await embedded?.start()
    return await openParts(role, { config, secrets, embedded, endEmbedded })
  } catch (error) {
    await endEmbedded()
    throw error
  }
}

/** In the wrong folder, a backup of an empty database that was just made would look like a good one. */
function rejectMissingData({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || hadCluster(dataDir)) return
  throw new StartupError(`There is no site in ${dataDir}. Set DATA_DIR to the data folder of yours, or start it first.`)
}

async function openParts(role: Role, { config, secrets, embedded, endEmbedded }: Started): Promise<Opened> {
  const serverUrl = config.databaseUrl ?? embedded?.serverUrl ?? ''
  const ownerUrl = config.databaseMigrationUrl ?? embedded?.url
  const isOwner = role === 'owner' && ownerUrl !== undefined
  const database = connect(isOwner ? ownerUrl : serverUrl, { max: 8 })
  try {
    if (config.databaseUrl) await rejectSharedSessions(database.pool)
    if (role !== 'owner') await rejectAnotherSecret(database.pool, secrets.master)
    const core = await createCore({ config, secrets, database })
    return {
      config,
      secrets,
      database,
      serverUrl,
      ownerUrl,
      core,
      async close() {
        await core.log.close()
        await database.close()
        await endEmbedded()
      },
    }
  } catch (error) {
    await database.close()
    const setting = isOwner ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL'
    const hint = connectionErrorHint(error, { url: database.url, setting })
    throw hint === null ? error : new StartupError(hint)
  }
}

/** Exits with the exit code of the tool, or with one sentence and code 2 when the start fails. */
export async function withDatabase(work: (opened: Opened) => Promise<number>, role?: Role): Promise<never> {
  let asker: Asker | undefined
  try {
    const opened = await openDatabase(role)
    const isOwner = role === 'owner' && opened.ownerUrl !== undefined
    asker = { url: opened.database.url, setting: isOwner ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL' }
    try {
      process.exitCode = await work(opened)
    } finally {
      await opened.close()
    }
  } catch (error) {
    console.error(sentenceFor(error, asker))
    process.exitCode = 2
  }
  process.exit()
}

/** Rethrows errors that an operator cannot fix. */
function sentenceFor(error: unknown, asker: Asker | undefined): string {
  const isSentence = [StartupError, ConfigError, LogUnavailable, NewerEvent].some((kind) => error instanceof kind)
  if (error instanceof Error && isSentence) return error.message
  const hint = connectionErrorHint(error, asker)
  if (hint !== null) return hint
  if (error instanceof Error && isDatabaseUnavailable(error))
    return 'The database cannot be reached. Start it or correct DATABASE_URL, then try again.'
  throw error
}
