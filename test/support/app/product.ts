import { type App, createApp, type Overrides } from '../../../backend/app.ts'
import { type Config, parseConfig } from '../../../backend/config/config.ts'
import { loadSecrets } from '../../../backend/config/secrets.ts'
import type { Database } from '../../../backend/database/connect.ts'
import { bringUpToDate } from '../../../backend/projector/bring-up-to-date.ts'
import { temporaryDataFolder } from './running-app.ts'

type WhenDone = (cleanUp: () => Promise<void>) => void

export type ProductOptions = {
  env?: Record<string, string>
  /** On top of what the environment says. */
  settings?: Partial<Config>
  overrides?: Overrides
}

/** Argon2id at a price that tests can pay. */
export const cheap = { memory: 64, passes: 1, parallelism: 1 }

/** Numbers without gaps, however slow the machine is: what is prefetched from a database sequence may be dropped. */
export function countedIds(): NonNullable<Overrides['nextId']> {
  const last = new Map<string, number>()
  return async (sequence) => {
    const id = (last.get(sequence) ?? 0) + 1
    last.set(sequence, id)
    return id
  }
}

/** The product as app.ts composes it, in this process and without a socket; nothing runs yet. Pages need a build and stay out. */
export async function composeProduct(
  whenDone: WhenDone,
  database: Database,
  { env = {}, settings = {}, overrides = {} }: ProductOptions = {},
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

/** The same with an API that answers from current read tables. Reactors, seals and timers stand still: tests give events by hand. */
export async function startProduct(whenDone: WhenDone, database: Database, options?: ProductOptions): Promise<App> {
  const { app } = await composeProduct(whenDone, database, options)
  await bringUpToDate({ ...app.core, pool: database.pool })
  app.projector.start()
  app.open()
  return app
}
