import type pg from 'pg'
import { copyField, copyIn, copyNull } from '../kernel/database/copy-in.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { createFirstVisits } from './first-visits.ts'
import type { Locate, Location } from './locations.ts'
import {
  clientAddress,
  isMailClick,
  mayBeVisit,
  type RequestLogEntry,
  sessionOf,
  sourceOf,
  templateOf,
  withoutSecrets,
} from './request-log.ts'

/** The session ended before its row was written: its owner may be erased, and no later erasure would find the row. */
const isEnded = ({ sessionId }: Row, users: ReadonlyMap<string, number>) => sessionId !== null && !users.has(sessionId)

/**
 * A click on a link in an email by a visitor who is not signed in: no erasure would find the row, and its time
 * identifies the recipient.
 */
const isAnonymousClick = ({ sessionId, entry }: Row) => sessionId === null && isMailClick(entry)

/** Matches the result of app.forget_visits for an erased person: the visit still counts. */
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

/** The columns of app.traffic_logs, in the order of `write`. */
const columns = [
  'timestamp',
  'user_id',
  'ip_address',
  'user_agent',
  'is_crawler',
  'location',
  'request_path',
  'request_method',
  'response_status',
  'response_time',
  'referrer',
  'source_url',
  'template_id',
  'session_id',
  'is_unique_visit',
]
const insert = `COPY app.traffic_logs (${columns.join(', ')}) FROM STDIN`

const field = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined ? copyNull : copyField(String(value))

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
    const written = rows.map((row) => (isEnded(row, users) || isAnonymousClick(row) ? unidentified(row) : row))
    const first = await firstVisits.take(client, new Map([...seen].map(([address, { entry }]) => [address, entry.at])))
    let lines = ''
    for (const [index, { entry, sessionId, address, agent, isCrawling, location }] of written.entries()) {
      const row = rows[index]
      const fields = [
        new Date(entry.at).toISOString(),
        sessionId === null ? null : users.get(sessionId),
        address,
        agent,
        isCrawling,
        location && JSON.stringify(location),
        entry.path.slice(0, 500),
        entry.method.slice(0, 10),
        entry.status,
        Math.round(entry.responseTime),
        entry.referrer === undefined ? null : withoutSecrets(entry.referrer).slice(0, 500),
        sourceOf(entry),
        templateOf(entry, cookies.variation),
        sessionId,
        row !== undefined && seen.get(row.address) === row && first.has(row.address),
      ]
      lines += `${fields.map(field).join('\t')}\n`
    }
    await copyIn(client, insert, lines)
  }

  return async (entries) => {
    const rows = await rowsOf(entries)
    await transaction(
      pool,
      (client) => write(client, rows),
      // Losing the latest entries in a crash is acceptable: they are not worth waiting for the disk.
      (client) => client.query('BEGIN; SET LOCAL synchronous_commit = off'),
    )
  }
}
