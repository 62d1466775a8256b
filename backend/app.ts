import { join } from 'node:path'
import { campaign, campaignName, letterhead } from '../contract/campaign.ts'
import { campaignClock } from '../contract/campaign-event-times.ts'
import program from '../package.json' with { type: 'json' }
import { createCampaignSending } from './campaign-sending/index.ts'
import type { SenderSettings } from './campaign-sending/sender.ts'
import { createRefusalRecorder } from './commands/access-refusals.ts'
import { accountRepairs } from './commands/account-repairs.ts'
import { emailChangeRequests } from './commands/auth/email.ts'
import { createFailedSignInReports } from './commands/auth/failed-sign-ins.ts'
import { authCommands } from './commands/auth/index.ts'
import { createSignIn } from './commands/auth/sign-in.ts'
import type { ProviderTools } from './commands/auth/tools.ts'
import { sendDueCampaigns } from './commands/campaign-sends.ts'
import { eraseDeletedUsers, eraseDueAccounts } from './commands/due-deletions.ts'
import { isCrawler } from './commands/experiments/bots.ts'
import { createEvidenceTail } from './commands/experiments/evidence-tail.ts'
import { createEvolving } from './commands/experiments/evolution.ts'
import { type EvolutionLoop, startEvolutionLoop } from './commands/experiments/evolution-loop.ts'
import { verifyEvolution } from './commands/experiments/evolution-verifier.ts'
import { replayFitness } from './commands/experiments/fitness-replay.ts'
import { createGeneticAnalytics } from './commands/experiments/genetic-analytics.ts'
import { createMeasurementCounts } from './commands/experiments/measurement-counts.ts'
import { exportMeasurements } from './commands/experiments/measurement-export.ts'
import { createScoringThread } from './commands/experiments/scoring-thread.ts'
import { createVariationServing } from './commands/experiments/variation-serving.ts'
import { commands } from './commands/index.ts'
import { recordReports } from './commands/mail-events/record.ts'
import { recordReturnedMail } from './commands/mail-events/returned-mails.ts'
import { createClickRecording } from './commands/mail-links/click-recording.ts'
import { createTrackedLinks } from './commands/mail-links/tracked-links.ts'
import { applySuppression, moveRefusal } from './commands/mail-suppressions.ts'
import { endExpiredBans } from './commands/users.ts'
import { everyMinute } from './concurrency/every-minute.ts'
import type { Config } from './config/config.ts'
import { isLoopback } from './config/hosts.ts'
import { loadSealKey, type SealKey } from './config/load-seal-key.ts'
import type { Secrets } from './config/secrets.ts'
import { type CoreOverrides, createCore } from './core.ts'
import type { Database } from './database/connect.ts'
import { requestVacuum, vacuumAfterErasure } from './database/erasure-vacuum.ts'
import { createModerationModelFiles } from './database/moderation-model-files.ts'
import { defaultThresholds } from './domain/screening.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import { createSealer } from './eventlog/integrity/sealer.ts'
import { createSealVerifier } from './eventlog/integrity/verify-now.ts'
import { logState } from './eventlog/log-state.ts'
import type { EarlyServer } from './http/early-server.ts'
import type { StreamLimits } from './http/file-stream.ts'
import { type HttpFoundation, httpFoundation } from './http/foundation.ts'
import type { Readiness } from './http/health.ts'
import { logPage } from './http/log.ts'
import { countDropped, createRegistry } from './http/metrics.ts'
import { pendingPosition } from './http/pending-position.ts'
import { relyingPartyOf } from './http/relying-party.ts'
import { securityHeaders } from './http/security-headers.ts'
import { addressOf, createHttp, keepAlive } from './http/server.ts'
import { refuseWhileStarting } from './http/starting.ts'
import { traceIdOf } from './http/trace-context.ts'
import { codesOf } from './mail/background-mailer.ts'
import { readBounceMailbox } from './mail/bounce-mailbox.ts'
import { createInboxLimit } from './mail/inbox-limit.ts'
import { createMail } from './mail/index.ts'
import { type Mailer, mailbox } from './mail/mailer.ts'
import { outboxPages } from './mail/outbox-pages.ts'
import { createUnsubscribeLinks } from './mail/unsubscribe-links.ts'
import { createModerators, type Moderators } from './moderation/moderators.ts'
import { measureProduct } from './monitoring/product-metrics.ts'
import { createSitePages, type SitePages } from './pages/site-pages.ts'
import { createPhotos } from './photos/index.ts'
import { photoPages } from './photos/photo-pages.ts'
import { createProjector } from './projector/projector.ts'
import { createReadYourWrites } from './projector/read-your-writes.ts'
import { queries } from './queries/index.ts'
import { createDigest } from './reactors/digest.ts'
import { createReactors } from './reactors/index.ts'
import { createSecurityAlerts } from './reactors/security-alerts.ts'
import { createWelcomeMails } from './reactors/welcome-mails.ts'
import { createWelcomeQueue } from './reactors/welcome-queue.ts'
import { screeningPolicy } from './read-model/moderation-policy.ts'
import { evidenceSnapshot } from './read-model/page-evidence.ts'
import { servedPopulation } from './read-model/page-variations.ts'
import { createLocate } from './traffic/locations.ts'
import { createTraffic } from './traffic/traffic.ts'

