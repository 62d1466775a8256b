import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { collectDefaultMetrics } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createRegistry, listenForMetrics } from '../../backend/http/metrics.ts'
import { traceIdOf } from '../../backend/http/trace-context.ts'
import { startTracing } from '../../backend/http/tracing.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { createNotesServer } from '../support/http/notes-server.ts'

const ops = (name: string) => readFileSync(join(import.meta.dirname, '../../ops', name), 'utf8')

it('metrics have what an operator is paged for, and identify no person', async () => {
  const again = { html: Buffer.from('<p>Again'), csp: '' }
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    overrides: { formPage: async () => again },
  })
  await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const post = (url: string, payload: object) =>
    app.http.inject({ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin' }, payload })
  await post('/api/email-signup', { email: 'ruth@example.org' })
  await post('/api/prayers', { prayer: '' })
  await post('/api/auth/login', { email: 'ada@example.org', password: 'wrong password' })
  const form = { origin: 'http://localhost:80', 'content-type': 'application/x-www-form-urlencoded' }
  const shown = await app.http.inject({ method: 'POST', url: '/endorsements', headers: form, payload: 'name=' })
  expect([shown.statusCode, shown.body]).toEqual([400, '<p>Again'])
  const metrics = await app.registry.metrics()
  const wanted = [
    'app_ready 1',
    'projection_stopped{projection="prayers"} 0',
    'form_submissions_total{form="email-signups",outcome="accepted"} 1',
    'form_submissions_total{form="prayers",outcome="refused"} 1',
    'form_submissions_total{form="endorsements",outcome="refused"} 1',
    'sign_ins_total{outcome="refused"} 1',
    'mail_queue_length{queue="campaign"} 0',
    'mail_queue_length{queue="welcome"} 0',
    'mail_queue_length{queue="site"} 0',
    'mail_queue_length{queue="site given up"} 0',
    'mails_total{outcome="failed"} 0',
    'bounce_mails_set_aside 0',
    'mail_reports_unknown_total 0',
    'campaigns_over_limit 0',
    'backup_age_seconds ',
    'disk_used_ratio 0.',
    'seals_behind_seconds ',
    'seal_chain_broken 0',
    'campaign_sender_running 0',
    'campaign_sender_deaths_total 0',
    'pg_pool_connections{state="waiting"} ',
  ]
  expect(wanted.filter((line) => !metrics.includes(line))).toEqual([])
  expect(metrics).toMatch(/^reactor_stopped\{reactor="[\w -]+"\} 0$/m)
  expect(metrics).toMatch(/^projection_lag_seconds\{projection="users"\} [\d.]+$/m)
  expect(metrics).toMatch(/^reactor_lag_events\{reactor="[\w -]+"\} \d+$/m)
  expect(metrics).not.toMatch(/ada@|ruth@/)

  // Every metric that the rules and the dashboard use is there.
  collectDefaultMetrics({ register: app.registry })
  const served = new Set((await app.registry.getMetricsAsJSON()).map(({ name }) => name))
  const rules = z
    .object({ groups: z.array(z.object({ rules: z.array(z.looseObject({ alert: z.string(), expr: z.string() })) })) })
    .parse(parse(ops('alerts.yml')))
  const expressions = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr))
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(ops('grafana-dashboard.json')))
  expressions.push(...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  const asked = expressions.flatMap(
    (expr) => expr.replace(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)/g, '').match(/[a-z]\w*_\w+/g) ?? [],
  )
  const own = asked
    .filter((name) => name !== 'histogram_quantile')
    .map((name) => name.replace(/_(?:bucket|count)$/, ''))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((name) => !served.has(name))).toEqual([])
})

it('with a token, metrics are for clients that send it; without one, for this machine alone', async () => {
  const token = 'a-token-of-32-or-more-characters'
  const guarded = await listenForMetrics(createRegistry(), 0, { host: '127.0.0.1', token })
  onTestFinished(guarded.close)
  const ask = async (authorization?: string) => {
    const headers = new Headers(authorization === undefined ? {} : { authorization })
    return (await fetch(`http://127.0.0.1:${guarded.port}/metrics`, { headers })).status
  }
  expect([await ask(), await ask('Bearer wrong'), await ask(token), await ask(`Bearer ${token}`)]).toEqual([
    401, 401, 401, 200,
  ])
})

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('a trace', () => {
  it.each([
    [traceparent, '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', null],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', null],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', null],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', null],
    ['nonsense', null],
    [undefined, null],
  ])('of traceparent %s is %s', (header, id) => expect(traceIdOf(header)).toBe(id))

  it('that comes in appears in our log', async () => {
    const { app, log } = await createNotesServer(await createTestDatabase())
    await app.inject({ url: '/api/notes/7', headers: { traceparent } })
    await app.inject({ url: '/api/notes/7', headers: { traceparent: 'x'.repeat(5000) } })
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
    expect(lines.map(({ traceId }) => traceId)).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', undefined])
  })

  it('goes to a collector as OTLP, continued, with routes and without addresses, queries or words of errors', async () => {
    const bodies: string[] = []
    const asked: IncomingMessage[] = []
    const sink = createServer(async (request, response) => {
      asked.push(request)
      bodies.push(await text(request))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }).listen(0, '127.0.0.1')
    await once(sink, 'listening')
    onTestFinished(() => new Promise((resolve) => void sink.close(() => resolve())))
    const address = sink.address()
    const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const tracing = await startTracing({ endpoint, headers: { 'x-key': 'a key' } }, '0.2.0')
    const { app, failWith } = await createNotesServer(await createTestDatabase(), { tracing })
    failWith(new Error('Key (email)=(canary@example.org) already exists.'))
    await app.inject({ url: '/api/notes/7?canary=query', headers: { traceparent } })
    expect((await app.inject({ url: '/api/fails?canary=query' })).statusCode).toBe(503)
    await app.inject({ url: '/readyz' })
    await tracing.close()
    expect(asked.map(({ url, headers }) => [url, headers['x-key']])).toContainEqual(['/v1/traces', 'a key'])
    const sent = bodies.join('')
    expect(sent).toContain('4bf92f3577b34da6a3ce929d0e0e4736')
    for (const route of ['/api/notes/:id', '/api/fails']) expect(sent).toContain(route)
    expect(sent).toContain('"campaign-site"')
    expect(sent).not.toMatch(/canary|127\.0\.0\.1|readyz|notes\/7/)
  })
})
