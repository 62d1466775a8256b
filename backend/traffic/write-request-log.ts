import type pg from 'pg'
import { transaction } from '../database/transaction.ts'
import { createFirstVisits } from './first-visits.ts'
import type { Locate, Location } from './locations.ts'
import {
  clientAddress,
  mayBeVisit,
  type RequestLogEntry,
  sessionOf,
  sourceOf,
  templateOf,
  withoutQuery,
} from './request-log.ts'

type Row = {
  hit: RequestLogEntry
  address: string
  agent: string
  crawls: boolean
  location: Location | null
  sessionId: string | null
}

/** Columns of app.traffic_logs with the type their values travel as. */
const columns = {
  timestamp: 'timestamptz',
  user_id: 'int',
  ip_address: 'text',
  user_agent: 'text',
  is_crawler: 'bool',
  location: 'json',
  request_path: 'text',
  request_method: 'text',
  response_status: 'int',
  response_time: 'int',
  referrer: 'text',
  source_url: 'text',
  template_id: 'text',
  session_id: 'text',
  is_unique_visit: 'bool',
}
const insert = `INSERT INTO app.traffic_logs (${Object.keys(columns).join(', ')})
  SELECT * FROM unnest(${Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`)})`

/** An array as Postgres writes it; pg's own way of doing this costs more than the insert. */
const arrayOf = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value))).join()}}`

/** Writes hits in one transaction: who was signed in, from where, and whether it was a first visit is worked out here. */
export function createRequestLogWriter({
  pool,
  isProxy,
  isCrawler,
  locate,
  cookies,
}: {
  pool: pg.Pool
  isProxy: (address: string, hop: number) => boolean
  isCrawler: (userAgent: string) => boolean
  locate: Locate
  /** Names of the cookies that tell the session and the page variation. */
  cookies: { session: string; variation: string }
}): (hits: RequestLogEntry[]) => Promise<void> {
  const firstVisits = createFirstVisits()

  async function rowsOf(hits: RequestLogEntry[]): Promise<Row[]> {
    const locations = new Map<string, Location | null>()
    const crawlers = new Map<string, boolean>()
    const rows: Row[] = []
    for (const hit of hits) {
      const address = clientAddress(hit, isProxy).slice(0, 255)
      const agent = (hit.userAgent ?? '').slice(0, 1000)
      const crawls = crawlers.get(agent) ?? isCrawler(agent)
      crawlers.set(agent, crawls)
      let location = locations.get(address)
      if (location === undefined) {
        location = await locate(address)
        locations.set(address, location)
      }
      rows.push({ hit, address, agent, crawls, location, sessionId: sessionOf(hit, cookies.session) })
    }
    return rows
  }

  /** Whose sessions these are, by their ids in hex. */
  async function usersOf(client: pg.ClientBase, rows: readonly Row[]): Promise<Map<string, number>> {
    const ids = [...new Set(rows.flatMap(({ sessionId }) => sessionId ?? []))]
    if (ids.length === 0) return new Map()
    const found = await client.query<{ id: string; user_id: number }>(
      `SELECT encode(sid, 'hex') AS id, user_id FROM app.sessions
       WHERE sid IN (SELECT decode(id, 'hex') FROM unnest($1::text[]) AS id)`,
      [ids],
    )
    return new Map(found.rows.map(({ id, user_id }) => [id, user_id]))
  }

  async function write(client: pg.ClientBase, rows: readonly Row[]): Promise<void> {
    const pages = rows.filter(({ hit, crawls }) => mayBeVisit(hit, crawls))
    // The first page of each address in this batch; the map keeps the last entry given.
    const seen = new Map(pages.toReversed().map((row) => [row.address, row]))
    const users = await usersOf(client, rows)
    const first = await firstVisits.take(client, new Map([...seen].map(([address, { hit }]) => [address, hit.at])))
    const of = (value: (row: Row) => string | number | boolean | null) => arrayOf(rows.map(value))
    await client.query({
      name: 'traffic-insert',
      text: insert,
      values: [
        of(({ hit }) => new Date(hit.at).toISOString()),
        of(({ sessionId }) => (sessionId === null ? null : (users.get(sessionId) ?? null))),
        of(({ address }) => address),
        of(({ agent }) => agent),
        of(({ crawls }) => crawls),
        of(({ location }) => location && JSON.stringify(location)),
        of(({ hit }) => hit.path.slice(0, 500)),
        of(({ hit }) => hit.method.slice(0, 10)),
        of(({ hit }) => hit.status),
        of(({ hit }) => Math.round(hit.responseTime)),
        of(({ hit }) => (hit.referrer === undefined ? null : withoutQuery(hit.referrer).slice(0, 500))),
        of(({ hit }) => sourceOf(hit)),
        of(({ hit }) => templateOf(hit, cookies.variation)),
        of(({ sessionId }) => sessionId),
        of((row) => seen.get(row.address) === row && first.has(row.address)),
      ],
    })
  }

  return async (hits) => {
    const rows = await rowsOf(hits)
    await transaction(
      pool,
      (client) => write(client, rows),
      // A crash may take the last moment's hits: not worth a wait for the disk.
      (client) => client.query('BEGIN; SET LOCAL synchronous_commit = off'),
    )
  }
}
