import pg from 'pg'
import { startDebianPostgres } from '../test/support/database/debian-postgres.ts'
import { asServer, createServerRole, grantDatabase } from '../test/support/database/server-role.ts'
import { type CommandCalls, countCommandCalls } from './command-calls.ts'
import { type AdapterFigures, benchAdapter } from './eventstoredb-adapter.ts'
import { type Store, startStore } from './eventstoredb-support.ts'
import { benchIdle, type IdleFigures } from './idle-product.ts'
import { load, serve } from './prayers.ts'
import { alternate, median, medianRatio, readable, startBenchDatabase, table } from './support.ts'
import { benchTwoProcessCommands, type TwoProcessCommandFigures } from './two-process-commands.ts'

const clients = 16
const names = ['debian', 'embedded', 'eventStoreDb'] as const
type Name = (typeof names)[number]

type Sizes = { rounds: number; seconds: number; commands: number; idleSeconds: number; settlingSeconds: number }

type PrayerFigures = {
  version: string
  /** Medians of the rounds; ms. */
  perSecond: Record<Name, number>
  p99: Record<Name, number>
  /** Medians of the ratios per round. */
  debianToEmbedded: number
  eventStoreDbToEmbedded: { perSecond: number; p99: number }
}

export type RealServerFigures = {
  /** The event store’s name in the table. */
  store: string
  prayers: PrayerFigures
  processes: TwoProcessCommandFigures
  adapter: AdapterFigures
  calls: CommandCalls
  idle: { postgres: IdleFigures; eventStoreDb: IdleFigures }
}

/**
 * `POST /api/prayers` on PostgreSQL as Debian ships it, with every default, on the embedded one, and with the log in
 * EventStoreDB beside the embedded one. Throws when Debian's package is not installed.
 */
async function benchPrayers({ env }: Store, { rounds, seconds }: Sizes): Promise<PrayerFigures> {
  const debian = await startDebianPostgres()
  if (!debian) throw new Error('Install Debian’s package postgresql first: apt-get install postgresql.')
  const embedded = await startBenchDatabase({ max: 2 })
  const admin = new pg.Client(`${debian.url}/postgres`)
  await admin.connect()
  await admin.query('CREATE DATABASE bench')
  await admin.query(createServerRole)
  await admin.query(grantDatabase('bench'))
  await admin.end()
  const debianUrl = `${debian.url}/bench`
  const servers = {
    debian: await serve('ours', asServer(debianUrl), { DATABASE_MIGRATION_URL: debianUrl }),
    embedded: await serve('ours', embedded.url),
    eventStoreDb: await serve('ours', env.DATABASE_URL, env),
  }
  const slowest = new Map(names.map((name): [Name, number[]] => [name, []]))
  try {
    const measured = await alternate(
      new Map(
        names.map((name) => [
          name,
          async () => {
            const { perSecond, p99 } = await load(servers[name].url, seconds, { clients })
            slowest.get(name)?.push(p99)
            return perSecond
          },
        ]),
      ),
      rounds,
    )
    const rate = (name: Name) => measured.get(name) ?? []
    // Without the warm-up.
    const p99 = (name: Name) => slowest.get(name)?.slice(1) ?? []
    const each = (figures: (name: Name) => number[]) => ({
      debian: median(figures('debian')),
      embedded: median(figures('embedded')),
      eventStoreDb: median(figures('eventStoreDb')),
    })
    return {
      version: debian.version,
      perSecond: each(rate),
      p99: each(p99),
      debianToEmbedded: medianRatio(rate('debian'), rate('embedded')),
      eventStoreDbToEmbedded: {
        perSecond: medianRatio(rate('eventStoreDb'), rate('embedded')),
        p99: medianRatio(p99('eventStoreDb'), p99('embedded')),
      },
    }
  } finally {
    for (const name of names) servers[name].stop()
    await Promise.all([debian.stop(), embedded.stop()])
  }
}

