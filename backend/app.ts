import program from '../package.json' with { type: 'json' }
import { createDenialRecorder } from './commands/access-denials.ts'
import type { BackedUp } from './composition/backup-source.ts'
import { createExperiments, type ExperimentOverrides } from './composition/experiments.ts'
import { createMailing, type MailingOverrides } from './composition/mailing.ts'
import { createReacting } from './composition/reacting.ts'
import { createReadiness } from './composition/readiness.ts'
import { type RouteOverrides, registerRoutes } from './composition/routes.ts'
import { createSealing } from './composition/sealing.ts'
import { createSite } from './composition/site.ts'
import { createDueWork, startTimers } from './composition/timers.ts'
import type { Config } from './config/config.ts'
import { isPublic } from './config/hosts.ts'
import { loadSealKey, type SealKey } from './config/load-seal-key.ts'
import type { Secrets } from './config/secrets.ts'
import { type CoreOverrides, createCore } from './core.ts'
import type { Database } from './database/connect.ts'
import { openReadReplica } from './database/read-replica.ts'
import { defaultThresholds } from './domain/screening.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import { isCrawler } from './experiments/bots.ts'
import { createConsoleReads, readsFrom } from './http/console-reads.ts'
import type { EarlyServer } from './http/early-server.ts'
import { type HttpFoundation, httpFoundation } from './http/foundation.ts'
import { countDropped, createRegistry } from './http/metrics.ts'
import { pendingPosition } from './http/pending-position.ts'
import { addressOf, createHttp } from './http/server.ts'
import { refuseWhileStarting, waitWhileStarting } from './http/starting.ts'
import { watchForUnknownProxy } from './http/unknown-proxy.ts'
import { createModerationModelFiles } from './moderation/model-files.ts'
import { createModerators, type Moderators } from './moderation/moderators.ts'
import { measureProduct } from './monitoring/product-metrics.ts'
import { createSystemMetrics } from './monitoring/system-metrics.ts'
import type { SitePages } from './pages/site-pages.ts'
import { createPhotos } from './photos/index.ts'
import { createProjector } from './projector/projector.ts'
import { createReadYourWrites } from './projector/read-your-writes.ts'
import { countOverLimit } from './read-model/email-campaigns.ts'
import { screeningPolicy } from './read-model/moderation-policy.ts'
import { countSetAside } from './read-model/set-aside-events.ts'
import { createLocate } from './traffic/locations.ts'
import { createTraffic } from './traffic/traffic.ts'

/** Loaded only where a collector is configured, because it costs memory and startup time. */
const loadTracing = async (otlp: NonNullable<Config['otlp']>) =>
  (await import('./http/tracing.ts')).startTracing(otlp, program.version)

/** Loaded only where the site takes backups by itself. */
async function loadBackups({ folder, keep }: NonNullable<Config['backups']>, parts: BackedUp) {
  const [{ createDailyBackup }, { backupSource }] = await Promise.all([
    import('./backup/daily-backup.ts'),
    import('./composition/backup-source.ts'),
  ])
  return createDailyBackup({ source: backupSource(parts), folder, keep })
}

