import { isCrawler } from '../backend/experiments/bots.ts'
import { createBatchWriter } from '../backend/traffic/batch-writer.ts'
import type { RequestLogEntry } from '../backend/traffic/request-log.ts'
import { createRequestLogWriter } from '../backend/traffic/write-request-log.ts'
import { alternate, median, medianRatio, startBenchDatabase, table, throughput } from './support.ts'

/** Records per second; ratios are medians of the ratio to the peer per round. */
export type TrafficFigures = {
  batched: number
  /** One INSERT per entry, sequentially, like a single writer. */
  single: number
  ratio: number
  /** The same with 32 concurrent connections, which share their commits. */
  crowd: number
  ratioToCrowd: number
  nanosecondsPerHit: number
}

const entryFrom = (index: number): RequestLogEntry => ({
  at: Date.now(),
  kind: 'page',
  method: 'GET',
  path: '/about',
  status: 200,
  responseTime: 0,
  socketAddress: `203.0.${(index >> 8) & 255}.${index & 255}`,
  forwardedFor: undefined,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  referrer: 'https://search.example/results?q=candidate',
  host: 'campaign.example',
  cookie: undefined,
  purpose: undefined,
  templateId: null,
})

/**
 * Traffic records written per second over one connection each: our batches, including first visits, and single INSERTs.
 */
export async function benchTraffic({ rounds, seconds }: { rounds: number; seconds: number }): Promise<TrafficFigures> {
  const { database, stop } = await startBenchDatabase({ max: 32 })
  const { pool } = database
  try {
    const write = createRequestLogWriter({
      pool,
      isProxy: () => false,
      isCrawler,
      // The peer does no lookups either.
      locate: async () => null,
      cookies: { session: 'session', variation: 'variation' },
    })
    let count = 0
    const batched = async () => {
      const start = performance.now()
      let written = 0
      while (performance.now() - start < seconds * 1000) {
        const entries = Array.from({ length: 4096 }, () => entryFrom(count++))
        await write(entries)
        written += entries.length
      }
      return (written / (performance.now() - start)) * 1000
    }
    const insertOne = () =>
      pool.query({
        name: 'peer',
        text: `INSERT INTO app.traffic_logs (ip_address, user_agent, is_crawler, request_path, request_method,
                 response_status, response_time, referrer, timestamp) VALUES ($1, $2, false, $3, $4, 200, 0, $5, now())`,
        values: ['203.0.113.7', entryFrom(0).userAgent, '/about', 'GET', entryFrom(0).referrer],
      })
    const figures = await alternate(
      new Map([
        ['batched', batched],
        ['single', () => throughput(insertOne, 1, seconds * 1000)],
        ['crowd', () => throughput(insertOne, 32, seconds * 1000)],
      ]),
      rounds,
    )
    const [ours = [], peers = [], crowds = []] = (['batched', 'single', 'crowd'] as const).map((name) =>
      figures.get(name),
    )
    return {
      batched: median(ours),
      single: median(peers),
      ratio: medianRatio(ours, peers),
      crowd: median(crowds),
      ratioToCrowd: medianRatio(ours, crowds),
      nanosecondsPerHit: await addingCost(),
    }
  } finally {
    await stop()
  }
}

/** The cost per page: adding to the ring buffer, in nanoseconds. */
async function addingCost(count = 16_000): Promise<number> {
  const writer = createBatchWriter<RequestLogEntry>({ write: async () => {}, onError: () => {}, capacity: count * 2 })
  const start = performance.now()
  for (let index = 0; index < count; index++) writer.add(entryFrom(index))
  return ((performance.now() - start) / count) * 1e6
}

export const trafficTable = ({
  batched,
  single,
  ratio,
  crowd,
  ratioToCrowd,
  nanosecondsPerHit,
}: TrafficFigures): string =>
  table(
    ['Traffic records', 'per second', 'batches to it', 'a page pays'],
    [
      ['in batches, one connection', batched, '', `${nanosecondsPerHit.toFixed(0)} ns`],
      ['one INSERT per entry, one connection', single, `${ratio.toFixed(1)} x`, ''],
      ['one INSERT per entry, 32 connections', crowd, `${ratioToCrowd.toFixed(1)} x`, ''],
    ],
  )
