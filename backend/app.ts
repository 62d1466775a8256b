import { createServer } from 'node:http'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { campaignName } from '../contract/campaign.ts'
import { authCommands } from './commands/auth.ts'
import type { CommandTools } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { createVariationServing } from './commands/variation-serving.ts'
import type { Config } from './config.ts'
import { createCore } from './core.ts'
import { connect } from './database/connect.ts'
import { isCrawler } from './domain/bot-rules.ts'
import { createIds } from './eventlog/ids.ts'
import { createSealer } from './eventlog/sealer.ts'
import { commandContext } from './http/command-context.ts'
import { httpFoundation } from './http/foundation.ts'
import { isApi } from './http/guards.ts'
import type { Readiness } from './http/health.ts'
import { countDropped, createRegistry } from './http/metrics.ts'
import { HttpProblem } from './http/problem.ts'
import { securityHeaders } from './http/security-headers.ts'
import { fastifyOptions } from './http/server-options.ts'
import { createPasswords } from './identity/passwords.ts'
import { createRsvpTokens } from './identity/rsvp-tokens.ts'
import { createSessions } from './identity/sessions.ts'
import { accountExistsMail } from './mail/account-letters.ts'
import { mailbox } from './mail/mailer.ts'
import { createOutbox } from './mail/outbox.ts'
import { outboxPages } from './mail/outbox-pages.ts'
import { createPostman } from './mail/postman.ts'
import { createSentMails } from './mail/sent-mails.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { createModerator } from './moderation/provider.ts'
import { createProjector } from './projections/projector.ts'
import { createReadYourWrites } from './projections/read-your-writes.ts'
import { readUserRow } from './queries/auth.ts'
import { queries } from './queries/index.ts'
import { pageVariationRows } from './queries/page-variations.ts'
import { createRows } from './queries/rows.ts'
import { createRsvpRows } from './queries/rsvps.ts'
import { accountsReactor } from './reactors/accounts.ts'
import { erasuresReactor } from './reactors/erasures.ts'
import { createReactorRunner } from './reactors/reactor.ts'
import { rsvpMailsReactor } from './reactors/rsvp-mails.ts'
import { rsvpSeatsReactor } from './reactors/rsvps.ts'
import type { Secrets } from './secrets.ts'
import { createSitePages, type SitePages } from './site-pages.ts'
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
  const { log, decode, subjects, handle, accounts, tokens } = core
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
  const warn = (error: unknown) => logger.warn({ err: error }, 'The seals wait for the database.')
  const sealer = createSealer({
    log,
    pool,
    folder: config.dataDir,
    signingKey: secrets.sealing.privateKey,
    onError: warn,
  })
  const sessions = createSessions({ database, isProduction: config.isProduction })
  const from = mailbox(campaignName, config.mailFrom)
  const outbox = createOutbox({ folder: join(config.dataDir, 'outbox'), from })
  const mailer = config.smtpUrl ? createSmtpMailer({ url: config.smtpUrl, from }) : outbox
  const postman = createPostman(mailer, logger)
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
  })
  countDropped(registry, { traffic: traffic.dropped, measurements: pageVariations.background.dropped })

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
  const rows = createRows(knex)
  const moderate = createModerator({ url: config.moderationUrl, onFailure: (reason) => logger.warn(reason) })
  const tools: CommandTools = {
    handle,
    subjects,
    nextId: createIds(pool).next,
    context: commandContext,
    async caughtUp(position, request) {
      if (position !== null && !(await readYourWrites.waitFor(position))) request.pendingPosition = position
    },
    rows,
    pageVariations,
    noteActivity: traffic.noteActivity,
    rsvpTokens,
    async screen(text) {
      const [{ version, ...verdict }, { review, reject }] = await Promise.all([moderate(text), rows.moderationPolicy()])
      return { verdict: { ...verdict, moderator: version }, thresholds: { review, reject } }
    },
    accounts,
  }

  const sentMails = createSentMails({ database, mailer, host: () => new URL(publicUrl()).hostname, log: logger })
  const sender = () => ({ siteName: campaignName, publicUrl: publicUrl() })
  const model = { campaignEvent: rows.campaignEvent, rsvps: createRsvpRows(knex), reached: readYourWrites.waitFor }
  reactors.add({ ...rsvpSeatsReactor({ handle, model }), from: 'start' })
  reactors.add({ ...rsvpMailsReactor({ model, sentMails, tokens: rsvpTokens, sender }), from: 'start' })

  async function readiness(): Promise<Readiness> {
    const [status, reaction] = await Promise.all([projector.status(), reactors.status()])
    const isProjected = status.role !== 'halted' && status.projections.every(({ stopped }) => stopped === null)
    return {
      ready: isOpen && isProjected,
      checks: { started: isOpen, projector: status, reactors: reaction, pages: site?.refresher.status() ?? null },
    }
  }

  await http.register(httpFoundation, {
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
  authCommands(http, {
    ...tools,
    log,
    accounts,
    tokens,
    sessions,
    passwords: createPasswords(),
    userRow: readUserRow(database),
    tellOwner: (email) => postman.post(accountExistsMail({ siteName: campaignName, publicUrl: publicUrl() }, email)),
  })
  await http.register(commands, tools)
  await http.register(queries, database)
  if (!config.isProduction && mailer === outbox) await http.register(outboxPages, { outbox })

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
    /** Starts what works behind the API; once, however often it is called. */
    run(signal: AbortSignal) {
      if (isRunning) return
      isRunning = true
      projector.start()
      reactors.start()
      traffic.start()
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
      await Promise.all([pageVariations.background.close(), traffic.close()])
      await site?.refresher.stop()
      await Promise.all([projector.close(), reactors.close(), sealer.close()])
      await postman.idle()
      await mailer.close()
      await log.close()
      await database.close()
    },
  }
}

function addressOf(http: FastifyInstance, { host, port }: Config): string {
  const address = http.server.address()
  return `http://${host}:${typeof address === 'object' && address ? address.port : port}`
}
