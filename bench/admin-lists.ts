import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Database } from '../backend/kernel/database/connect.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { tablesOf } from '../backend/kernel/projector/changes.ts'
import { createIndexes, createTables, liveSchema } from '../backend/kernel/projector/schema.ts'
import { projections } from '../backend/projections/index.ts'
import { allPrayers } from '../backend/read-model/prayers.ts'
import { trafficLogs } from '../backend/read-model/traffic.ts'
import { userPage } from '../backend/read-model/user-list.ts'
import { prayerReview } from '../contract/prayers.ts'
import { listTraffic } from '../contract/traffic.ts'
import { listUsers } from '../contract/users.ts'
import { insertListRows } from './list-rows.ts'
import { latencies, quantile, startBenchDatabase, table } from './support.ts'

type Case = { list: string; what: string; query: Record<string, string> }
type Times = { first: number; p50: number; p99: number; keyset: { p50: number; p99: number } }
export type AdminListFigures = {
  lists: { case: Case; small: Times; large: Times }[]
  exportGrowth: { csv: number; json: number }
}

/**
 * Milliseconds of every kind of request to three lists, of both sizes and alternately with the bare keyset query of 50
 * rows.
 */
export async function benchAdminLists(sizes: {
  repeats: number
  small: number
  large: number
}): Promise<AdminListFigures> {
  const small = await startLists(sizes.small)
  const large = await startLists(sizes.large)
  try {
    const exportGrowth = { csv: largestExport(large.url, 'csv'), json: largestExport(large.url, 'json') }
    const { repeats } = sizes
    const largeCases = casesFor(sizes.large)
    const lists: AdminListFigures['lists'] = []
    for (const [index, smallCase] of casesFor(sizes.small).entries()) {
      const largeCase = largeCases[index] ?? smallCase
      const taken = await times([contestants(small, smallCase), contestants(large, largeCase)], repeats)
      const [ofSmall, ofLarge] = taken
      if (ofSmall && ofLarge) lists.push({ case: largeCase, small: ofSmall, large: ofLarge })
    }
    return { lists, exportGrowth }
  } finally {
    await small.stop()
    await large.stop()
  }
}

const lastPage = (rows: number) => String(Math.floor(rows / 50))
const middlePage = (rows: number) => String(Math.floor(rows / 100))

const casesFor = (rows: number): Case[] => [
  ...['', 'createdAt', '-firstName', 'email', 'location'].map((sort) => ({
    list: 'prayers',
    what: `first page, ${sort || 'pending first'}`,
    query: { ...(sort && { sort }) },
  })),
  { list: 'prayers', what: 'filtered by status', query: { filter: 'status:approved' } },
  { list: 'prayers', what: 'middle page', query: { sort: '-createdAt', page: middlePage(rows) } },
  { list: 'prayers', what: 'last page', query: { sort: '-createdAt', page: lastPage(rows) } },
  { list: 'prayers', what: 'middle page by name', query: { sort: 'firstName', page: middlePage(rows) } },
  { list: 'prayers', what: 'search of 2 letters', query: { q: 'ha' } },
  { list: 'prayers', what: 'search of a word that many use', query: { q: 'harvest' } },
  { list: 'prayers', what: 'middle page of that search', query: { q: 'harvest', page: String(rows / 5000) } },
  { list: 'prayers', what: 'search of a word in every row', query: { q: 'good' } },
  { list: 'prayers', what: 'middle page of that search', query: { q: 'good', page: middlePage(rows) } },
  { list: 'prayers', what: 'search of one address', query: { q: 'person77@' } },
  { list: 'prayers', what: 'search without a match', query: { q: 'qqzzx' } },
  ...['', 'name', 'email', 'status'].map((sort) => ({
    list: 'users',
    what: `first page, ${sort || 'newest'}`,
    query: { ...(sort && { sort }) },
  })),
  { list: 'users', what: 'first page, last active', query: { sort: '-lastActiveAt' } },
  { list: 'users', what: 'middle page', query: { page: middlePage(rows) } },
  { list: 'users', what: 'middle page, last active', query: { sort: '-lastActiveAt', page: middlePage(rows) } },
  { list: 'users', what: 'search of 2 letters', query: { q: 'ha' } },
  { list: 'users', what: 'that search, last active', query: { q: 'ha', sort: '-lastActiveAt' } },
  { list: 'users', what: 'search of one address', query: { q: 'person77@' } },
  { list: 'traffic', what: 'unique visits', query: {} },
  { list: 'traffic', what: 'every request', query: { filter: 'unique:all' } },
  { list: 'traffic', what: 'middle page', query: { filter: 'unique:all', page: middlePage(rows) } },
  { list: 'traffic', what: 'errors', query: { filter: 'unique:all,status:error' } },
]

