import { type App, createApp, type Overrides } from '../../../backend/app.ts'
import { type Config, parseConfig } from '../../../backend/config/config.ts'
import { loadSecrets } from '../../../backend/config/secrets.ts'
import type { Database } from '../../../backend/kernel/database/connect.ts'
import type { LogOptions } from '../../../backend/kernel/http/log.ts'
import { bringUpToDate } from '../../../backend/kernel/projector/bring-up-to-date.ts'
import { startUp } from '../../../backend/startup.ts'
import { type ProductLog, type StartedLog, startLog } from '../log/product-logs.ts'
import { tokenIn } from '../mail/link-token.ts'
import { temporaryDataFolder } from './data-folder.ts'

/** Called with what has to be cleaned up; in tests `onTestFinished`, the default. */
export type WhenDone = (cleanUp: () => Promise<void>) => void

type Composition = {
  env?: Record<string, string>
  /** On top of what the environment says. */
  settings?: Partial<Config & LogOptions>
  overrides?: Overrides
}

/** The product as it is: account mails are sent as the settings say, and ids come from the database. */
export type ProductOptions = Composition & {
  identity: 'real'
  http?: 'inject'
  log: ProductLog | StartedLog
  /**
   * `nothing`: only composed. `projector`, the default: answers from current read tables, and the test gives reactors,
   * seals and timers their turn by hand. `everything`: as startup.ts starts it.
   */
  runs?: 'nothing' | 'projector' | 'everything'
  /** Instead of a new one, for example for a second process on it. */
  database?: Database
  whenDone?: WhenDone
}

export type Product = App & {
  config: Config
  dataDir: string
  /** Empty unless everything runs and there is no admin yet. */
  firstAdminToken: string
}

/** Argon2id at a price that tests can pay. */
export const cheap = { memory: 64, passes: 1, parallelism: 1 }

/** Numbers without gaps, however slow the machine is: prefetched numbers of a database sequence may be dropped. */
export function countedIds(): NonNullable<Overrides['nextId']> {
  const last = new Map<string, number>()
  return async (sequence) => {
    const id = (last.get(sequence) ?? 0) + 1
    last.set(sequence, id)
    return id
  }
}

/** The product as app.ts composes it, in this process and without a socket; nothing runs yet. Pages need a build and stay out. */
async function compose(
  whenDone: WhenDone,
  database: Database,
  { env = {}, settings = {}, overrides = {} }: Composition,
): Promise<{ app: App; config: Config }> {
  const folder = temporaryDataFolder()
  whenDone(folder.remove)
  const environment = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    RATE_LIMITS: 'off',
    DEMO_CONTENT: 'off',
    SERVE_SITE: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  }
  const config = { ...parseConfig(environment), ...settings }
  const app = await createApp({
    config,
    secrets: loadSecrets(config),
    database,
    overrides: { passwords: { cost: cheap }, ...overrides },
  })
  app.http.addHook('onClose', app.closeParts)
  whenDone(() => app.http.close())
  return { app, config }
}

async function answer(app: App): Promise<void> {
  await bringUpToDate({ ...app.core, pool: app.database.pool })
  app.projector.start()
  app.open()
}

async function runEverything(app: App, config: Config, whenDone: WhenDone): Promise<string> {
  const closing = new AbortController()
  whenDone(async () => closing.abort())
  const { firstAdminLink } = await startUp({ app, config, signal: closing.signal, onProgress: () => {} })
  return tokenIn(firstAdminLink)
}

export async function startProduct({ log, runs = 'projector', ...options }: ProductOptions): Promise<Product> {
  const whenDone = options.whenDone ?? (await import('vitest')).onTestFinished
  const database =
    options.database ?? (await (await import('../database/database.ts')).createProjectedDatabase(whenDone))
  const started = typeof log === 'string' ? await startLog(log) : log
  if (started !== log) whenDone(async () => started.close())
  const { app, config } = await compose(whenDone, database, { ...options, env: { ...started.env, ...options.env } })
  if (runs === 'projector') await answer(app)
  const firstAdminToken = runs === 'everything' ? await runEverything(app, config, whenDone) : ''
  return { ...app, config, dataDir: config.dataDir, firstAdminToken }
}
