import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { loadBuiltPages } from '../backend/pages/serving/built-pages.ts'
import { createPageStore } from '../backend/pages/serving/page-store.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { median, medianRatio, table } from './support.ts'

type Load = { requestsPerSecond: number; p99: number }
export type StaticPageFigures = {
  bytes: number
  /** Per server: medians over the rounds; ratios are medians of the ratio to bare node:http per round. */
  servers: { name: string; requestsPerSecond: number; p99: number; ratio: number; p99Ratio: number }[]
}

const peers = { bare: 'bare node:http', ours: 'the page server', static: '@fastify/static' } as const
type Peer = keyof typeof peers
const connections = 32

const has = (command: string) => spawnSync('which', [command]).status === 0
export const canPin = has('taskset') && availableParallelism() > 1
/** `core`: null leaves it to the system. */
const pinned = (core: number | null, command: string[]) =>
  canPin && core !== null ? ['taskset', '-c', String(core), ...command] : command

function start(command: string[]) {
  const [program = '', ...rest] = command
  return spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
}

const dist = 'dist'
const path = '/'

export async function serve(peer: Peer, { core = 0 }: { core?: number | null } = {}) {
  const script = new URL('./static-page-server.ts', import.meta.url).pathname
  const command = [process.execPath, script, peer, dist, path]
  const child = start(pinned(core, command))
  const [port] = await once(child.stdout, 'data')
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { port: Number(String(port)), stop }
}

/** wrk if installed, otherwise autocannon; not on the core of the server, so that they do not compete. */
export async function load(url: string, seconds: number, { core = 1 }: { core?: number | null } = {}): Promise<Load> {
  const run = async (command: string[]) => {
    const [program = '', ...rest] = pinned(core, command)
    return (await promisify(execFile)(program, rest)).stdout
  }
  if (has('wrk')) {
    const settings = [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-H',
      'Accept-Encoding: gzip, deflate, br',
    ]
    const report = await run(['wrk', ...settings, url])
    assert.doesNotMatch(report, /Non-2xx|Socket errors/)
    const [, amount = '', unit = ''] = report.match(/99%\s+([\d.]+)(us|ms|s)/) ?? []
    const p99 = Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit === 'us' || unit === 's' ? unit : 'ms']
    return { requestsPerSecond: Number(report.match(/Requests\/sec:\s+([\d.]+)/)?.[1]), p99 }
  }
  const autocannon = new URL('./peers/node_modules/autocannon/autocannon.js', import.meta.url).pathname
  const settings = ['-c', String(connections), '-d', String(seconds), '-H', 'Accept-Encoding=gzip, deflate, br', '-j']
  const report = JSON.parse(await run([process.execPath, autocannon, ...settings, url]))
  assert.equal(report.non2xx + report.errors, 0)
  return { requestsPerSecond: report.requests.average, p99: report.latency.p99 }
}

type Reply = { status: number; etag: string; hash: string; length: number }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function ask(url: string, method: string, headers: Record<string, string>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onResponse = (response: import('node:http').IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const { etag = '' } = response.headers
        resolve({ status: response.statusCode ?? 0, etag, hash: hashOf(body), length: body.byteLength })
      })
    }
    request(url, { method, headers: { 'accept-encoding': 'br', ...headers } }, onResponse)
      .on('error', reject)
      .end()
  })
}

type Replies = { page: Reply; head: Reply; again: Reply }

/** Asks every server, since asking takes time from the cores that are measured. */
async function askInThreeWays(url: string): Promise<Replies> {
  const page = await ask(url, 'GET', {})
  const head = await ask(url, 'HEAD', {})
  return { page, head, again: await ask(url, 'GET', { 'if-none-match': page.etag }) }
}

/** A fast path that breaks HTTP does not count. */
function assertPage({ page, head, again }: Replies, body: Buffer): void {
  assert.deepEqual({ status: page.status, hash: page.hash }, { status: 200, hash: hashOf(body) })
  assert.deepEqual(
    { status: head.status, etag: head.etag, length: head.length },
    { status: 200, etag: page.etag, length: 0 },
  )
  assert.deepEqual({ status: again.status, length: again.length }, { status: 304, length: 0 })
}

/**
 * Requests per second and p99 (ms) of one page at 32 keep-alive connections, with the servers alternating in every
 * round.
 */
export async function benchStaticPage({
  rounds,
  seconds,
}: {
  rounds: number
  seconds: number
}): Promise<StaticPageFigures> {
  const store = createPageStore()
  await ensureBuilt(() => {})
  loadBuiltPages(dist, store)
  const body = store.get(path)?.answers.br.body ?? Buffer.alloc(0)
  const order: Peer[] = ['bare', 'ours', 'static']
  const results: Record<Peer, Load[]> = { bare: [], ours: [], static: [] }
  for (let round = 0; round < rounds; round++) {
    for (const peer of round % 2 ? order.toReversed() : order) {
      const { port, stop } = await serve(peer)
      const url = `http://127.0.0.1:${port}${path}`
      await load(url, 1)
      const measuring = load(url, seconds)
      const replies = await askInThreeWays(url)
      results[peer].push(await measuring)
      if (peer === 'ours') assertPage(replies, body)
      await stop()
    }
  }
  const servers = order.map((peer) => {
    const of = (name: Peer, figure: keyof Load) => results[name].map((one) => one[figure])
    return {
      name: peers[peer],
      requestsPerSecond: median(of(peer, 'requestsPerSecond')),
      p99: median(of(peer, 'p99')),
      ratio: medianRatio(of(peer, 'requestsPerSecond'), of('bare', 'requestsPerSecond')),
      p99Ratio: medianRatio(of(peer, 'p99'), of('bare', 'p99')),
    }
  })
  return { bytes: body.byteLength, servers }
}

export function staticPageTable({ bytes, servers }: StaticPageFigures): string {
  return table(
    [`Public page of ${bytes} B, ${connections} connections`, 'requests/s', 'to bare', 'p99 ms', 'p99 to bare'],
    servers.map(({ name, requestsPerSecond, ratio, p99, p99Ratio }) => {
      return [name, requestsPerSecond, `${ratio.toFixed(2)} x`, p99, `${p99Ratio.toFixed(2)} x`]
    }),
  )
}