const readers: { [list: string]: ((knex: Knex, query: Record<string, string>) => Promise<unknown>) | undefined } = {
  prayers: (knex, query) => allPrayers(knex, prayerReview.list.schema.querystring.parse(query)),
  users: (knex, query) => userPage(knex, listUsers.schema.querystring.parse(query)),
  traffic: (knex, query) => trafficLogs(knex, listTraffic.schema.querystring.parse(query)),
}
const keysets: { [list: string]: string } = {
  prayers: 'SELECT * FROM read.prayers WHERE id < ? ORDER BY id DESC LIMIT 50',
  users: 'SELECT * FROM read.users WHERE id < ? ORDER BY id DESC LIMIT 50',
  traffic: 'SELECT * FROM app.traffic_logs WHERE id < ? ORDER BY id DESC LIMIT 50',
}

async function startLists(rows: number) {
  const { database, url, stop } = await startBenchDatabase({ max: 4 })
  try {
    await load(database, rows)
  } catch (error) {
    await stop()
    throw error
  }
  return { knex: database.knex, rows, url, stop }
}

type Query = () => Promise<unknown>

/** A request to a list, and the keyset query it is compared with. */
function contestants(
  { knex, rows }: { knex: Knex; rows: number },
  { list, query }: Case,
): { ours: Query; keyset: Query } {
  const read = readers[list]
  const keyset = keysets[list]
  if (!read || !keyset) throw new Error(`No such list: ${list}`)
  return { ours: () => read(knex, query), keyset: () => knex.raw(keyset, [Math.floor(rows / 2)]) }
}

/** The first request is measured separately, because later ones may use its cache. A noisy moment affects all sizes. */
async function times(pairs: { ours: Query; keyset: Query }[], repeats: number): Promise<Times[]> {
  const taken: { first: number; pair: (typeof pairs)[number]; ours: number[]; keyset: number[] }[] = []
  for (const pair of pairs) {
    const [first = Number.NaN] = await latencies(pair.ours, 1)
    await latencies(pair.ours, 2)
    taken.push({ first, pair, ours: [], keyset: [] })
  }
  for (let round = 0; round < repeats; round++) {
    for (const { pair, ours, keyset } of round % 2 === 0 ? taken : taken.toReversed()) {
      ours.push(...(await latencies(pair.ours, 1)))
      keyset.push(...(await latencies(pair.keyset, 1)))
    }
  }
  const of = (values: number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) })
  return taken.map(({ first, ours, keyset }) => ({ first, ...of(ours), keyset: of(keyset) }))
}

async function load({ pool }: Database, rows: number): Promise<void> {
  const tables = tablesOf(projections)
  await transaction(pool, async (client) => {
    await createTables(client, liveSchema, tables)
    await insertListRows(client, { last: rows })
    for (const [name, definition] of Object.entries(tables)) await createIndexes(client, liveSchema, name, definition)
  })
  await pool.query('VACUUM ANALYZE')
  // Else it is written to disk while requests are measured.
  await pool.query('CHECKPOINT')
}

/** MB by which a fresh process with the flags of `npm start` grows while it exports all addresses; most of five. */
function largestExport(url: string, format: 'csv' | 'json'): number {
  const script = join(import.meta.dirname, 'export-process.ts')
  const once = () => Number(execFileSync(process.execPath, ['--max-semi-space-size=8', script, url, format]).toString())
  return Math.max(...Array.from({ length: 5 }, once))
}

export function adminListsTable({ lists, exportGrowth: { csv, json } }: AdminListFigures): string {
  const rows = lists.map(({ case: { list, what }, small, large }) => [
    `${list}: ${what}`,
    large.first.toFixed(1),
    small.p50.toFixed(1),
    large.p50.toFixed(1),
    large.p99.toFixed(1),
    `${(large.p50 / large.keyset.p50).toFixed(1)} x`,
    `${(large.p99 / large.keyset.p99).toFixed(1)} x`,
    `${(large.p50 / small.p50).toFixed(1)} x`,
  ])
  const header = [
    '100 thousand rows, in ms',
    'first',
    '10 thousand, p50',
    'p50',
    'p99',
    'p50 to keyset',
    'p99 to keyset',
  ]
  return `${table([...header, 'p50 to 10 thousand'], rows)}

The export of 100 thousand addresses grew a fresh process by at most ${csv.toFixed(0)} MB as CSV and ${json.toFixed(0)} MB as
JSON, in five tries each (limit: 30).`
}