/** Seconds behind the log; null when no position is known. */
const longest = (lags: readonly (number | null)[]) => {
  const known = lags.filter((lag) => lag !== null)
  return known.length === 0 ? null : Math.max(...known)
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Parts that a test replaces; all others are composed as in the product. */
export type Overrides = CoreOverrides &
  MailingOverrides &
  ExperimentOverrides &
  RouteOverrides &
  Partial<Pick<HttpFoundation, 'personOf' | 'formPage'>> & {
    /** Milliseconds a response waits for the read model. */
    projectionTimeout?: number
    moderators?(real: Moderators): Moderators
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
  const { pool, knex } = database
  const { isProduction, isHttps, hasHttpsSubdomains } = config
  let isRunning = false

  let site: SitePages | null = null
  const http = createHttp(
    { isHttps, hasHttpsSubdomains, trustProxy: config.trustProxy, logLevel: config.logLevel },
    (request, response) => site?.server.tryServe(request, response) ?? false,
    early,
  )
  const logger = http.log
  const starting = waitWhileStarting(http)
  const publicUrl = () => config.publicUrl ?? addressOf(http, config)

  const locate = createLocate((error) => logger.warn({ err: error }, 'IP geolocation is unavailable.'))
  const onAlarm = (sentence: string) => logger.fatal({}, `ALARM: ${sentence}`)
  const core = await createCore({ config, secrets, database, locate, onAlarm, overrides })
  const { log, decode, sessions } = core
  const projector = createProjector({
    log,
    decode,
    pool,
    projections: core.projections,
    readSkips: core.readSkips,
    logger,
  })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  const reached = (position: string) => readYourWrites.waitFor(position, { timeoutMs: overrides.projectionTimeout })
  const sealing = createSealing({ config, core, database, logger, sealKey })
  const { sealer, seals } = sealing
  const mailing = createMailing({ config, secrets, core, database, logger, publicUrl, overrides })
  const { mail, emailCampaignSending, clickRecording } = mailing
  const photos = createPhotos({
    bucket: config.photosBucket,
    folder: config.photosDir,
    isOn: config.hasPhotos,
  })
  // Also deletes photos from when uploads were enabled.
  const erasing = { ...core, knex, photos: photos.photos, forgetMail: mail.forgetMail, emailCampaignSending }
  const reactors = createReacting({ core, database, logger, mailing, erasing, reached })
  const experiments = createExperiments({ config, secrets, core, database, logger, overrides })
  const { pageVariations, evolving, viewBlocks } = experiments
  const traffic = createTraffic({
    pool,
    trustProxy: config.trustProxy,
    isCrawler,
    cookies: { session: sessions.cookieName, variation: pageVariations.cookie.name },
    onError: (error) => logger.warn({ err: error }, 'Could not write the traffic log; will retry.'),
    locate,
  })
  const replica = config.databaseReadUrl
    ? openReadReplica({
        primary: pool,
        url: config.databaseReadUrl,
        max: config.databaseConnections,
        onProblem: (problem) => logger.warn(problem ?? 'Lists of the console are read from the replica.'),
      })
    : undefined
  const registry = createRegistry()
  countDropped(registry, {
    traffic: traffic.dropped,
    measurements: pageVariations.measurements.dropped,
    clicks: clickRecording.recordings.dropped,
    mail_reports: mailing.reportsSetAside,
  })

  const realModerators = createModerators({
    files: createModerationModelFiles(database),
    url: config.moderationUrl,
    policy: () => screeningPolicy(knex, defaultThresholds),
    defaultThresholds,
    onFailure: (reason) => logger.warn(reason),
  })
  const moderators = overrides.moderators?.(realModerators) ?? realModerators

  if (config.servesSite) site = await createSite({ config, core, database, logger, projector, traffic })

  const setAside = () => countSetAside(knex)
  const readiness = createReadiness({
    isOpen: starting.isOpen,
    log,
    projector,
    reactors,
    site,
    setAside,
    writeProblem: core.writes.problem,
    sealChainProblem: sealing.chainProblem,
    bounceMailboxProblem: mailing.bounceMailboxProblem,
    unknownProxy: watchForUnknownProxy(http, {
      trustProxy: config.trustProxy,
      isNear: (address) => !isPublic(address),
    }),
    readReplicaProblem: replica?.problem,
  })
  measureProduct(registry, {
    isReady: async () => (await readiness()).ready,
    projections: async () => (await projector.status()).projections,
    reactors: async () => (await reactors.status()).reactors,
    setAside,
    overLimit: () => countOverLimit(knex),
    sealsBehind: sealing.secondsBehind,
    sealChainProblem: sealing.chainProblem,
    bounceMailboxProblem: mailing.bounceMailboxProblem,
    readReplica: replica,
    dataDir: config.dataDir,
    pool,
    mails: mail.counts,
    senderThread: emailCampaignSending.threadStatus,
  })
  const tracing = config.otlp ? await loadTracing(config.otlp) : null
  await tracing?.register(http)
  await http.register(httpFoundation, {
    answerCipher: { encrypt, decrypt },
    database,
    production: isProduction,
    isHttps,
    hasHttpsSubdomains,
    origin: config.publicUrl ? [config.publicUrl] : [],
    rateLimits: config.hasRateLimits ? 'on' : 'off',
    formLimits: config.formLimits,
    rateLimitKey: secrets.rateLimits,
    sessionCookie: sessions.cookieName,
    personOf: overrides.personOf ?? sessions.personOf,
    readiness,
    onDenied: createDenialRecorder(core),
    registry,
    notFoundPage: site?.notFound,
    formPage: overrides.formPage ?? site?.formPage,
  })
  refuseWhileStarting(http, starting.isOpen)
  const waitForProjection = pendingPosition(http, reached)
  const reads = replica
    ? createConsoleReads(http, { primary: database, replica, isHttps, registry })
    : readsFrom(database)
  traffic.register(http)
  sessions.register(http)
  http.addHook('onResponse', async (_request, reply) => core.counters.request(reply.statusCode))

  await registerRoutes(http, {
    config,
    core,
    database,
    experiments,
    mailing,
    moderators,
    erasing,
    photos,
    seals,
    traffic,
    publicUrl,
    waitForProjection,
    reached,
    reads,
    overrides,
  })
  const systemMetrics = createSystemMetrics({
    pool,
    counters: core.counters,
    isActive: () => projector.role === 'active',
    projectorLag: async () => longest((await projector.status()).projections.map(({ lag }) => lag.seconds)),
    sealLag: sealing.secondsBehind,
    folder: config.dataDir,
  })
  const takeBackup = config.backups
    ? await loadBackups(config.backups, { config, secrets, core, database })
    : async (_now: Date) => {}
  const due = createDueWork({ core, database, erasing, mailing })
  let stopTimers = async () => {}

  return {
    http,
    core,
    database,
    projector,
    reactors,
    sealer,
    sealKey,
    masterKey: secrets.master,
    site,
    registry,
    traffic,
    moderators,
    pageVariations,
    viewBlocks,
    evolving,
    systemMetrics,
    publicUrl,
    /** Whether the read model shows this position; waits briefly. */
    reached,
    /** Erases people (commands/users/erasures.ts). */
    erasing,
    ...due,
    takeBackup,
    ...mailing,
    /** Starts the background work; calling it again does nothing. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
      emailCampaignSending.start()
      void mailing.mailProblem().then((problem) => problem !== null && logger.error(problem))
      const isActive = () => projector.role === 'active'
      experiments.start(isActive)
      stopTimers = startTimers({
        core,
        database,
        due,
        mailing,
        experiments,
        systemMetrics,
        takeBackup,
        isActive,
        logger,
      })
      site?.refresher.start()
      void sealing.run(signal)
    },
    /** Lets the API answer. */
    open: starting.open,
    /** Lets the API say that the site is starting, instead of waiting for it. */
    startIsLate: starting.isLate,
    /** Call after the last response: stops the parts in the order of their dependencies. */
    async closeParts() {
      readYourWrites.close()
      core.writes.close()
      await stopTimers()
      await Promise.all([experiments.close(), clickRecording.recordings.close(), traffic.close()])
      await site?.refresher.stop()
      await emailCampaignSending.close()
      await Promise.all([projector.close(), reactors.close(), sealer.close()])
      await realModerators.close()
      await mailing.close()
      await log.close()
      await replica?.close()
      await tracing?.close().catch((error: unknown) => logger.warn({ err: error }, 'The last traces were not sent.'))
    },
  }
}
