import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { createRingBuffer } from '../kernel/concurrency/ring-buffer.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createLocate } from './locations.ts'
import {
  clientAddress,
  type RequestLogEntry,
  requestLogEntryOf,
  sourceOf,
  templateOf,
  withoutSecrets,
} from './request-log.ts'
import { deleteOld } from './retention.ts'
import { createRequestLogWriter } from './write-request-log.ts'

const entry: RequestLogEntry = {
  at: Date.parse('2026-03-01T12:00:00.000Z'),
  kind: 'page',
  method: 'GET',
  path: '/about',
  status: 200,
  responseTime: 0,
  socketAddress: '8.8.8.8',
  forwardedFor: undefined,
  userAgent: 'Mozilla/5.0 Firefox',
  referrer: undefined,
  host: 'campaign.example',
  cookie: undefined,
  purpose: undefined,
  templateId: null,
}
const hour = 3600_000
const cookies = { session: 'session', variation: 'variation' }

describe('the queue', () => {
  it('returns items in order up to its capacity, and counts the rest', () => {
    const queue = createRingBuffer<number>(3)
    expect([1, 2, 3, 4].map(queue.push)).toEqual([true, true, true, false])
    expect(queue.take(2)).toEqual([1, 2])
    expect([5, 6, 7].map(queue.push)).toEqual([true, true, false])
    expect([queue.take(9), queue.size, queue.dropped]).toEqual([[3, 5, 6], 0, 2])
  })
})

describe('writing in batches', () => {
  it('keeps its rows while the database is down, counts what does not fit, and loses nothing else', async () => {
    const written: number[] = []
    const errors: unknown[] = []
    let isAway = true
    const writer = createBatchWriter<number>({
      capacity: 4,
      batchSize: 2,
      onError: (error) => errors.push(error),
      async write(items) {
        if (isAway) throw new Error('away')
        written.push(...items)
      },
    })
    for (let item = 1; item <= 2; item++) writer.add(item)
    await writer.flush()
    for (let item = 3; item <= 8; item++) writer.add(item)
    await writer.flush()
    expect([written, errors.length, writer.dropped()]).toEqual([[], 1, 2])
    isAway = false
    await writer.flush()
    expect(written).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('drops a batch that keeps failing, and continues', async () => {
    const written: number[] = []
    const writer = createBatchWriter<number>({
      batchSize: 1,
      tries: 3,
      onError: () => {},
      async write([item = 0]) {
        if (item === 1) throw new Error('poison')
        written.push(item)
      },
    })
    writer.add(1)
    writer.add(2)
    for (let round = 0; round < 3; round++) await writer.flush()
    expect([written, writer.dropped()]).toEqual([[2], 1])
  })

  it('writes early when a burst fills half the queue', async () => {
    let written = 0
    const writer = createBatchWriter<number>({
      capacity: 4,
      onError: () => {},
      async write({ length }) {
        written += length
      },
    })
    for (let item = 1; item <= 3; item++) writer.add(item)
    for (let turns = 0; turns < 3; turns++) await turn()
    expect(written).toBe(3)
  })
})

describe('a request log entry', () => {
  it('has the address of the visitor, trusting only our own proxies', () => {
    const isProxy = (address: string) => address.startsWith('10.')
    const from = (socketAddress: string, forwardedFor?: string) =>
      clientAddress({ socketAddress, forwardedFor }, isProxy)
    expect(from('8.8.8.8', '1.1.1.1')).toBe('8.8.8.8')
    expect(from('10.0.0.1', '1.1.1.1, 8.8.8.8')).toBe('8.8.8.8')
    expect(from('10.0.0.1', '8.8.8.8, 10.0.0.2')).toBe('8.8.8.8')
    expect(from('10.0.0.1', 'nonsense')).toBe('10.0.0.1')
    expect(from('10.0.0.1')).toBe('10.0.0.1')
    expect(from('::ffff:8.8.8.8')).toBe('8.8.8.8')
  })
  it('has the purpose of a prefetch', () => {
    const purposeOf = (headers: Record<string, string>) => {
      const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers })
      const details = { kind: 'page', path: '/', status: 200, responseTime: 0, templateId: null } as const
      return requestLogEntryOf(request, details).purpose
    }
    expect(purposeOf({ 'sec-purpose': 'prefetch;prerender' })).toBe('prefetch;prerender')
    expect(purposeOf({ purpose: 'prefetch' })).toBe('prefetch')
    expect(purposeOf({ 'x-moz': 'prefetch' })).toBe('prefetch')
    expect(purposeOf({ 'x-purpose': 'preview' })).toBe('preview')
    expect(purposeOf({})).toBeUndefined()
  })

  it('has the referring site, but not its query', () => {
    expect(sourceOf({ referrer: 'https://news.example/story?id=7', host: 'campaign.example' })).toBe(
      'https://news.example/story',
    )
    expect(sourceOf({ referrer: 'https://campaign.example/about', host: 'campaign.example' })).toBeNull()
    expect(sourceOf({ referrer: 'android-app://x', host: 'campaign.example' })).toBeNull()
    expect(sourceOf({ referrer: 'not a url', host: 'campaign.example' })).toBeNull()
    expect(sourceOf({ referrer: 'https://ruth:secret@news.example/story', host: 'campaign.example' })).toBe(
      'https://news.example/story',
    )
  })

  it.each([
    ['https://news.example/story?id=7', 'https://news.example/story'],
    ['https://ruth:secret@news.example/@ada?id=7', 'https://news.example/@ada'],
    ['https://ruth:se@cret@news.example/', 'https://news.example/'],
    ['https:\\\\ruth:secret@news.example', 'https://news.example'],
    ['//ruth:secret@news.example', '//news.example'],
    ['https://news.example/@ada', 'https://news.example/@ada'],
    ['not a url', 'not a url'],
  ])('keeps the referrer %s without query and password', (referrer, kept) => {
    expect(withoutSecrets(referrer)).toBe(kept)
  })
  it('reads the variation of the home page from the cookie', () => {
    const cookie = 'a=b; variation=xY.1.gen3_k7f2.view.mac'
    expect(templateOf({ ...entry, path: '/', cookie }, 'variation')).toBe('gen3_k7f2')
    expect(templateOf({ ...entry, cookie }, 'variation')).toBeNull()
  })
})

