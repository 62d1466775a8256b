import type { IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Database } from '../database/connect.ts'
import { type ApiPage, apiDocumentation } from './api-docs.ts'
import { acceptBodies, checkBodyHeaders, checkNoBody } from './body.ts'
import { answerError, problems } from './errors.ts'
import type { FormLimits } from './form-limits.ts'
import {
  checkPageUser,
  checkPolicy,
  checkProof,
  checkSecondFactor,
  dependsOnPerson,
  identify,
  requireKnownForms,
  requirePolicies,
} from './guards.ts'
import { healthRoutes, type Readiness } from './health.ts'
import { keepAnswer, replayAnswer } from './idempotency.ts'
import { type AnswerCipher, createIdempotencyAnswers } from './idempotency-answers.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { logAnswer } from './log.ts'
import { countIncompleteAnswers, measureRequests } from './metrics.ts'
import { answerNotFound, type NotFoundPage } from './not-found.ts'
import { checkOrigin } from './origin.ts'
import { type FormPage, type ShowPage, takeForForm } from './plain-forms.ts'
import { createRateLimits, type InboxOf, noRateLimits } from './rate-limits.ts'
import type { Person } from './route.ts'
import { serializerCompiler, validatorCompiler } from './schemas.ts'
import { apiContentSecurityPolicy, type HttpsOnly, securityHeaders } from './security-headers.ts'
import { limitHandlers } from './slow-handlers.ts'
import { requireKnownRights } from './staff-policy.ts'
import { traceIdOf } from './trace-context.ts'

/** The first value is for Node; a proxy in front of it may use the second. */
const hasTwo = (header: 'host' | 'authorization', { rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === header).length > 1

export type HttpFoundation = HttpsOnly & {
  database: Database
  /** Of the program. */
  version: string
  apiPage: ApiPage
  /** Encrypts the responses stored for idempotent replays. */
  answerCipher: AnswerCipher
  production: boolean
  /** Our own origins, such as https://www.example.org; empty: the scheme and host of each request. */
  origin: readonly string[]
  /** 'off' only works outside production. */
  rateLimits: 'on' | 'off'
  /** The forms that have limits of their own. */
  forms: readonly string[]
  formLimits?: FormLimits
  /** The rights that staff may have. */
  rights: readonly string[]
  inboxOf: InboxOf
  /** Hashes the names of rate limits; the same in every process. */
  rateLimitKey: Uint8Array
  /** Name of the session cookie, for the API description. */
  sessionCookie: string
  /** Called only for requests with an API key or a cookie; null for a visitor, and for a key that does not work. */
  personOf(request: FastifyRequest): Promise<Person | null>
  readiness(): Promise<Readiness>
  /** Called when a signed-in person lacks a permission; never rejects. */
  onDenied?(request: FastifyRequest): Promise<void>
  /** The 404 page, for browsers and paths outside the API. */
  notFoundPage?: NotFoundPage
  /** Renders a page with a rejected form, for browsers without scripts. */
  formPage?: FormPage
  /** Renders a page for one reader, such as the owner of a link in a mail. */
  showPage?: ShowPage
  registry?: Registry
}

const cleaningInterval = 10 * 60 * 1000

/**
 * The basis of every route; register it before the routes. The checks run in the order listed below, and all except the
 * schema are decided before the body is read.
 */
export async function httpFoundation(app: FastifyInstance, options: HttpFoundation): Promise<void> {
  const headers = { ...securityHeaders(options), 'content-security-policy': apiContentSecurityPolicy }
  const origins = options.origin.map((url) => new URL(url).origin)
  const answers = createIdempotencyAnswers(options.database, options.answerCipher)
  const isLimited = options.production || options.rateLimits === 'on'
  const rateLimits = isLimited ? createRateLimits(options.database, options.rateLimitKey, options) : noRateLimits

  await app.register(cookie)
  app.decorateRequest('person', null)
  app.decorateRequest('usedRights', null)
  app.decorateRequest('idempotency', null)
  app.decorate('rateLimits', rateLimits)
  app.decorate('personOf', options.personOf)
  app.decorate('plainForms', {
    page: options.formPage ?? null,
    show: options.showPage ?? null,
    key: options.rateLimitKey,
  })
  app.setValidatorCompiler(validatorCompiler)
  const countIncomplete = options.registry ? countIncompleteAnswers(app, options.registry) : () => {}
  app.setSerializerCompiler(
    serializerCompiler((mismatch) => {
      countIncomplete(mismatch.where)
      app.log.error({ err: mismatch }, 'Some rows of an answer were sent without the values that do not fit.')
    }),
  )
  app.setErrorHandler(answerError)
  acceptBodies(app)
  requirePolicies(app)
  requireKnownForms(app, options.forms)
  requireKnownRights(app, options.rights)
  const notFound = answerNotFound(app, options.notFoundPage)

  limitHandlers(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    const traceId = traceIdOf(request.headers.traceparent)
    if (traceId !== null) request.log = reply.log = request.log.child({ traceId })
    // Not cacheable unless the route sets Cache-Control.
    if (dependsOnPerson(request)) reply.header('cache-control', 'no-store')
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') throw problems.badRequest()
    if (hasTwo('host', request.raw) || hasTwo('authorization', request.raw)) throw problems.badRequest()
    if (request.is404) return notFound(request, reply)
    checkBodyHeaders(request)
    checkOrigin(request, origins)
    await identify(request, options.personOf)
    checkPageUser(request)
    try {
      checkPolicy(request)
    } catch (error) {
      if (request.person) await options.onDenied?.(request)
      throw error
    }
    checkSecondFactor(request)
    const { rateLimit, needsProof } = request.routeOptions.config
    if (needsProof === true) checkProof(request)
    if (rateLimit && 'form' in rateLimit) await takeForForm(request, rateLimit.form)
    else if (rateLimit) await rateLimits.takeForAddress(rateLimit, request.ip)
    request.idempotency = readIdempotencyKey(request)
    return
  })
  app.addHook('preValidation', async (request) => checkNoBody(request))
  app.addHook('preHandler', async (request) => {
    const { needsProof } = request.routeOptions.config
    if (typeof needsProof === 'function' && needsProof(request.body)) checkProof(request)
  })
  app.addHook('preHandler', async (request, reply) => replayAnswer(request, reply, answers))
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotency) keepAnswer(request, reply, payload, answers)
  })
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))

  const clean = async () => {
    try {
      await Promise.all([rateLimits.clean(), answers.clean()])
    } catch (error) {
      app.log.warn({ err: error }, 'Expired rows could not be deleted; trying again in the next round.')
    }
  }
  const cleaning = setInterval(clean, cleaningInterval).unref()
  app.addHook('onClose', async () => clearInterval(cleaning))

  if (options.registry) measureRequests(app, options.registry, options.forms)
  apiDocumentation(app, { ...options.apiPage, sessionCookie: options.sessionCookie, server: origins[0] ?? '/' })
  healthRoutes(app, options)
}

// Its hooks apply to the whole server, not just to its own scope.
Object.assign(httpFoundation, { [Symbol.for('skip-override')]: true })
