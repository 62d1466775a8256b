import { createServer } from 'node:http'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { campaign, campaignName } from '../contract/campaign.ts'
import type { CommandTools } from './commands/command.ts'
import { eraseDueAccounts, keepErasingDue } from './commands/due-deletions.ts'
import { createVariationServing } from './commands/experiments/variation-serving.ts'
import { commands } from './commands/index.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import { createCore } from './core.ts'
import { connect } from './database/connect.ts'
import { createIds } from './database/id-sequences.ts'
import { createModerationModelFiles } from './database/moderation-model-files.ts'
import { isCrawler } from './domain/bot-rules.ts'
import type { CampaignEventEvent } from './domain/campaign-events.ts'
import { defaultThresholds } from './domain/screening.ts'
import { decrypt, encrypt } from './eventlog/encryption/aes-gcm.ts'
import { createSealer } from './eventlog/integrity/sealer.ts'
import type { Recorded } from './eventlog/metadata.ts'
import { commandContext } from './http/command-context.ts'
import { httpFoundation } from './http/foundation.ts'
import { isApi } from './http/guards.ts'
import type { Readiness } from './http/health.ts'
import { countDropped, createRegistry } from './http/metrics.ts'
import { HttpProblem } from './http/problem.ts'
import { securityHeaders } from './http/security-headers.ts'
import { fastifyOptions } from './http/server-options.ts'
import { createRsvpTokens } from './identity/rsvp-tokens.ts'
import { createSessions } from './identity/sessions.ts'
import { createBackgroundMailer } from './mail/background-mailer.ts'
import { mailbox } from './mail/mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { outboxPages } from './mail/outbox-pages.ts'
import { createSentMails } from './mail/sent-mails.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { createModerators } from './moderation/moderators.ts'
import { createSitePages, type SitePages } from './pages/site-pages.ts'
import { createPhotoBucket } from './photos/photo-bucket.ts'
import { createPhotoFolder } from './photos/photo-folder.ts'
import { photoPages } from './photos/photo-pages.ts'
import { cutSquares } from './photos/squares.ts'
import { createProjector } from './projector/projector.ts'
import { createReadYourWrites } from './projector/read-your-writes.ts'
import { queries } from './queries/index.ts'
import { screeningPolicy } from './queries/moderation-policy.ts'
import { pageVariationRows } from './queries/page-variations.ts'
import { createRows } from './queries/rows.ts'
import { createRsvpRows } from './queries/rsvps.ts'
import { accountsReactor } from './reactors/accounts.ts'
import { campaignEventMailsReactor } from './reactors/campaign-event-mails.ts'
import { deletionMailsReactor } from './reactors/deletion-mails.ts'
import { erasuresReactor } from './reactors/erasures.ts'
import { profilePhotosReactor } from './reactors/profile-photos.ts'
import { createReactorRunner } from './reactors/reactor.ts'
import { rsvpMailsReactor } from './reactors/rsvp-mails.ts'
import { rsvpSeatsReactor } from './reactors/rsvps.ts'
import { createSignInParts } from './sign-in.ts'
import { createLocate } from './traffic/locations.ts'
import { createTraffic } from './traffic/traffic.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Position of this request's last event while the read model does not show it yet. */
    pendingPosition: string | null
  }
}

export type App = Awaited<ReturnType<typeof createApp>>

/**
 * Puts the parts together. Listening may begin at once: the pages serve, and the API answers 503 until `opened` says
 * that the database is up to date (startup.ts).
 */
