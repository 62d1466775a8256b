import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { autocannon } from './peers/autocannon.ts'
import { alternate, fsyncProbe, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type PrayerFigures = { ours: number; bare: number; ratio: number; fsync: number }

const connections = 32

type Shared = { APP_SECRET?: string; EVENTSTORE_URL?: string; DATABASE_MIGRATION_URL?: string }

/** `env`: settings that it shares with another one. */
export async function serve(kind: 'ours' | 'bare', databaseUrl: string, env: Shared = {}) {
  const script = new URL('./prayer-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, kind, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [port] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code, signal]) => {
      throw new Error(
        `The server "${kind}" ended before it listened (${signal ?? `exit code ${code}`}); its message is above.`,
      )
    }),
  ])
  return { url: `http://127.0.0.1:${Number(String(port))}`, stop: () => child.kill('SIGKILL') }
}

/** Prayers per second, and the milliseconds that 99 of 100 do not exceed. */
export async function load(
  url: string,
  seconds: number,
  { clients = connections } = {},
): Promise<{ perSecond: number; p99: number }> {
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/prayers',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ firstName: 'Ruth', prayer: 'For wisdom and courage for all who serve.' }),
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, origin: url, 'idempotency-key': randomUUID() },
        }),
      },
    ],
  })
  assert.equal(result.non2xx + result.errors, 0)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

/**
 * `POST /api/prayers` with everything it does, until the read model shows it, compared to a bare route with one INSERT.
 */
export async function benchPrayers({ rounds, seconds }: { rounds: number; seconds: number }): Promise<PrayerFigures> {
  const { database, folder, stop } = await startBenchDatabase({ max: 2 })
  const servers = { ours: await serve('ours', database.url), bare: await serve('bare', database.url) }
  try {
    const measured = await alternate(
      new Map(
        (['ours', 'bare'] as const).map((kind) => [
          kind,
          async () => (await load(servers[kind].url, seconds)).perSecond,
        ]),
      ),
      rounds,
    )
    const [ours = [], bare = []] = [measured.get('ours'), measured.get('bare')]
    return { ours: median(ours), bare: median(bare), ratio: medianRatio(ours, bare), fsync: fsyncProbe(folder) }
  } finally {
    servers.ours.stop()
    servers.bare.stop()
    await stop()
  }
}

export const prayersTable = ({ ours, bare, ratio, fsync }: PrayerFigures): string =>
  table(
    [`POST /api/prayers, ${connections} concurrent`, 'per second', 'ours is'],
    [
      ['ours: checks, encryption, append, projection, read-your-write', ours, ''],
      ['bare Fastify route with one INSERT', bare, `${ratio.toFixed(2)} x`],
      ['fdatasync of 4 kB, ms', fsync, ''],
    ],
  )
