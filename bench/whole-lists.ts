import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database } from '../backend/kernel/database/connect.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { createIndexes, createTables, liveSchema } from '../backend/kernel/projector/schema.ts'
import { projections } from '../backend/projections/index.ts'
import { everyPublicCampaignEvent } from '../backend/read-model/campaign-events.ts'
import { everyPublicArticle, publicArticles } from '../backend/read-model/news.ts'
import { latencies, quantile, startBenchDatabase, table } from './support.ts'

const items = 10_000

type Figures = { list: string; first: number; blocked: number; kept: number; page: number; bytes: number; gzip: number }

/** Milliseconds for 10,000 articles of 2 kB and as many events: made, kept, and a page of 50 articles in the same run. */
export async function benchWholeLists({ repeats = 100 } = {}): Promise<Figures[]> {
  const { database, stop } = await startBenchDatabase({ max: 4 })
  try {
    await fill(database)
    const { knex } = database
    const page = await latencies(() => publicArticles(knex, { page: 1, limit: 50, before: undefined }), repeats)
    const figures: Figures[] = []
    for (const [list, whole] of [
      ['news', everyPublicArticle(knex)],
      ['events', everyPublicCampaignEvent(knex)],
    ] as const) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const [first = Number.NaN] = await latencies(whole, 1)
      delay.disable()
      const kept = await latencies(whole, repeats)
      const { identity, gzip } = await whole()
      figures.push({
        list,
        first,
        blocked: delay.max / 1e6,
        kept: quantile(kept, 0.5),
        page: quantile(page, 0.5),
        bytes: identity.byteLength,
        gzip: gzip.byteLength,
      })
    }
    return figures
  } finally {
    await stop()
  }
}

async function fill({ pool }: Database): Promise<void> {
  await transaction(pool, async (client) => {
    for (const { tables } of projections) {
      await createTables(client, liveSchema, tables)
      for (const [name, definition] of Object.entries(tables)) await createIndexes(client, liveSchema, name, definition)
    }
  })
  const words = `(SELECT string_agg(md5(n::text || word::text), ' ') FROM generate_series(1, 60) word)`
  await pool.query(
    `INSERT INTO read.news_articles (id, title, excerpt, content, category, is_published, is_deleted, created_at, published_at, updated_at, revision)
     SELECT n, 'Article ' || n, 'In one sentence.', ${words}, 'news', true, false, now(), now(), now(), 1
       FROM generate_series(1, ${items}) n`,
  )
  await pool.query(
    `INSERT INTO read.news_publications (place, item_id, is_latest) SELECT n, n, true FROM generate_series(1, ${items}) n`,
  )
  await pool.query(
    `INSERT INTO read.campaign_events
       (id, uid, title, description, location, event_date, start_time, end_time, category, capacity, is_active, is_cancelled,
        is_deleted, created_at, sequence, changed_at)
     SELECT n, gen_random_uuid(), 'Rally ' || n, 'Bring a neighbor.', 'Lafayette', to_char(date '2020-01-01' + n % 3650, 'YYYY-MM-DD'), '18:30',
            '20:00', 'rally', 100, true, false, false, now(), 1, now()
       FROM generate_series(1, ${items}) n`,
  )
  await pool.query('VACUUM ANALYZE')
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

export const wholeListsTable = (figures: readonly Figures[]): string =>
  table(
    ['10,000 items', 'made, ms', 'event loop held, ms', 'kept, ms', 'a page of 50, ms', 'size', 'gzip'],
    figures.map(({ list, first, blocked, kept, page, bytes, gzip }) => [
      list,
      first.toFixed(0),
      blocked.toFixed(0),
      kept.toFixed(2),
      page.toFixed(2),
      mb(bytes),
      mb(gzip),
    ]),
  )
