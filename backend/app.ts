import { join } from 'node:path'
import { campaign, campaignName } from '../contract/campaign.ts'
import { createRefusalRecorder } from './commands/access-refusals.ts'
import { emailChangeRequests } from './commands/auth/email.ts'
import { createFailedSignInReports } from './commands/auth/failed-sign-ins.ts'
import { authCommands } from './commands/auth/index.ts'
import { applyAccount } from './commands/auth/rights.ts'
import { createSignIn } from './commands/auth/sign-in.ts'
import type { ProviderTools } from './commands/auth/tools.ts'
import { eraseDeletedUsers, eraseDueAccounts } from './commands/due-deletions.ts'
import { isCrawler } from './commands/experiments/bots.ts'
import { createEvolving } from './commands/experiments/evolution.ts'
import { startEvolutionLoop } from './commands/experiments/evolution-loop.ts'
import { verifyEvolution } from './commands/experiments/evolution-verifier.ts'
import { replayFitness } from './commands/experiments/fitness-replay.ts'
import { createGeneticAnalytics } from './commands/experiments/genetic-analytics.ts'
import { createMeasurementCounts } from './commands/experiments/measurement-counts.ts'
import { createVariationServing } from './commands/experiments/variation-serving.ts'
import { commands } from './commands/index.ts'
import { endExpiredBans } from './commands/users.ts'
import { everyMinute } from './concurrency/every-minute.ts'
import type { Config } from './config/config.ts'
import { isLoopback } from './config/hosts.ts'
import type { Secrets } from './config/secrets.ts'
import { type CoreOverrides, createCore } from './core.ts'
import type { Database } from './database/connect.ts'
import { createModerationModelFiles } from './database/moderation-model-files.ts'
import { defaultThresholds } from './domain/screening.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import { createSealer } from './eventlog/integrity/sealer.ts'
import { createSealVerifier } from './eventlog/integrity/verify-now.ts'
import type { StreamLimits } from './http/file-stream.ts'
import { type HttpFoundation, httpFoundation } from './http/foundation.ts'
import type { Readiness } from './http/health.ts'
import { countDropped, createRegistry } from './http/metrics.ts'
import { pendingPosition } from './http/pending-position.ts'
import { securityHeaders } from './http/security-headers.ts'
import { addressOf, createHttp } from './http/server.ts'
import { refuseWhileStarting } from './http/starting.ts'
import { createMail } from './mail/index.ts'
import { type Mailer, mailbox } from './mail/mailer.ts'
import { outboxPages } from './mail/outbox-pages.ts'
import { createModerators, type Moderators } from './moderation/moderators.ts'
import { createSitePages, type SitePages } from './pages/site-pages.ts'
import { createPhotos } from './photos/index.ts'
import { photoPages } from './photos/photo-pages.ts'
import { createProjector } from './projector/projector.ts'
import { createReadYourWrites } from './projector/read-your-writes.ts'
import { queries } from './queries/index.ts'
import { createReactors } from './reactors/index.ts'
import { screeningPolicy } from './read-model/moderation-policy.ts'
import { servedPopulation } from './read-model/page-variations.ts'
import { createLocate } from './traffic/locations.ts'
import { createTraffic } from './traffic/traffic.ts'

export type App = Awaited<ReturnType<typeof createApp>>

/** Parts that a test replaces; the rest is composed as in the product. */
export type Overrides = CoreOverrides &
  Partial<Pick<HttpFoundation, 'personOf' | 'formPage'>> & {
    mailer?: Mailer
    /** Milliseconds an answer waits for the read model. */
    projectionTimeout?: number
    /** Milliseconds a trial of a moderation policy may run. */
    trialTimeout?: number
    fileLimits?: StreamLimits
    moderators?(real: Moderators): Moderators
    signIn?(real: ProviderTools): ProviderTools
  }

/**
 * Puts the parts together. The server may listen right away: pages are served, and the API answers 503 until `open` is
 * called once the database is up to date (startup.ts).
 */