/** Checks the site’s requirements with servers from outside of this repository; takes about four minutes. */
export async function benchRealServers(sizes: Sizes): Promise<RealServerFigures> {
  const store = await startStore()
  const plain = await startBenchDatabase({ max: 2 })
  try {
    const prayers = await benchPrayers(store, sizes)
    const processes = await benchTwoProcessCommands(store, sizes)
    const calls = await countCommandCalls(store, sizes)
    // Both do next to nothing.
    const [postgres, eventStoreDb] = await Promise.all([
      benchIdle(plain.database, sizes),
      benchIdle(store.database, { ...sizes, store }),
    ])
    // Its events belong to no site: the site could not start after it.
    const adapter = await benchAdapter(store.server, sizes)
    return { store: store.server.name, prayers, processes, calls, idle: { postgres, eventStoreDb }, adapter }
  } finally {
    await Promise.all([store.stop(), plain.stop()])
  }
}

type Row = [what: string, measured: number | string, comparedTo: string, ratio: string, required: string]
const times = (ratio: number) => `${ratio.toFixed(2)} x`

export function realServersTable({ store, prayers, processes, adapter, calls, idle }: RealServerFigures): string {
  const { perSecond, p99 } = prayers
  const { oneByOne, sameKey } = processes
  const toEmbedded = prayers.eventStoreDbToEmbedded
  const compared = (what: string, { ours, bare, ratio }: AdapterFigures['idle'], required: string): Row => {
    return [what, ours, `${readable(bare)} bare client`, times(ratio), required]
  }
  const counted = (what: string, count: number | null | undefined, required: string): Row => {
    return [what, count ?? 'not counted', '', '', required]
  }
  const rows: Row[] = [
    [
      `PostgreSQL ${prayers.version} with its defaults, 16 clients, prayers/s`,
      perSecond.debian,
      `${readable(perSecond.embedded)} embedded`,
      times(prayers.debianToEmbedded),
      '0.95 x',
    ],
    [
      'EventStoreDB, 16 clients, prayers/s',
      perSecond.eventStoreDb,
      `${readable(perSecond.embedded)} PostgreSQL`,
      times(toEmbedded.perSecond),
      '0.6 x',
    ],
    ['… p99, ms', p99.eventStoreDb, `${readable(p99.embedded)} PostgreSQL`, times(toEmbedded.p99), '3 x'],
    [
      '… one after another where nothing is projected, ms',
      oneByOne.other,
      `${readable(oneByOne.projecting)} at the projector`,
      times(oneByOne.ratio),
      '2 x',
    ],
    [`… one key at two processes at once, longest of ${sameKey.count}, ms`, sameKey.longest, '', '', '300'],
    compared('Appends, 32 at once, per second', adapter.concurrent, '0.6 x'),
    compared('One append while idle, ms', adapter.idle, '1.3 x'),
    compared('Reading the whole log, events/s', adapter.reading, '0.95 x'),
    counted('Kept in memory by 3,000 reads near the end of the log, kB', adapter.kept / 1000, '200'),
    counted('Appends per creation', calls?.creation.appends, '1'),
    counted('Reads per creation', calls?.creation.reads, '1'),
    counted('Appends per decision', calls?.decision.appends, '1'),
    counted('Reads per decision', calls?.decision.reads, '1'),
    counted('Calls to EventStoreDB per second, idle', idle.eventStoreDb.calls, '1'),
    counted('Transactions in PostgreSQL per second, idle, log in EventStoreDB', idle.eventStoreDb.transactions, '5'),
    counted('Transactions in PostgreSQL per second, idle, log in PostgreSQL', idle.postgres.transactions, '5'),
    counted('SIGTERM to the end of the process, log in EventStoreDB, ms', idle.eventStoreDb.end, '1000'),
  ]
  return table([store, 'measured', 'compared to', 'ratio', 'required'], rows)
}