describe('a location', () => {
  it('comes from the database in npm, and is null for a private address', async () => {
    const locate = createLocate((error) => {
      throw error
    })
    expect(await locate('129.74.1.1')).toMatchObject({ region: 'Indiana', country: 'United States' })
    expect(await locate('2001:4860:4860::8888')).toMatchObject({ country: expect.any(String) })
    for (const address of ['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1', 'fd00::1', 'nonsense', ''])
      expect(await locate(address), address).toBeNull()
  })
})

describe('the traffic log', () => {
  const writer = (pool: import('pg').Pool) =>
    createRequestLogWriter({
      pool,
      isProxy: () => false,
      isCrawler: (agent) => agent.includes('bot'),
      locate: async () => ({ city: 'Muncie', region: 'Indiana', country: 'United States' }),
      cookies,
    })

  it('marks the first page of an address in 24 hours, also in the same batch and in the next', async () => {
    const { pool } = await createTestDatabase()
    const write = writer(pool)
    await write([
      { ...entry, kind: 'api', path: '/api/news' },
      { ...entry, path: '/login' },
      { ...entry, userAgent: 'a bot' },
      { ...entry, path: '/fetched-ahead', purpose: 'prefetch' },
      { ...entry, path: '/drawn-ahead', purpose: 'prefetch;prerender' },
      { ...entry, path: '/news' },
      { ...entry, path: '/events' },
      { ...entry, path: '/prayers', socketAddress: '9.9.9.9' },
    ])
    await write([
      { ...entry, at: entry.at + 23 * hour, path: '/too-soon' },
      { ...entry, at: entry.at + 24 * hour, path: '/next-day' },
    ])
    const { rows } = await pool.query(
      'SELECT request_path, is_unique_visit, is_crawler FROM app.traffic_logs ORDER BY id',
    )
    expect(rows).toHaveLength(10)
    const marked = rows.filter((row) => row.is_unique_visit).map((row) => row.request_path)
    expect(marked).toEqual(['/news', '/prayers'])
    expect(rows.filter((row) => row.is_crawler)).toHaveLength(1)
    await write([{ ...entry, at: entry.at + 25 * hour, path: '/later' }])
    const { rows: later } = await pool.query(
      `SELECT is_unique_visit FROM app.traffic_logs WHERE request_path = '/later'`,
    )
    expect(later).toEqual([{ is_unique_visit: true }])
  })

  it('omits the user when their session ended before the row was written, as by a deletion', async () => {
    const { pool } = await createTestDatabase()
    const gone = { cookie: `session=${'a'.repeat(43)}`, referrer: 'https://news.example/ada' }
    await writer(pool)([{ ...entry, ...gone }])
    const { rows } = await pool.query(
      'SELECT user_id, ip_address, user_agent, location, referrer, is_unique_visit FROM app.traffic_logs',
    )
    expect(rows).toEqual([
      {
        user_id: null,
        ip_address: 'erased',
        user_agent: '',
        location: null,
        referrer: null,
        is_unique_visit: true,
      },
    ])
  })

  it('counts an address once when two processes write it at the same time', async () => {
    const { pool } = await createTestDatabase()
    await Promise.all(Array.from({ length: 4 }, () => writer(pool)(Array.from({ length: 50 }, () => entry))))
    const { rows } = await pool.query('SELECT count(*) AS visits FROM app.traffic_logs WHERE is_unique_visit')
    expect(rows).toEqual([{ visits: 1 }])
  })

  it('keeps 30 days, and deletes older rows in small steps', async () => {
    const { pool } = await createTestDatabase()
    const at = (days: number) => Date.now() - days * 24 * hour
    const old = Array.from({ length: 6000 }, () => ({ ...entry, at: at(31) }))
    await writer(pool)([...old, { ...entry, at: at(29) }])
    expect(await deleteOld(pool)).toBe(6001)
    const { rows } = await pool.query('SELECT count(*) AS left FROM app.traffic_logs')
    expect(rows).toEqual([{ left: 1 }])
  })
})
