import { execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import { startArguments } from '../test/support/app/start-arguments.ts'
import { freeze, portOf, startSink } from './email-campaigns.ts'
import { loadSupporters } from './email-campaigns-segments.ts'
import { makeLog } from './rebuild-log.ts'
import { median, startBenchDatabase, table, throughput } from './support.ts'

/**
 * `node bench/heap-flags.ts serve | rebuild | send`: the product with the flags of `npm start` for the old generation and
 * without them, in turns. Prints medians and all figures.
 */
const ofOldHeap = /^--(?:initial-old-space-size|heap-growing-percent)=/
const all = startArguments.filter((argument) => argument.startsWith('--'))
const flags = { with: all, without: all.filter((flag) => !ofOldHeap.test(flag)) }
type Variant = keyof typeof flags
type Figures = { [what: string]: number }

const secret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (line: string) => Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

async function ask(url: string, options: RequestOptions, body = ''): Promise<void> {
  const asking = request(url, { agent, ...options }).end(body)
  const [response] = await once(asking, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}.`)
}

const prayer = JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' })
const pray = (url: string) =>
  ask(
    `${url}/api/prayers`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
    },
    prayer,
  )

/** Idle, then pages, then prayers. */
async function serve(url: string, variant: Variant): Promise<Figures> {
  const folder = temporaryDataFolder()
  const app = await createTestApp({
    http: 'socket',
    folder,
    flags: flags[variant],
    env: { DATABASE_URL: url, DEMO_CONTENT: 'on', APP_SECRET: secret },
  })
  try {
    await delay(8000)
    const idle = memoryOf(app.pid).now
    const pages = await throughput(() => ask(app.url, {}), 32, 4000)
    const prayers = await throughput(() => pray(app.url), 32, 6000)
    const { now, most } = memoryOf(app.pid)
    return {
      'idle, MB': idle,
      'pages/s': pages,
      'prayers/s': prayers,
      'after, MB': now,
      'most, MB': most,
    }
  } finally {
    await app.stop()
    await folder.remove()
  }
}

const events = 50_000

async function rebuild(url: string, variant: Variant): Promise<Figures> {
  const start = performance.now()
  const child = fork(join(import.meta.dirname, 'rebuild.ts'), ['memory', url, String(events)], {
    execArgv: flags[variant],
  })
  const [mb] = await once(child, 'message')
  await once(child, 'exit')
  return { 'events/s': (events * 1000) / (performance.now() - start), 'most, MB': Number(mb) }
}

async function send(url: string, port: string, variant: Variant): Promise<Figures> {
  const program = join(import.meta.dirname, 'email-campaign-process.ts')
  const args = [...flags[variant], program, 'ours', url, port, '4000', secret]
  const { perSecond, rss } = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout)
  return { 'mails/s': perSecond, 'after, MB': rss / 1024 / 1024 }
}

const { database, owner, url, stop } = await startBenchDatabase({ max: 4 })
const sink = startSink()
const [what = 'serve', times = '3'] = process.argv.slice(2)
const rounds = Number(times)
const port = await portOf(sink)
if (what === 'rebuild') await makeLog(owner.pool, events)
if (what === 'send') {
  await loadSupporters(database.pool, 60_000)
  await freeze(database.pool)
}
const measure: { [what: string]: (variant: Variant) => Promise<Figures> } = {
  serve: (variant) => serve(url, variant),
  rebuild: (variant) => rebuild(url, variant),
  send: (variant) => send(url, port, variant),
}
const found: Record<Variant, Figures[]> = { with: [], without: [] }
try {
  for (let round = 0; round < rounds; round++)
    for (const variant of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const figures = await measure[what]?.(variant)
      if (!figures) throw new Error('serve, rebuild or send?')
      found[variant].push(figures)
      console.error(variant, figures)
    }
} finally {
  sink.kill()
  await stop()
}
const medianOf = (variant: Variant, name: string) =>
  Number(median(found[variant].map((figures) => figures[name] ?? Number.NaN)).toPrecision(3))
console.log(
  table(
    [`Median of ${rounds}`, 'with', 'without'],
    Object.keys(found.with[0] ?? {}).map((name) => [name, medianOf('with', name), medianOf('without', name)]),
  ),
)