const scheduleEvery = 5000 // ms
const tenMinutes = 600_000 // ms
const hour = 3_600_000 // ms

/** Only where a collector is set: it costs memory and start-up time. */
const loadTracing = async (otlp: NonNullable<Config['otlp']>) =>
  (await import('./http/tracing.ts')).startTracing(otlp, program.version)

export type App = Awaited<ReturnType<typeof createApp>>

/** Parts that a test replaces; the rest is composed as in the product. */
export type Overrides = CoreOverrides &
  Partial<Pick<HttpFoundation, 'personOf' | 'formPage'>> & {
    mailer?: Mailer
    /** Of the sender of campaign mail. */
    sending?: Partial<SenderSettings>
    /** Milliseconds an answer waits for the read model. */
    projectionTimeout?: number
    /** Milliseconds a report of a visit waits until it is learned from. */
    reportTimeout?: number
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
  const { isProduction, isHttps } = config
  let isOpen = false
  let isRunning = false

  let site: SitePages | null = null
  const http = createHttp(
    { isHttps, trustProxy: config.trustProxy, logLevel: config.logLevel },
    (request, response) => site?.server.tryServe(request, response) ?? false,
    early,
  )
  const logger = http.log
  const publicUrl = () => config.publicUrl ?? addressOf(http, config)
  const sender = () => ({ ...letterhead, publicUrl: publicUrl() })

  const locate = createLocate((error) => logger.warn({ err: error }, 'Places of addresses are not known.'))
  const onAlarm = (sentence: string) => logger.fatal({}, `ALARM: ${sentence}`)
  const core = await createCore({ config, secrets, database, locate, onAlarm, overrides })
  const { log, decode, handle, sessions } = core
  const projector = createProjector({ log, decode, pool, projections: core.projections, logger })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  const reached = (position: string) => readYourWrites.waitFor(position, { timeoutMs: overrides.projectionTimeout })
  const sealer = createSealer({
    log,
    pool,
    folder: config.dataDir,
    ...sealKey,
    onError: (error) => logger.warn({ err: error }, 'The log could not be sealed; the next run tries again.'),
  })
  const seals = createSealVerifier({ log, pool, folder: config.dataDir, keys: sealKey })
  const mail = createMail({
    database,
    smtpUrl: config.smtpUrl,
    requireTLS: isProduction,
    folder: join(config.dataDir, 'outbox'),
    from: mailbox(campaignName, config.mailFrom),
    contact: campaign.email,
    sender,
    timeZone: campaign.timeZone,
    logger,
    mailer: overrides.mailer,
  })
  const unsubscribeAddress = config.bouncesAddress ?? campaign.email
  const unsubscribeLinks = createUnsubscribeLinks({
    tokens: core.unsubscribeTokens,
    publicUrl,
    address: unsubscribeAddress,
  })
  const { dkim, ...sendingLimits } = config.campaignMail
  const trackedLinks = createTrackedLinks(core)
  const campaignSending = createCampaignSending({
    ...core,
    pool,
    databaseUrl: database.url,
    logger,
    letterhead: {
      fromName: campaignName,
      fromAddress: config.mailFrom,
      returnAddress: config.bouncesAddress ?? config.mailFrom,
      words: letterhead,
      unsubscribeAddress,
      dkim,
      keys: { unsubscribes: secrets.unsubscribes, mailLinks: secrets.mailLinks },
    },
    publicUrl,
    numberLinks: trackedLinks.number,
    settings: { ...sendingLimits, ...overrides.sending },
    smtpUrl: overrides.mailer ? undefined : config.smtpUrl,
    requireTLS: isProduction,
    mailer: mail.mailer,
    reportBounce: ({ campaignId, subject, code, at }) => {
      const messageId = `<c${campaignId}.${subject}@>`
      return recordReports(core, [{ type: 'bounce', kind: 'hard', code, at, messageId, email: null }])
    },
  })
  const { photos, ownPhotos } = createPhotos({
    bucket: config.photosBucket,
    folder: config.photosDir,
    isOn: config.hasPhotos,
  })
  const welcomeQueue = createWelcomeQueue(pool)
  const reactors = createReactors({
    ...core,
    ...mail,
    pool,
    knex,
    logger,
    photos,
    reached,
    requestVacuum: () => requestVacuum(pool),
    sender,
    welcomeQueue,
    ...accountRepairs({ ...core, knex }),
    confirmedOptIn: campaign.confirmedOptIn,
    securityAlerts: campaign.securityAlerts,
    applySuppression: (subject) => applySuppression(core, subject),
    campaignSending,
    moveRefusal: (move, context) => moveRefusal(core, move, context),
    unsubscribeLinks,
    inboxLimit: createInboxLimit({ database, hash: core.subjects.emailHash }),
    acknowledgments: {
      ...campaign.acknowledgments,
      // Where addresses are confirmed, whoever signs up gets one mail as well: the one that asks.
      signUp: campaign.acknowledgments.signUp && !campaign.confirmedOptIn,
    },
  })
  const sendDigest = createDigest({
    ...mail,
    knex,
    sender,
    hour: campaign.digestHour,
    localTime: (now) => ({ date: campaignClock.dateAt(now), hour: campaignClock.hourAt(now) }),
  })

  const sendSecurityAlerts = createSecurityAlerts({ ...mail, pool, knex, sender })

  let evolutionLoop: EvolutionLoop | null = null
  const pageVariations = createVariationServing({
    handle,
    load: () => servedPopulation(knex),
    compare: log.compare,
    counts: createMeasurementCounts(pool, secrets.variations),
    key: secrets.variations,
    isHttps,
    onDrop: (error) => logger.warn({ err: error }, 'A measurement of page variations was dropped.'),
    keepUp: async () => evolutionLoop?.keepUp(),
    reportTimeout: overrides.reportTimeout,
  })
  const sendWelcomeMails = createWelcomeMails({
    ...core,
    knex,
    welcomeQueue,
    singleMails: campaignSending.singleMails,
    confirmedOptIn: campaign.confirmedOptIn,
  })
  const clickRecording = createClickRecording({
    ...core,
    knex,
    tokens: core.mailLinkTokens,
    isHttps,
    onDrop: (error) => logger.warn({ err: error }, 'A click in a mail was dropped.'),
  })
  const scoringThread = createScoringThread()
  const evidence = createEvidenceTail({ log, decode, load: () => evidenceSnapshot(knex) })
  const evolving = createEvolving({
    handle,
    log,
    evidence,
    thread: scoringThread,
    every: config.evolveEvery,
    onDecided: pageVariations.population.adopt,
  })
  const traffic = createTraffic({
    pool,
    trustProxy: config.trustProxy,
    isCrawler,
    cookies: { session: sessions.cookieName, variation: pageVariations.cookie.name },
    onError: (error) => logger.warn({ err: error }, 'The traffic log waits for the database.'),
    locate,
  })
  const registry = createRegistry()
  countDropped(registry, {
    traffic: traffic.dropped,
    measurements: pageVariations.measurements.dropped,
    clicks: clickRecording.recordings.dropped,
  })

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
      onServed(request, response, page, requestId) {
        traffic.onServed(request, response, page)
        const traceId = traceIdOf(request.headers.traceparent)
        const { statusCode: status } = response
        // Of a path that has no page, only that: it may hold anything.
        const route = page.status === 200 ? page.path : 'unmatched'
        logPage(logger, { method: request.method, route, status, requestId, traceId }, page.csp === null)
      },
      onHint: projector.onMoved,
      onError: (error, message) => logger.error({ err: error }, message),
    })

  async function readiness(): Promise<Readiness> {
    const asked = Promise.all([projector.status(), reactors.status(), logState(log)])
    // Until the start is through there may be no tables, or no database; startup.ts reports what is wrong.
    const states = isOpen ? await asked : await asked.catch(() => null)
    if (!states) return { ready: false, checks: { started: false } }
    const [status, reaction, eventLog] = states
    const isProjected = status.role !== 'halted' && status.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen && isProjected && eventLog === 'ok',
      checks: {
        started: isOpen,
        log: eventLog,
        projector: status,
        reactors: reaction,
        pages: site?.refresher.status() ?? null,
      },
    }
  }

  measureProduct(registry, {
    isReady: async () => (await readiness()).ready,
    projections: async () => (await projector.status()).projections,
    reactors: async () => (await reactors.status()).reactors,
    pool,
    knex,
    mails: mail.counts,
    senderThread: campaignSending.threadStatus,
  })
  const tracing = config.otlp ? await loadTracing(config.otlp) : null
  await tracing?.register(http)
  await http.register(httpFoundation, {
    answerCipher: { encrypt, decrypt },
    database,
    production: isProduction,
    isHttps,
    origin: config.publicUrl ? [config.publicUrl] : [],
    rateLimits: config.hasRateLimits ? 'on' : 'off',
    formLimits: config.formLimits,
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
    relyingParty: relyingPartyOf({ name: campaignName, publicUrl: config.publicUrl }),
  }
  const realSignIn = { ...core, ...forSignIn, google, facebook, isHttps, publicUrl }
  const signInTools = overrides.signIn?.(realSignIn) ?? realSignIn
  const signInFlow = createSignIn(signInTools)
  await http.register(authCommands, { tools: signInTools, signInFlow })
  // Also of pictures from a time when they were switched on.
  const erasing = { ...core, knex, photos, forgetMail: mail.forgetMail, campaignSending }
  await http.register(commands, {
    ...core,
    erasing,
    knex,
    pool,
    seals,
    fileLimits: overrides.fileLimits,
    waitForProjection,
    pageVariations,
    trackedLinks,
    clickRecording,
    publicUrl,
    evolving,
    verifyEvolution: () => verifyEvolution({ log, decode }),
    measurementFile: (asked) => exportMeasurements({ log, decode }, asked),
    replay: (request, until) => replayFitness({ log, decode }, request, { until }),
    recordActivity: traffic.recordActivity,
    moderators,
    screen: moderators.screen,
    trialTimeout: overrides.trialTimeout,
    photos: ownPhotos,
    accountMail: signInTools.accountMail,
    mailEventsSecret: config.mailEventsSecret,
    requestEmailChange: emailChangeRequests(signInTools, signInFlow),
    campaignSending,
    campaignMail: campaignSending,
    mailProblem: mail.problem,
  })
  await http.register(queries, {
    knex,
    subjects: core.subjects,
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
  const sendDue = (now: Date) => sendDueCampaigns({ ...core, knex, campaignSending }, now)
  const readBounces = async () => {
    if (config.bouncesImapUrl) await readBounceMailbox(config.bouncesImapUrl, (read) => recordReturnedMail(core, read))
  }
  const logged = (error: unknown) => ({ err: error })
  /** `details`: what of an error may be logged. */
  const repeat = (
    work: () => Promise<unknown>,
    failure: string,
    every?: number,
    details: (error: unknown) => object = logged,
  ) => everyMinute(work, (error) => logger.error(details(error), `${failure}; the next run tries again.`), every)
  let stopTimers = async () => {}

  return {
    http,
    core,
    database,
    projector,
    reactors,
    sealer,
    sealKey,
    site,
    registry,
    traffic,
    moderators,
    pageVariations,
    trackedLinks,
    clickRecording,
    evolving,
    publicUrl,
    /** Goes into every mail that people can do without. */
    unsubscribeLinks,
    /** Takes what came to the mailbox for bounces; also runs every minute. */
    readBounces,
    /** Whether the read model shows this position; waits briefly. */
    reached,
    /** What erases anybody (commands/erasures.ts). */
    erasing,
    /** Erases the accounts that are due by then; also runs every minute. */
    eraseDue,
    /** Lifts the bans that have run out by then; also runs every minute. */
    endBans,
    /** Sends the mails of the welcome series that are due by the clock; also runs every minute. */
    sendWelcomeMails,
    campaignSending,
    /** Tells admins what waits, once a day; also tried every minute. */
    sendDigest,
    /** Tells admins what may concern them, at most every ten minutes; also tried every minute. */
    sendSecurityAlerts,
    /** Sends the scheduled campaigns that are due by then; also runs every few seconds. */
    sendDue,
    /** Starts the background work; calling it again does nothing. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
      campaignSending.start()
      void mail.problem().then((problem) => problem !== null && logger.error(problem))
      evolutionLoop = startEvolutionLoop({
        evolving,
        isActive: () => projector.role === 'active',
        onAppend: log.onAppend,
        onError(error) {
          evidence.forget()
          log.forgetRecent()
          logger.error({ err: error }, 'Page variations could not be scored; the next run tries again.')
        },
      })
      const stops = [
        repeat(() => eraseDue(new Date()), 'Accounts that are due could not be deleted'),
        repeat(() => endBans(new Date()), 'Bans that ran out could not be lifted'),
        repeat(() => sendDue(new Date()), 'Campaigns that are due could not be sent', scheduleEvery),
        repeat(() => sendWelcomeMails(() => new Date()), 'The welcome series could not be sent'),
        // One process at a time: the others would send the same mails.
        repeat(
          async () => (projector.role === 'active' ? sendDigest(new Date()) : undefined),
          'The daily digest could not be sent',
          undefined,
          codesOf,
        ),
        repeat(
          async () => (projector.role === 'active' ? sendSecurityAlerts(new Date()) : undefined),
          'Security alerts could not be sent',
          undefined,
          codesOf,
        ),
        repeat(campaignSending.dropUnusedLists, 'Unused lists of recipients could not be deleted'),
        repeat(
          () => campaignSending.forgetOldAddresses(new Date()),
          'Addresses of campaigns that are over could not be deleted',
        ),
        repeat(
          async () => (projector.role === 'active' ? vacuumAfterErasure(pool) : undefined),
          'What an erasure touched could not be vacuumed',
          tenMinutes,
        ),
        repeat(core.cleanIssuedNumbers, 'Numbers of old commands could not be deleted', hour),
        repeat(readBounces, 'The mailbox for bounces could not be read', undefined, codesOf),
        evolutionLoop.stop,
      ]
      stopTimers = async () => {
        await Promise.all(stops.map((stop) => stop()))
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
      await scoringThread.close()
      await Promise.all([pageVariations.measurements.close(), clickRecording.recordings.close(), traffic.close()])
      await site?.refresher.stop()
      await campaignSending.close()
      await Promise.all([projector.close(), reactors.close(), sealer.close()])
      await realModerators.close()
      await mail.close()
      await log.close()
      await tracing?.close().catch((error: unknown) => logger.warn({ err: error }, 'The last traces were not sent.'))
    },
  }
}