export async function createApp({
  config,
  secrets,
  databaseUrl,
}: {
  config: Config
  secrets: Secrets
  databaseUrl: string
}) {
  const database = connect(databaseUrl, { max: 20 })
  const { pool, knex } = database
  const core = createCore({ config, secrets, database })
  const { log, decode, subjects, handle, accounts } = core
  let isOpen = false
  let isRunning = false

  const options = fastifyOptions({
    production: config.isProduction,
    trustProxy: config.trustProxy,
    logLevel: config.logLevel,
  })
  const { keepAliveTimeout = 5000, requestTimeout } = options
  let site: SitePages | null = null
  const http = fastify({
    ...options,
    // Pages are answered before Fastify hears of the request. Its own server would take these settings by itself.
    serverFactory: (handler) =>
      createServer({ ...options.http, keepAliveTimeout, requestTimeout }, (request, response) => {
        if (!site?.server.tryServe(request, response)) handler(request, response)
      }),
  })
  const logger = http.log
  const projector = createProjector({ log, decode, pool, projections: core.projections, logger })
  const readYourWrites = createReadYourWrites({ pool, log, projector })
  const reactors = createReactorRunner({ log, decode, pool, logger })
  reactors.add({ ...accountsReactor({ accounts, subjects }), from: 'start' })
  reactors.add({ ...erasuresReactor({ subjects }), from: 'start' })
  const photos = config.photosBucket ? createPhotoBucket(config.photosBucket) : createPhotoFolder(config.photosDir)
  reactors.add({ ...profilePhotosReactor({ photos }), from: 'start' })
  const warn = (error: unknown) => logger.warn({ err: error }, 'The seals wait for the database.')
  const sealer = createSealer({
    log,
    pool,
    folder: config.dataDir,
    signingKey: secrets.sealing.privateKey,
    onError: warn,
  })
  const locate = createLocate((error) => logger.warn({ err: error }, 'Places of addresses are not known.'))
  const sessions = createSessions({ database, isProduction: config.isProduction, locate })
  const from = mailbox(campaignName, config.mailFrom)
  const outbox = createOutbox({ folder: join(config.dataDir, 'outbox'), from })
  const mailer = config.smtpUrl ? createSmtpMailer({ url: config.smtpUrl, from }) : outbox
  const backgroundMailer = createBackgroundMailer(mailer, logger)
  const registry = createRegistry()
  const pageVariations = createVariationServing({
    handle,
    rows: () => pageVariationRows(knex),
    key: secrets.variations,
    isProduction: config.isProduction,
    onDrop: (error) => logger.warn({ err: error }, 'A measurement of page variations was dropped.'),
  })
  const traffic = createTraffic({
    pool,
    trustProxy: config.trustProxy,
    isCrawler,
    cookies: { session: sessions.cookieName, variation: pageVariations.cookie.name },
    onError: (error) => logger.warn({ err: error }, 'The traffic log waits for the database.'),
    locate,
  })
  countDropped(registry, { traffic: traffic.dropped, measurements: pageVariations.measurements.dropped })

  if (config.servesSite)
    site = await createSitePages({
      pool,
      copiesFolder: join(config.dataDir, 'pages'),
      siteUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
      securityHeaders: securityHeaders({ production: config.isProduction }),
      keepAlive: keepAliveTimeout / 1000,
      onServed: traffic.onServed,
      onHint: projector.onMoved,
      onError: (error, message) => logger.error({ err: error }, message),
    })
  const publicUrl = () => config.publicUrl ?? addressOf(http, config)

  const rsvpTokens = createRsvpTokens(secrets.rsvps)
  const moderators = createModerators({
    files: createModerationModelFiles(database),
    url: config.moderationUrl,
    policy: () => screeningPolicy(knex, defaultThresholds),
    defaultThresholds,
    onFailure: (reason) => logger.warn(reason),
  })
  const rows = createRows(knex, moderators)
  const sender = () => ({ siteName: campaignName, publicUrl: publicUrl() })
  const common: Pick<CommandTools, 'handle' | 'subjects' | 'nextId' | 'context' | 'waitForProjection'> = {
    handle,
    subjects,
    nextId: createIds(pool).next,
    context: commandContext,
    async waitForProjection(position, request) {
      if (position !== null && !(await readYourWrites.waitFor(position))) request.pendingPosition = position
    },
  }
  const signIn = createSignInParts({
    config,
    core,
    database,
    common,
    sessions,
    mailer,
    backgroundMailer,
    sender,
    tellTime,
  })
  const tools: CommandTools = {
    ...common,
    rows,
    pageVariations,
    noteActivity: traffic.noteActivity,
    rsvpTokens,
    screen: moderators.screen,
    moderators,
    accounts,
    photos: config.hasPhotos
      ? { ...photos, save: async (subject, id, picture) => photos.save(subject, id, await cutSquares(picture)) }
      : null,
    requestEmailChange: signIn.requestEmailChange,
    forgetMail: outbox.forget,
  }

  const sentMails = createSentMails({ database, mailer, host: () => new URL(publicUrl()).hostname, log: logger })
  const model = { campaignEvent: rows.campaignEvent, rsvps: createRsvpRows(knex), reached: readYourWrites.waitFor }
  reactors.add({ ...rsvpSeatsReactor({ handle, model }), from: 'start' })
  const deletionModel = { person: rows.person, deletion: rows.deletion, reached: readYourWrites.waitFor }
  reactors.add({ ...deletionMailsReactor({ model: deletionModel, tellTime, sentMails, sender }), from: 'start' })
  const mails = { model, sentMails, tokens: rsvpTokens, sender }
  reactors.add({ ...rsvpMailsReactor(mails), from: 'start' })
  const earlier = async ({ stream, revision }: Recorded) =>
    decode<CampaignEventEvent>((await log.readStream(stream)).slice(0, revision))
  reactors.add({ ...campaignEventMailsReactor({ ...mails, earlier }), from: 'now' })

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
    production: config.isProduction,
    origin: config.publicUrl ? [config.publicUrl] : [],
    rateLimits: config.hasRateLimits ? 'on' : 'off',
    rateLimitKey: secrets.rateLimits,
    sessionCookie: sessions.cookieName,
    personOf: sessions.personOf,
    readiness,
    registry,
    ...(site && { notFoundPage: site.notFound, formPage: site.formPage }),
  })
  http.decorateRequest('pendingPosition', null)
  http.addHook('onRequest', async (request) => {
    if (!isOpen && (isApi(request.url) || request.routeOptions.config.isPlainForm))
      throw new HttpProblem(503, 'The site is starting. Please try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
  })
  http.addHook('onSend', async (request, reply) => {
    if (request.pendingPosition !== null) reply.header('x-pending-position', request.pendingPosition)
  })
  traffic.register(http)
  sessions.register(http)
  await signIn.register(http)
  await http.register(commands, tools)
  await http.register(queries, { ...database, hasPhotos: config.hasPhotos, moderators })
  await http.register(photoPages, { photos })
  if (!config.isProduction && mailer === outbox) await http.register(outboxPages, { outbox })

  const eraseDue = (now: Date) => eraseDueAccounts(tools, now)
  let stopErasing = async () => {}

  return {
    http,
    core,
    database,
    projector,
    reactors,
    sealer,
    site,
    registry,
    tools,
    traffic,
    publicUrl,
    /** Erases the accounts whose time has come by then; runs by itself every minute. */
    eraseDue,
    /** Starts what works behind the API; once, however often it is called. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
      stopErasing = keepErasingDue(
        () => eraseDue(new Date()),
        (error) =>
          logger.error({ err: error }, 'Accounts that are due could not be deleted; the next run tries again.'),
      )
      site?.refresher.start()
      sealer.run(signal).catch((error: unknown) => {
        if (!signal.aborted) logger.fatal({ err: error }, 'The log is no longer sealed: run `npm run verify`.')
      })
    },
    /** From now on the API answers. */
    open: () => {
      isOpen = true
    },
    /** After the last answer: finishes what runs, in the order in which one part needs the other. */
    async closeParts() {
      readYourWrites.close()
      await stopErasing()
      await Promise.all([pageVariations.measurements.close(), traffic.close()])
      await site?.refresher.stop()
      await Promise.all([projector.close(), reactors.close(), sealer.close()])
      await backgroundMailer.idle()
      await mailer.close()
      await log.close()
      await database.close()
    },
  }
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: campaign.timeZone })
/** 'August 1, 2026 at 9:05 AM', in the campaign's time zone. */
const tellTime = (timestamp: string) => moment.format(new Date(timestamp))

function addressOf(http: FastifyInstance, { host, port }: Config): string {
  const address = http.server.address()
  return `http://${host}:${typeof address === 'object' && address ? address.port : port}`
}
