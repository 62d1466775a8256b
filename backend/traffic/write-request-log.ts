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

/** The session ended before its row was written: its owner may be erased, and no later erasure would find the row. */
const isEnded = ({ sessionId }: Row, users: ReadonlyMap<string, number>) => sessionId !== null && !users.has(sessionId)

/** As app.forget_visits leaves the visits of an erased person: still counted. */
const unidentified = (row: Row): Row => ({
  ...row,
  entry: { ...row.entry, referrer: undefined },
  address: 'erased',
  agent: '',
  location: null,
  sessionId: null,
})

type Row = {
  entry: RequestLogEntry
  address: string
  agent: string
  isCrawling: boolean
  location: Location | null
  sessionId: string | null
}

/** Columns of app.traffic_logs with the type of their parameter. */
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

/** An array literal for Postgres; building it with pg costs more than the insert. */
const arrayOf = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value))).join()}}`

/** Writes entries in one transaction; works out who was signed in, from where, and whether it was a first visit. */
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
  /** Names of the cookies that hold the session and the page variation. */
  cookies: { session: string; variation: string }
}): (entries: RequestLogEntry[]) => Promise<void> {
  const firstVisits = createFirstVisits()

  async function rowsOf(entries: RequestLogEntry[]): Promise<Row[]> {
    const locations = new Map<string, Location | null>()
    const crawlers = new Map<string, boolean>()
    const rows: Row[] = []
    for (const entry of entries) {
      const address = clientAddress(entry, isProxy).slice(0, 255)
      const agent = (entry.userAgent ?? '').slice(0, 1000)
      const isCrawling = crawlers.get(agent) ?? isCrawler(agent)
      crawlers.set(agent, isCrawling)
      let location = locations.get(address)
      if (location === undefined) {
        location = await locate(address)
        locations.set(address, location)
      }
      rows.push({ entry, address, agent, isCrawling, location, sessionId: sessionOf(entry, cookies.session) })
    }
    return rows
  }

  /** Maps session ids (hex) to user ids. */
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
    const pages = rows.filter(({ entry, isCrawling }) => mayBeVisit(entry, isCrawling))
    // The first page view of each address in this batch; the map keeps the last one inserted.
    const seen = new Map(pages.toReversed().map((row) => [row.address, row]))
    const users = await usersOf(client, rows)
    const written = rows.map((row) => (isEnded(row, users) ? unidentified(row) : row))
    const first = await firstVisits.take(client, new Map([...seen].map(([address, { entry }]) => [address, entry.at])))
    const of = (value: (row: Row) => string | number | boolean | null) => arrayOf(written.map(value))
    await client.query({
      name: 'traffic-insert',
      text: insert,
      values: [
        of(({ entry }) => new Date(entry.at).toISOString()),
        of(({ sessionId }) => (sessionId === null ? null : (users.get(sessionId) ?? null))),
        of(({ address }) => address),
        of(({ agent }) => agent),
        of(({ isCrawling }) => isCrawling),
        of(({ location }) => location && JSON.stringify(location)),
        of(({ entry }) => entry.path.slice(0, 500)),
        of(({ entry }) => entry.method.slice(0, 10)),
        of(({ entry }) => entry.status),
        of(({ entry }) => Math.round(entry.responseTime)),
        of(({ entry }) => (entry.referrer === undefined ? null : withoutQuery(entry.referrer).slice(0, 500))),
        of(({ entry }) => sourceOf(entry)),
        of(({ entry }) => templateOf(entry, cookies.variation)),
        of(({ sessionId }) => sessionId),
        arrayOf(rows.map((row) => seen.get(row.address) === row && first.has(row.address))),
      ],
    })
  }

  return async (entries) => {
    const rows = await rowsOf(entries)
    await transaction(
      pool,
      (client) => write(client, rows),
      // Losing the latest entries in a crash is acceptable: not worth waiting for the disk.
      (client) => client.query('BEGIN; SET LOCAL synchronous_commit = off'),
    )
  }
}
