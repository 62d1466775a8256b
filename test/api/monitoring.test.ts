import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { connect } from '../../backend/kernel/database/connect.ts'
import { listenForMetrics, measureProcess } from '../../backend/kernel/http/metrics.ts'
import { traceIdOf } from '../../backend/kernel/http/trace-context.ts'
import { startTracing } from '../../backend/kernel/http/tracing.ts'
import { createRegistry } from '../../backend/kernel/monitoring/registry.ts'
import { formNames } from '../../contract/topic-words.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { createProjectedDatabase, createTestDatabase } from '../support/database/database.ts'
import { throughProxy } from '../support/database/through-proxy.ts'
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
    'http_requests_total{status="5xx"} 0',
    'mail_queue_length{queue="campaign"} 0',
    'mail_queue_length{queue="welcome"} 0',
    'mail_queue_length{queue="site"} 0',
    'mail_queue_length{queue="site given up"} 0',
    'mails_total{outcome="failed"} 0',
    'bounce_mails_set_aside 0',
    'mail_reports_unknown 0',
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
  measureProcess(app.registry)
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

it('each alert has a story in which it fires and ends', () => {
  const stories = readFileSync(join(import.meta.dirname, '../faults/alerts.long.test.ts'), 'utf8')
  const alerts = [...ops('alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(20)
  expect(alerts.filter((name) => !stories.includes(`'${name}'`))).toEqual([])
})

const outcomes = ['accepted', 'refused', 'limited', 'failed']

it('counters with known labels start at 0, and only counters end in _total', async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres' })
  const text = await app.registry.metrics()
  const wanted = [
    ...outcomes.map((outcome) => `sign_ins_total{outcome="${outcome}"} 0`),
    ...formNames.flatMap((form) => outcomes.map((outcome) => `{form="${form}",outcome="${outcome}"} 0`)),
    ...['2xx', '3xx', '4xx', '5xx'].map((status) => `http_requests_total{status="${status}"} 0`),
    ...['traffic', 'clicks'].map((kind) => `measurements_dropped_total{kind="${kind}"} 0`),
    'mails_total{outcome="sent"} 0',
    'answers_incomplete_total{route="GET /api/prayers"} 0',
    'campaign_sender_deaths_total 0',
  ]
  expect(wanted.filter((line) => !text.includes(line))).toEqual([])
  measureProcess(app.registry)
  const types = (await app.registry.getMetricsAsJSON()).map(({ name, type }) => ({ name, type }))
  expect(types.filter(({ name, type }) => name.endsWith('_total') !== (String(type) === 'counter'))).toEqual([])
})

it('a scrape takes one connection at most, does not count it, and is shared by scrapers at the same time', async () => {
  const { registry, database } = await createTestApp({ identity: 'real', log: 'postgres', runs: 'nothing' })
  let used = 0
  let most = 0
  database.pool.on('acquire', () => {
    most = Math.max(most, ++used)
  })
  database.pool.on('release', () => used--)
  for (const text of await Promise.all([registry.metrics(), registry.metrics()])) {
    expect(text).toContain('pg_pool_connections{state="used"} 0')
    expect(text).toContain('pg_pool_connections{state="waiting"} 0')
  }
  expect(most).toBe(1)
})

async function scrapeWhile(away: 'goDown' | 'silence') {
  const { proxy, url } = await throughProxy(await createProjectedDatabase(onTestFinished))
  onTestFinished(proxy.close)
  const database = connect(url)
  onTestFinished(database.close)
  const app = await createTestApp({ identity: 'real', log: 'postgres', database })
  const listener = await listenForMetrics(app.registry, 0)
  onTestFinished(listener.close)
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${listener.port}/metrics`)
    return { status: answer.status, text: await answer.text() }
  }
  const whole = await scrape()
  expect(whole.text).toMatch(/^app_ready 1$/m)
  expect(whole.text).toMatch(/^seals_behind_seconds /m)
  proxy[away]()
  await expect.poll(async () => (await scrape()).text, { timeout: 30_000 }).toMatch(/^app_ready 0$/m)
  const since = performance.now()
  const { status, text } = await scrape()
  expect([status, performance.now() - since < 9000]).toEqual([200, true])
  for (const name of ['disk_used_ratio', 'sign_ins_total', 'mails_total', 'pg_pool_connections', 'seal_chain_broken'])
    expect(text).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  for (const name of ['mail_queue_length', 'backup_age_seconds', 'projection_stopped', 'campaigns_over_limit'])
    expect(text).not.toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  if (away === 'goDown') proxy.comeBack()
  else proxy.speak()
  await expect.poll(async () => (await scrape()).text, { timeout: 30_000 }).toMatch(/^mail_queue_length\{/m)
  expect((await scrape()).text).toMatch(/^app_ready 1$/m)
}

it('while the database is stopped, only what it knows is left out of a scrape', () => scrapeWhile('goDown'))

it('while the database does not answer, a scrape still comes in time', { tags: 'long' }, () => scrapeWhile('silence'))

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
