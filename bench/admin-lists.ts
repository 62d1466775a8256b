import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Database } from '../backend/database/connect.ts'
import { transaction } from '../backend/database/transaction.ts'
import { personalFields } from '../backend/domain/index.ts'
import { createProjections } from '../backend/projections/index.ts'
import { tablesOf } from '../backend/projector/changes.ts'
import { createIndexes, createTables, liveSchema } from '../backend/projector/schema.ts'
import { allPrayers } from '../backend/read-model/prayers.ts'
import { trafficLogs } from '../backend/read-model/traffic.ts'
import { userPage } from '../backend/read-model/user-list.ts'
import { listAllPrayers } from '../contract/prayers.ts'
import { listTraffic } from '../contract/traffic.ts'
import { listUsers } from '../contract/users.ts'
import { latencies, quantile, startBenchDatabase, table } from './support.ts'

const sizes = { small: 10_000, large: 1_000_000 }

type Case = { list: string; what: string; query: Record<string, string> }
type Times = { first: number; p50: number; p99: number; keyset: { p50: number; p99: number } }
export type AdminListFigures = { lists: { case: Case; small: Times; large: Times }[]; exportGrowth: number }

/** Milliseconds of every kind of request to three lists, each alternately with the bare keyset query of 50 rows. */
export async function benchAdminLists({ repeats = 200 } = {}): Promise<AdminListFigures> {
  const small = await measure(sizes.small, repeats, false)
  const large = await measure(sizes.large, repeats, true)
  const lists = small.cases.flatMap(({ of, times }, index) => {
    const big = large.cases[index]
    return big ? [{ case: of, small: times, large: big.times }] : []
  })
  return { lists, exportGrowth: large.growth }
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
  { list: 'prayers', what: 'search of what nobody wrote', query: { q: 'qqzzx' } },
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
  prayers: (knex, query) => allPrayers(knex, listAllPrayers.schema.querystring.parse(query)),
  users: (knex, query) => userPage(knex, listUsers.schema.querystring.parse(query)),
  traffic: (knex, query) => trafficLogs(knex, listTraffic.schema.querystring.parse(query)),
}
const keysets: { [list: string]: string } = {
  prayers: 'SELECT * FROM read.prayers WHERE id < ? ORDER BY id DESC LIMIT 50',
  users: 'SELECT * FROM read.users WHERE id < ? ORDER BY id DESC LIMIT 50',
  traffic: 'SELECT * FROM app.traffic_logs WHERE id < ? ORDER BY id DESC LIMIT 50',
}

async function measure(rows: number, repeats: number, isExported: boolean) {
  const { database, url, stop } = await startBenchDatabase({ max: 4 })
  try {
    await load(database, rows)
    const growth = isExported ? exportGrowth(url) : 0
    const cases = []
    for (const of of casesFor(rows)) {
      const read = readers[of.list]
      const keyset = keysets[of.list]
      if (!read || !keyset) throw new Error(`No such list: ${of.list}`)
      const bare = () => database.knex.raw(keyset, [Math.floor(rows / 2)])
      cases.push({ of, times: await times(() => read(database.knex, of.query), bare, repeats) })
    }
    return { cases, growth }
  } finally {
    await stop()
  }
}

/** The first time stands alone: it may read what later ones remember. */
async function times(ours: () => Promise<unknown>, bare: () => Promise<unknown>, repeats: number): Promise<Times> {
  const [first = Number.NaN] = await latencies(ours, 1)
  await latencies(ours, 2)
  const taken: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < repeats; round++) {
    taken.ours.push(...(await latencies(ours, 1)))
    taken.bare.push(...(await latencies(bare, 1)))
  }
  const of = (values: number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) })
  return { first, ...of(taken.ours), keyset: of(taken.bare) }
}

/** Rows as the projections write them, with a thousand names, a hundred places, and words of several lengths. */
async function load({ pool }: Database, rows: number): Promise<void> {
  const tables = tablesOf(createProjections(personalFields))
  await transaction(pool, async (client) => {
    await createTables(client, liveSchema, tables)
    const name = (id: string) =>
      `initcap(substr(translate(md5((${id} % 1000)::text), '0123456789', 'ghijklmnop'), 1, 7))`
    await client.query(`
      INSERT INTO read.prayers (id, first_name, email, location, prayer, status, is_erased, created_at, subject)
      SELECT id, ${name('id')}, 'person' || id || '@example.org', 'Town ' || id % 100,
        'For ' || ${name('id * 7')} || ' and a good ' || CASE id % 50 WHEN 0 THEN 'harvest' ELSE 'year' END || ' ' || md5(id::text),
        CASE WHEN id % 100 = 0 THEN 'pending' ELSE 'approved' END, false, now(), gen_random_uuid()
      FROM generate_series(1, ${rows}) AS id;
      INSERT INTO read.users (id, email, first_name, last_name, is_admin, is_active, is_banned, is_email_verified,
        created_at, subject, revision, is_deleted, is_erased)
      SELECT id, 'person' || id || '@example.org', ${name('id')}, ${name('id * 3')}, id < 10, id % 20 > 0, id % 500 = 0,
        id % 2 = 0, now(), gen_random_uuid(), 0, false, false
      FROM generate_series(1, ${rows}) AS id;
      INSERT INTO app.last_visits
      SELECT id, CASE WHEN id % 3 = 0 THEN now() - id % 7919 * interval '1 minute' ELSE '-infinity' END
      FROM generate_series(1, ${rows}) AS id;
      INSERT INTO read.email_signups (id, email, first_name, created_at, is_erased, subject)
      SELECT id, 'person' || id || '@example.org', ${name('id')}, now(), false, gen_random_uuid()
      FROM generate_series(1, ${rows}) AS id;
      INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, request_path, request_method,
        response_status, response_time, is_unique_visit)
      SELECT now() - (${rows} - id) * interval '30 days' / ${rows}, '192.0.2.' || id % 250, 'Mozilla/5.0 Firefox', false,
        '/news/' || id % 50, 'GET', CASE WHEN id % 30 = 0 THEN 404 ELSE 200 END, 1, id % 5 = 0
      FROM generate_series(1, ${rows}) AS id`)
    for (const [name, definition] of Object.entries(tables)) await createIndexes(client, liveSchema, name, definition)
  })
  await pool.query('VACUUM ANALYZE')
}

/** MB by which a process with the flags of `npm start` grows while it exports a million addresses. */
function exportGrowth(url: string): number {
  const script = join(import.meta.dirname, 'export-process.ts')
  return Number(execFileSync(process.execPath, ['--max-semi-space-size=8', script, url]).toString())
}

export function adminListsTable({ lists, exportGrowth: growth }: AdminListFigures): string {
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
  const header = ['1 million rows, in ms', 'first', '10 thousand, p50', 'p50', 'p99', 'p50 to keyset', 'p99 to keyset']
  return `${table([...header, 'p50 to 10 thousand'], rows)}

The export of 1 million addresses grew the process by ${growth.toFixed(0)} MB at most (limit: 30).`
}
