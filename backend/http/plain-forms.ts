import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { PostedForm } from '../../contract/posted-form.ts'
import { answerError, problemOf } from './errors.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { type HttpProblem, sendProblem } from './problem.ts'
import { networkOf } from './rate-limits.ts'
import { type Call, route, type Success } from './route.ts'

/** A page with its form as it was sent and what is wrong with it; null when there is no such page (any more). */
export type FormPage = (path: string, posted: PostedForm) => Promise<{ html: Buffer; csp: string } | null>

export type PlainForms = {
  /** Null where no pages are served: a refusal is then answered as JSON. */
  page: FormPage | null
  /** Hashes what is sent into the key of a repeat; the same in every process. */
  key: Uint8Array
}

declare module 'fastify' {
  interface FastifyInstance {
    plainForms: PlainForms
  }
  interface FastifyContextConfig {
    /** Takes the fields of an HTML form, and no JSON; the others take JSON alone. */
    isPlainForm?: boolean
  }
}

type Fields = { [field: string]: string | string[] }

type PlainForm<E extends Endpoint> = {
  /** Fastify's notation, `/events/:id`; its parameters are the endpoint's. */
  page: string
  /** Fields of which several values can be chosen. */
  lists?: readonly string[]
  /** Fields that are ticked or not: sent as 'yes', or not at all. */
  flags?: readonly string[]
  /** Id of the element that says thanks; several where there is more than one thing to say. */
  thanks?: (answer: Success<E>) => string
}

/** A second click of an impatient person, and a reload, come within this many milliseconds. */
const repeatWindow = 10 * 60 * 1000

/**
 * One public form with two ways in: the endpoint for scripts, and a POST to the page's own address for browsers without.
 * Both run the same checks, schema and handler. The second answers 303 to the page, at the element that says thanks, so
 * that a reload sends nothing; or the page again with what was typed and what is wrong with it.
 */
export function formRoute<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  { page, lists = [], flags = [], thanks = () => 'sent' }: PlainForm<E>,
  handler: (call: Call<E>) => Promise<Success<E>>,
): void {
  const { params, body } = definition.schema
  route(app, definition, { policy: 'public', rateLimit: 'public-form' }, handler)
  app.route({
    method: 'POST',
    url: page,
    config: { policy: 'public', keepAnswer: false, isPlainForm: true },
    schema: { body, ...(params && { params }) },
    // Later than elsewhere: a page that says 'too often' still holds what was typed.
    preValidation: async (request) => {
      const fields = fieldsOf(request.body, lists)
      request.body = { ...fields, ...ticked(fields, flags) }
      await app.rateLimits.takeForAddress('public-form', request.ip)
      request.idempotency ??= idempotencyKey(request, keyOf(app.plainForms.key, request, fields))
    },
    errorHandler: (error, request, reply) => showAgain(app, pathOf(page, request), error, request, reply),
    handler: async (request, reply) => {
      const call = { params: request.params, query: request.query, body: request.body, request, reply }
      const answer = await handler(call as Call<E>)
      return reply.redirect(`${pathOf(page, request)}#${thanks(answer)}`, 303)
    },
  })
}

/** `/events/:id` -> `/events/7`. */
const pathOf = (page: string, { params }: FastifyRequest): string =>
  page.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(Reflect.get(Object(params), name))))

/** What is sent as something else is left to the schema to refuse. */
const ticked = (fields: Fields, flags: readonly string[]) =>
  Object.fromEntries(flags.filter((name) => fields[name] === 'yes').map((name) => [name, true]))

function fieldsOf(body: unknown, lists: readonly string[]): Fields {
  const sent = body instanceof URLSearchParams ? body : new URLSearchParams()
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name).map((value) => value.replaceAll('\r\n', '\n'))
      return [name, lists.includes(name) || values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The page is the same bytes for everybody and cannot bring a key along: what is sent, from where and when, makes it. */
function keyOf(secret: Uint8Array, { url, ip }: FastifyRequest, fields: Fields): string {
  const sent = [url, networkOf(ip), Math.floor(Date.now() / repeatWindow), Object.entries(fields)]
  return createHmac('sha256', secret).update(JSON.stringify(sent)).digest('hex')
}

async function showAgain(
  app: FastifyInstance,
  path: string,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const render = app.plainForms.page
  const { body } = request
  // Refused before it was read, as from another site: there is nothing to give back.
  if (!render || typeof body !== 'object' || body === null || body instanceof URLSearchParams)
    return answerError(error, request, reply)
  const problem = problemOf(error, request)
  const rendered = await render(path, postedOf(problem, body))
  if (!rendered) {
    // Its own address says that it is gone.
    if (problem.status === 404) reply.redirect(path, 303)
    else sendProblem(reply, problem)
    return
  }
  const { html, csp } = rendered
  reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store', 'content-security-policy': csp })
    .type('text/html; charset=utf-8')
    .send(html)
}

function postedOf({ status, message, errors = [] }: HttpProblem, body: object): PostedForm {
  const values: Fields = {}
  for (const [name, value] of Object.entries(body))
    if (typeof value === 'string') values[name] = value
    else if (value === true) values[name] = 'yes'
    else if (Array.isArray(value)) values[name] = value.map(String)
  const byField = errors.map(({ path, message }) => [path.split('.', 1)[0] ?? path, message])
  return { status, message, values, errors: Object.fromEntries(byField) }
}
