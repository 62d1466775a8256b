import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../records/http/endpoint.ts'
import type { PostedForm } from '../../../records/http/posted-form.ts'
import { proofHeader } from '../../../records/http/proof-of-work.ts'
import { answerError, problemOf } from './errors.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { networkOf } from './networks.ts'
import { type HttpProblem, sendProblem } from './problem.ts'
import { type Call, type Guard, route, type Success } from './route.ts'

/** Renders a page with its form as submitted and its errors; null when the page does not exist. */
export type FormPage = (path: string, posted: PostedForm) => Promise<{ html: Buffer; csp: string } | null>

/** Renders a page for one reader, with what it shows them. */
export type ShowPage = (path: string, content: object) => Promise<{ html: Buffer; csp: string }>

export type PlainForms = {
  /** Null where no pages are served: errors are then returned as JSON. */
  page: FormPage | null
  /** Null where no pages are served. */
  show: ShowPage | null
  /** Hashes the form into an idempotency key; the same in every process. */
  key: Uint8Array
}

declare module 'fastify' {
  interface FastifyInstance {
    plainForms: PlainForms
  }
  interface FastifyContextConfig {
    /** Accepts the fields of an HTML form and no JSON; other routes accept only JSON. */
    isPlainForm?: boolean
    /** The form of such a route. */
    formName?: string
    /** Accepts such fields as multipart/form-data too, as some mail programs send them. */
    takesMultipart?: boolean
  }
}

type Fields = { [field: string]: string | string[] }

type PlainForm<E extends Endpoint> = {
  /** Limits of the form. */
  name: string
  /** In Fastify notation, `/events/:id`; the parameters are those of the endpoint. */
  page: string
  /** Fields that can have several values. */
  lists?: readonly string[]
  /** Checkbox fields: sent as 'yes', or not at all. */
  flags?: readonly string[]
  /** The page that says thanks, below `/thanks/`; the name of the form by default. */
  thanks?: (answer: Success<E>) => string
  keepAnswer?: Guard['keepAnswer']
  /** Changes when the person at this address takes back what they sent, so that the same words again are no repetition. */
  takenBack?: (email: string, request: FastifyRequest) => Promise<string | number | null>
}

/** Milliseconds within which a second click or a reload counts as a repetition. */
const repeatWindow = 10 * 60 * 1000

/**
 * One public form with two entry points: the endpoint for scripts, and a POST to the URL of the page for browsers
 * without scripts. Both run the same checks, schema and handler. The second redirects (303) to a page that says thanks, so
 * that a reload sends nothing; or it returns the page with what was entered and what is wrong.
 */
export function formRoute<const E extends Endpoint>(
  app: FastifyInstance,
  definition: E,
  { name, page, lists = [], flags = [], thanks = () => name, keepAnswer = true, takenBack }: PlainForm<E>,
  handler: (call: Call<E>) => Promise<Success<E>>,
): void {
  const { params, body } = definition.schema
  route(app, definition, { policy: 'public', rateLimit: { form: name }, keepAnswer }, handler)
  app.route({
    method: 'POST',
    url: page,
    config: { policy: 'public', keepAnswer: false, isPlainForm: true, formName: name },
    schema: { body, ...(params && { params }) },
    // Checked later than on other routes, so that a 429 page still shows the visitor’s input.
    preValidation: async (request) => {
      const fields = fieldsOf(request.body, lists)
      request.body = { ...fields, ...ticked(fields, flags) }
      await takeForForm(request, name)
      const since = takenBack && typeof fields.email === 'string' ? await takenBack(fields.email, request) : null
      request.idempotency ??= idempotencyKey(request, keyOf(app.plainForms.key, request, fields, since))
    },
    errorHandler: async (error, request, reply) => {
      await showAgain(app, pathOf(page, request), error, request, reply)
      return reply // Or it is sent a second time while the first is still in progress.
    },
    handler: async (request, reply) => {
      const call = { params: request.params, query: request.query, body: request.body, request, reply }
      const answer = await handler(call as Call<E>)
      return reply.redirect(`/thanks/${thanks(answer)}`, 303)
    },
  })
}

export async function takeForForm(request: FastifyRequest, name: string): Promise<void> {
  await request.server.rateLimits.takeForForm(name, request.ip, workProofOf(request))
}

/** The proof of work in the header, if there is one. */
export function workProofOf({ headers }: FastifyRequest): string | undefined {
  const proof = headers[proofHeader]
  return typeof proof === 'string' ? proof : undefined
}

/** `/events/:id` -> `/events/7`. */
const pathOf = (page: string, { params }: FastifyRequest): string =>
  page.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(Reflect.get(Object(params), name))))

/** Other values are left for the schema to reject. */
const ticked = (fields: Fields, flags: readonly string[]) =>
  Object.fromEntries(flags.filter((name) => fields[name] === 'yes').map((name) => [name, true]))

function fieldsOf(body: unknown, lists: readonly string[]): Fields {
  const sent = new Map<string, string[]>()
  for (const [name, value] of body instanceof URLSearchParams ? body : []) {
    const values = sent.get(name)
    const text = value.replaceAll('\r\n', '\n')
    if (values) values.push(text)
    else sent.set(name, [text])
  }
  return Object.fromEntries(
    Array.from(sent, ([name, values]) => [
      name,
      lists.includes(name) || values.length > 1 ? values : (values[0] ?? ''),
    ]),
  )
}

/**
 * The page is the same for everyone and cannot contain a key, so the key is derived from the content, the network, the
 * time, and what was taken back before.
 */
function keyOf(secret: Uint8Array, { url, ip }: FastifyRequest, fields: Fields, since: string | number | null): string {
  const sent = [url, networkOf(ip), Math.floor(Date.now() / repeatWindow), Object.entries(fields), since]
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
  // Rejected before it was read, such as a request from another site: there is no input to show again.
  if (!render || typeof body !== 'object' || body === null || body instanceof URLSearchParams)
    return answerError(error, request, reply)
  const problem = problemOf(error, request)
  const rendered = await render(path, postedOf(problem, body))
  if (!rendered) {
    // The page itself says that it is gone.
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
