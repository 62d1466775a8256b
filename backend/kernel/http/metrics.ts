import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client'
import { createServer } from './node-http.ts'
import { isLocal } from './proxied.ts'

/** `answers_incomplete_total` by route: answers with rows that do not fit the contract, and were marked. */
export function countIncompleteAnswers(app: FastifyInstance, registry: Registry): (route: string) => void {
  const counter = new Counter({
    name: 'answers_incomplete_total',
    help: 'Answers with rows that could not be shown completely, by method and route; the log names the fields.',
    labelNames: ['route'],
    registers: [registry],
  })
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema?.response === undefined) return
    for (const one of [method].flat()) counter.inc({ route: `${one} ${url}` }, 0)
  })
  return (route) => counter.inc({ route })
}

const statusClasses = ['2xx', '3xx', '4xx', '5xx']
const outcomes = ['accepted', 'refused', 'limited', 'failed'] as const

/**
 * `http_request_duration_seconds` by method, route pattern and status; requests by class of status, and forms and sign-ins by
 * outcome, which are counted from 0: Prometheus sees no increase in the first value of a series.
 */
export function measureRequests(app: FastifyInstance, registry: Registry, formNames: readonly string[]): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests, by the class of the status that they were answered with.',
    labelNames: ['status'],
    registers: [registry],
  })
  const forms = new Counter({
    name: 'form_submissions_total',
    help: 'Public forms sent, by form and outcome.',
    labelNames: ['form', 'outcome'],
    registers: [registry],
  })
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Attempts to sign in, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const status of statusClasses) requests.inc({ status }, 0)
  for (const outcome of outcomes) {
    signIns.inc({ outcome }, 0)
    for (const form of formNames) forms.inc({ form, outcome }, 0)
  }
  app.addHook('onResponse', async (request, reply) => {
    // The route pattern, never the URL: few label values, and nothing personal.
    const route = request.routeOptions.url ?? 'unmatched'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    requests.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
    const form = formOf(request)
    if (form !== null) forms.inc({ form, outcome: outcomeOf(reply) })
    if (isSignIn(request)) signIns.inc({ outcome: outcomeOf(reply) })
  })
}

function formOf({ routeOptions: { config } }: FastifyRequest): string | null {
  if (config.formName !== undefined) return config.formName
  return config.rateLimit && 'form' in config.rateLimit ? config.rateLimit.form : null
}

function isSignIn({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.rateLimit !== undefined && 'kind' in config.rateLimit && config.rateLimit.kind === 'sign-in'
}

function outcomeOf({ statusCode }: FastifyReply): (typeof outcomes)[number] {
  if (statusCode < 400) return 'accepted'
  if (statusCode === 429) return 'limited'
  return statusCode < 500 ? 'refused' : 'failed'
}

/** Measurements of Node. Gauges that are named like counters stay out; each is the sum of another one. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const sum of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${sum}_total`)
}

export type MetricsListener = { port: number; close(): Promise<void> }

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves the registry on a listener of its own; port 0 picks a free one. Without a token no other machine can reach it;
 * with one it listens at `host`, for clients that send `Authorization: Bearer <token>`.
 */
export async function listenForMetrics(
  registry: Registry,
  port: number,
  { host, token }: { host?: string; token?: string | undefined } = {},
): Promise<MetricsListener> {
  measureProcess(registry) // only here: it costs time, and is useful only to a reader
  const wanted = token === undefined ? null : digest(`Bearer ${token}`)
  const server = createServer(async (request, response) => {
    if (wanted !== null && !timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('Send the METRICS_TOKEN as a bearer token.\n')
      return
    }
    if (wanted === null && !isLocal(request)) {
      response.writeHead(403).end('Set METRICS_TOKEN to read the metrics from elsewhere.\n')
      return
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end('The metrics are at /metrics.\n')
      return
    }
    const text = await registry.metrics()
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
  })
  server.listen(port, wanted === null ? '127.0.0.1' : host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
