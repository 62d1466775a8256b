import pg from 'pg'
import { startDebianPostgres } from '../test/support/debian-postgres.ts'
import { load, serve } from './prayers.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type RealServerFigures = { version: string; debian: number; embedded: number; ratio: number }

const clients = 16

/**
 * `POST /api/prayers` on PostgreSQL as Debian ships it, with every default, compared to the embedded one in the same
 * run. Throws when Debian's package is not installed.
 */
export async function benchRealServers({ rounds = 5, seconds = 4 } = {}): Promise<RealServerFigures> {
  const debian = await startDebianPostgres()
  if (!debian) throw new Error('Install Debian’s package postgresql first: apt-get install postgresql.')
  const embedded = await startBenchDatabase({ max: 2 })
  const admin = new pg.Client(`${debian.url}/postgres`)
  await admin.connect()
  await admin.query('CREATE DATABASE bench')
  await admin.end()
  const servers = {
    debian: await serve('ours', `${debian.url}/bench`),
    embedded: await serve('ours', embedded.database.url),
  }
  try {
    const names = ['debian', 'embedded'] as const
    const measured = await alternate(
      new Map(names.map((name) => [name, () => load(servers[name].url, seconds, { clients })])),
      rounds,
    )
    const [ours = [], peer = []] = [measured.get('debian'), measured.get('embedded')]
    return { version: debian.version, debian: median(ours), embedded: median(peer), ratio: medianRatio(ours, peer) }
  } finally {
    servers.debian.stop()
    servers.embedded.stop()
    await Promise.all([debian.stop(), embedded.stop()])
  }
}

export const realServersTable = ({ version, debian, embedded, ratio }: RealServerFigures): string =>
  table(
    [`POST /api/prayers, ${clients} concurrent`, 'per second', 'to embedded'],
    [
      [`PostgreSQL ${version}, with its defaults`, debian, `${ratio.toFixed(2)} x`],
      ['the embedded PostgreSQL 18', embedded, '1.00 x'],
    ],
  )

if (import.meta.main) {
  console.log(realServersTable(await benchRealServers()))
  process.exit()
}