export async function createApp({
  config,
  secrets,
  database,
  overrides = {},
}: {
  config: Config
  secrets: Secrets
  /** Stays open: the caller closes it, after `closeParts`. */
  database: Database
  overrides?: Overrides
}) {
  const { pool, knex } = database
  const { isProduction, isHttps } = config
  let isOpen = false
  let isRunning = false

  let site: SitePages | null = null
  const { http, keepAlive } = createHttp(
    { isHttps, trustProxy: config.trustProxy, logLevel: config.logLevel },
    (request, response) => site?.server.tryServe(request, response) ?? false,
  )
  const logger = http.log
  const publicUrl = () => config.publicUrl ?? addressOf(http, config)
  const sender = () => ({ siteName: campaignName, publicUrl: publicUrl() })

  const locate = createLocate((error) => logger.warn({ err: error }, 'Places of addresses are not known.'))
  const core = createCore({ config, secrets, database, locate, overrides })
  const { log, decode, handle, sessions } = core
  const projector = createProjector({ log, decode, pool, projections: core.projections, logger })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  const reached = (position: string) => readYourWrites.waitFor(position, { timeoutMs: overrides.projectionTimeout })
  const sealer = createSealer({
    log,
    pool,
    folder: config.dataDir,
    signingKey: secrets.sealing.privateKey,
    onError: (error) => logger.warn({ err: error }, 'The seals wait for the database.'),
  })
  const seals = createSealVerifier({ log, pool, folder: config.dataDir, publicKey: secrets.sealing.publicKey })
  const mail = createMail({
    database,
    smtpUrl: config.smtpUrl,
    folder: join(config.dataDir, 'outbox'),
    from: mailbox(campaignName, config.mailFrom),
    contact: campaign.email,
    sender,
    timeZone: campaign.timeZone,
    logger,
    mailer: overrides.mailer,
  })
  const { photos, ownPhotos } = createPhotos({
    bucket: config.photosBucket,
    folder: config.photosDir,
    isOn: config.hasPhotos,
  })
  const reactors = createReactors({
    ...core,
    ...mail,
    pool,
    knex,
    logger,
    photos,
    reached,
    sender,
    applyAccount: (userId) => applyAccount(core, userId),
  })

  const pageVariations = createVariationServing({
    handle,
    load: () => servedPopulation(knex),
    counts: createMeasurementCounts(pool, secrets.variations),
    key: secrets.variations,
    isHttps,
    onDrop: (error) => logger.warn({ err: error }, 'A measurement of page variations was dropped.'),
  })
  const evolving = createEvolving({ handle, knex, every: config.evolveEvery })
  const traffic = createTraffic({
    pool,
    trustProxy: config.trustProxy,
    isCrawler,
    cookies: { session: sessions.cookieName, variation: pageVariations.cookie.name },
    onError: (error) => logger.warn({ err: error }, 'The traffic log waits for the database.'),
    locate,
  })
  const registry = createRegistry()
  countDropped(registry, { traffic: traffic.dropped, measurements: pageVariations.measurements.dropped })

  const realModerators = createModerators({
    files: createModerationModelFiles(database),
    url: config.moderationUrl,
    policy: () => screeningPolicy(knex, defaultThresholds),
    defaultThresholds,
    onFailure: (reason) => logger.warn(reason),
  })
  const moderators = overrides.moderators?.(realModerators) ?? realModerators

  if (config.servesSite)
    site = await createSitePages({
      pool,
      copiesFolder: join(config.dataDir, 'pages'),
      siteUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
      securityHeaders: securityHeaders({ isHttps }),
      keepAlive,
      onServed: traffic.onServed,
      onHint: projector.onMoved,
      onError: (error, message) => logger.error({ err: error }, message),
    })

  async function readiness(): Promise<Readiness> {
    const [status, reaction] = await Promise.all([projector.status(), reactors.status()])
    const isProjected = status.role !== 'halted' && status.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen && isProjected,
      checks: { started: isOpen, projector: status, reactors: reaction, pages: site?.refresher.status() ?? null },
    }
  }

  await http.register(httpFoundation, {
    answerCipher: { encrypt, decrypt },
    database,
    production: isProduction,
    isHttps,
    origin: config.publicUrl ? [config.publicUrl] : [],
    rateLimits: config.hasRateLimits ? 'on' : 'off',
    rateLimitKey: secrets.rateLimits,
    sessionCookie: sessions.cookieName,
    personOf: overrides.personOf ?? sessions.personOf,
    readiness,
    onRefused: createRefusalRecorder(core),
    registry,
    notFoundPage: site?.notFound,
    formPage: overrides.formPage ?? site?.formPage,
  })
  refuseWhileStarting(http, () => isOpen)
  const waitForProjection = pendingPosition(http, reached)
  traffic.register(http)
  sessions.register(http)

  const { google, facebook } = config
  const reportFailedSignIn = createFailedSignInReports(core)
  const forSignIn = {
    knex,
    waitForProjection,
    reportFailedSignIn,
    accountMail: mail.accountMail,
    siteName: campaignName,
  }
  const realSignIn = { ...core, ...forSignIn, google, facebook, isHttps, publicUrl }
  const signInTools = overrides.signIn?.(realSignIn) ?? realSignIn
  const signInFlow = createSignIn(signInTools)
  await http.register(authCommands, { tools: signInTools, signInFlow })
  // Also of pictures from a time when they were switched on.
  const erasing = { ...core, knex, photos, forgetMail: mail.forgetMail }
  await http.register(commands, {
    ...core,
    erasing,
    knex,
    pool,
    seals,
    fileLimits: overrides.fileLimits,
    waitForProjection,
    pageVariations,
    evolving,
    verifyEvolution: () => verifyEvolution({ log, decode }),
    replay: (request) => replayFitness({ log, decode }, request),
    recordActivity: traffic.recordActivity,
    moderators,
    screen: moderators.screen,
    trialTimeout: overrides.trialTimeout,
    photos: ownPhotos,
    accountMail: signInTools.accountMail,
    requestEmailChange: emailChangeRequests(signInTools, signInFlow),
  })
  await http.register(queries, {
    knex,
    seals,
    moderators,
    hasPhotos: config.hasPhotos,
    geneticAnalytics: createGeneticAnalytics({ knex, every: config.evolveEvery }),
    previewOf: pageVariations.previewOf,
  })
  await http.register(photoPages, { photos })
  if (config.hasOutboxPages && mail.outbox)
    await http.register(outboxPages, { outbox: mail.outbox, isLocalHost: isLoopback })

  async function eraseDue(now: Date): Promise<number> {
    await eraseDeletedUsers(erasing)
    return eraseDueAccounts(erasing, now)
  }
  const endBans = (now: Date) => endExpiredBans(core, now)
  let stopTimers = async () => {}

  return {
    http,
    core,
    database,
    projector,
    reactors,
    sealer,
    site,
    registry,
    traffic,
    moderators,
    pageVariations,
    evolving,
    publicUrl,
    /** Whether the read model shows this position; waits briefly. */
    reached,
    /** What erases anybody (commands/erasures.ts). */
    erasing,
    /** Erases the accounts that are due by then; also runs every minute. */
    eraseDue,
    /** Lifts the bans that have run out by then; also runs every minute. */
    endBans,
    /** Starts the background work; calling it again does nothing. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
      const stopErasing = everyMinute(
        () => eraseDue(new Date()),
        (error) =>
          logger.error({ err: error }, 'Accounts that are due could not be deleted; the next run tries again.'),
      )
      const stopBans = everyMinute(
        () => endBans(new Date()),
        (error) => logger.error({ err: error }, 'Bans that ran out could not be lifted; the next run tries again.'),
      )
      const stopEvolution = startEvolutionLoop({
        evolving,
        isActive: () => projector.role === 'active',
        onMoved: projector.onMoved,
        onError: (error) =>
          logger.error({ err: error }, 'Page variations could not be scored; the next run tries again.'),
      })
      stopTimers = async () => {
        await Promise.all([stopErasing(), stopBans(), stopEvolution()])
      }
      site?.refresher.start()
      sealer.run(signal).catch((error: unknown) => {
        if (!signal.aborted) logger.fatal({ err: error }, 'The log is no longer sealed: run `npm run verify`.')
      })
    },
    /** Lets the API answer. */
    open: () => {
      isOpen = true
    },
    /** After the last answer: stops the parts in the order of their dependencies. */
    async closeParts() {
      readYourWrites.close()
      await stopTimers()
      await Promise.all([pageVariations.measurements.close(), traffic.close()])
      await site?.refresher.stop()
      await Promise.all([projector.close(), reactors.close(), sealer.close()])
      await mail.close()
      await log.close()
    },
  }
}
