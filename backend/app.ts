import program from '../package.json' with { type: 'json' }
import { type Holds, heldRights } from './commands/held-rights.ts'
import { wordingsShown } from './commands/wordings.ts'
import { type ApiOverrides, serveApi } from './composition/api.ts'
import type { BackedUp } from './composition/backup-source.ts'
import { createExperiments, type ExperimentOverrides } from './composition/experiments.ts'
import { createLifecycle } from './composition/lifecycle.ts'
import { createMailing, type MailingOverrides } from './composition/mailing.ts'
import { createReacting } from './composition/reacting.ts'
import { createReading } from './composition/reading.ts'
import { createSealing } from './composition/sealing.ts'
import { createSite } from './composition/site.ts'
import { createDueWork } from './composition/timers.ts'
import { createWatching } from './composition/watching.ts'
import type { Config } from './config/config.ts'
import { urlHere } from './config/hosts.ts'
import { loadSealKey, type SealKey } from './config/load-seal-key.ts'
import type { Secrets } from './config/secrets.ts'
import { type CoreOverrides, createCore } from './core.ts'
import { defaultThresholds } from './domain/forum/screening.ts'
import { isCrawler } from './experiments/bots.ts'
import type { Database } from './kernel/database/connect.ts'
import type { EarlyServer } from './kernel/http/early-server.ts'
import { createHttp, portOf } from './kernel/http/server.ts'
import { waitWhileStarting } from './kernel/http/starting.ts'
import { createModerationModelFiles } from './moderation/model-files.ts'
import { createModerators, type Moderators } from './moderation/moderators.ts'
import type { SitePages } from './pages/site-pages.ts'
import { createPhotos } from './photos/index.ts'
import { screeningPolicy } from './read-model/moderation-policy.ts'
import { createLocate } from './traffic/locations.ts'
import { createTraffic } from './traffic/traffic.ts'

/** Loaded only where a collector is configured, because it costs memory and startup time. */
const loadTracing = async (otlp: NonNullable<Config['otlp']>) =>
  (await import('./kernel/http/tracing.ts')).startTracing(otlp, program.version)

/** Loaded only where the site takes backups by itself. */
async function loadBackups({ folder, keep }: NonNullable<Config['backups']>, parts: BackedUp) {
  const [{ createDailyBackup }, { backupSource }] = await Promise.all([
    import('./kernel/backup/daily-backup.ts'),
    import('./composition/backup-source.ts'),
  ])
  return createDailyBackup({ source: backupSource(parts), folder, keep })
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Parts that a test replaces; all others are composed as in the product. */
export type Overrides = CoreOverrides &
  MailingOverrides &
  ExperimentOverrides &
  ApiOverrides & {
    /** Milliseconds a response waits for the read model. */
    projectionTimeout?: number
    moderators?(real: Moderators): Moderators
    holds?(real: Holds): Holds
  }

/**
 * Puts the parts together. The server may listen right away: pages are served, and the API answers 503 until `open` is
 * called once the database is up to date (startup.ts).
 */
export async function createApp({
  config,
  secrets,
  sealKey = loadSealKey(config, secrets),
  database,
  early,
  overrides = {},
}: {
  config: Config
  secrets: Secrets
  sealKey?: SealKey
  /** Stays open: the caller closes it, after `closeParts`. */
  database: Database
  /** The server that already listens. */
  early?: EarlyServer
  overrides?: Overrides
}) {
  let site: SitePages | null = null
  const http = createHttp(config, (request, response) => site?.server.tryServe(request, response) ?? false, early)
  const logger = http.log
  const starting = waitWhileStarting(http)
  const publicUrl = () => config.publicUrl ?? urlHere({ host: config.host, port: portOf(http) ?? config.port })

  const locate = createLocate((error) => logger.warn({ err: error }, 'IP geolocation is unavailable.'))
  const onAlarm = (sentence: string) => logger.fatal({}, `ALARM: ${sentence}`)
  const core = await createCore({ config, secrets, database, locate, onAlarm, overrides })
  const base = { config, secrets, core, database, logger }
  const reading = createReading({ ...base, projectionTimeout: overrides.projectionTimeout })
  const { projector, reached, past } = reading
  const sealing = createSealing({ ...base, sealKey })
  const mailing = createMailing({ ...base, publicUrl, knowsSuppressions: reading.knowsSuppressions, overrides })
  const photos = createPhotos({
    bucket: config.photosBucket,
    folder: config.photosDir,
    isOn: config.hasPhotos,
  })
  const { mail, emailCampaignSending } = mailing
  // Also deletes photos from when uploads were enabled.
  const erasing = {
    ...core,
    knex: database.knex,
    photos: photos.photos,
    forgetMail: mail.forgetMail,
    emailCampaignSending,
  }
  const reactors = createReacting({ ...base, mailing, erasing, reached, past })
  const experiments = createExperiments({ ...base, overrides })
  const { pageVariations, evolving, viewBlocks } = experiments
  const traffic = createTraffic({
    pool: database.pool,
    trustProxy: config.trustProxy,
    isCrawler,
    cookies: { session: core.sessions.cookieName, variation: pageVariations.cookie.name },
    onError: (error) => logger.warn({ err: error }, 'Could not write the traffic log; will retry.'),
    locate,
  })
  const realModerators = createModerators({
    files: createModerationModelFiles(database),
    url: config.moderationUrl,
    policy: () => screeningPolicy(database.knex, defaultThresholds),
    defaultThresholds,
    onFailure: (reason) => logger.warn(reason),
  })
  const moderators = overrides.moderators?.(realModerators) ?? realModerators
  if (config.servesSite) site = await createSite({ ...base, projector, traffic })

  const realHolds = heldRights(core)
  const holds = overrides.holds?.(realHolds) ?? realHolds
  const shownWordings = wordingsShown(site?.privacyText ?? null)

  const parts = { ...base, reading, sealing, mailing, reactors, experiments, traffic, site }
  const watching = createWatching({ ...parts, http, isOpen: starting.isOpen })
  const tracing = config.otlp ? await loadTracing(config.otlp) : null
  await tracing?.register(http)
  await serveApi({
    ...parts,
    http,
    publicUrl,
    photos,
    erasing,
    moderators,
    watching,
    shownWordings,
    holds,
    isOpen: starting.isOpen,
    overrides,
  })
  const takeBackup = config.backups ? await loadBackups(config.backups, base) : async (_now: Date) => {}
  const due = createDueWork({ core, database, erasing, mailing, holds })
  const lifecycle = createLifecycle({ ...parts, watching, due, takeBackup, moderators: realModerators, tracing })

  return {
    http,
    core,
    database,
    projector,
    reactors,
    sealer: sealing.sealer,
    sealKey,
    masterKey: secrets.master,
    site,
    registry: watching.registry,
    traffic,
    moderators,
    pageVariations,
    viewBlocks,
    evolving,
    systemMetrics: watching.systemMetrics,
    past,
    shownWordings,
    publicUrl,
    /** True when the read model shows this position; waits briefly. */
    reached,
    /** Erases people (commands/users/erasures.ts). */
    erasing,
    ...due,
    takeBackup,
    ...mailing,
    ...lifecycle,
    /** Lets the API answer. */
    open: starting.open,
    /** Lets the API say that the site is starting, instead of waiting for it. */
    startIsLate: starting.isLate,
  }
}
