import type { Knex } from 'knex'
import type pg from 'pg'
import { keyLookups } from '../backend/kernel/database/key-lookups.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { createIndexes, createTables, keepDerivedRows, liveSchema } from '../backend/kernel/projector/schema.ts'
import { supportersProjection as projection } from '../backend/projections/supporters.ts'
import {
  choiceCounts,
  choiceOf,
  recipientsSql,
  segmentStats,
  segments,
  subjectHashSql,
} from '../backend/read-model/email-segments.ts'
import { segmentIds } from '../contract/email-segments.ts'
import { latencies, quantile, startBenchDatabase, table } from './support.ts'

type Spread = { p50: number; p99: number }

/** Milliseconds; `people` with about 2.5 engagements each. */
export type SegmentFigures = {
  people: number
  derived: number
  counts: Spread
  /** The same counts from the rows themselves. */
  counted: Spread
  /** One more engagement, with everything derived from it; and the bare row. */
  engaged: Spread
  inserted: Spread
  chosen: number
  plain: number
  hashed: number
}

export async function benchEmailCampaignSegments({
  people,
  repeats,
}: {
  people: number
  repeats: number
}): Promise<SegmentFigures> {
  const { database, stop } = await startBenchDatabase({ max: 4 })
  const { pool, knex } = database
  try {
    const derived = await loadSupporters(pool, people)
    const now = new Date()
    await requireTrue(knex, now)
    const spread = (values: number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) })
    const counts = spread(await latencies(() => segmentStats(knex, now), repeats))
    const counted = spread(await latencies(() => countRows(knex, now), 5))
    const client = await pool.connect()
    await client.query(
      Object.entries(keyLookups)
        .map(([name, value]) => `SET ${name} = '${value}'`)
        .join(';'),
    )
    const engaged = spread(await latencies(() => engage(client, 'read.user_engagement', people), repeats))
    await client.query('CREATE TABLE bare (LIKE read.user_engagement INCLUDING ALL)')
    const inserted = spread(await latencies(() => engage(client, 'bare', people), repeats))
    client.release()
    await requireTrue(knex, now)

    const everybody = choiceOf([...segmentIds], { at: now, purpose: 'campaignNews' })
    await pool.query('CREATE TABLE chosen (subject uuid PRIMARY KEY, email text, first_name text, reasons text[])')
    await pool.query('CREATE TABLE copied (LIKE chosen INCLUDING ALL)')
    const [chosen = 0] = await latencies(() => pool.query(`INSERT INTO chosen ${recipientsSql(everybody)}`), 1)
    const [plain = 0] = await latencies(() => pool.query('INSERT INTO copied SELECT * FROM chosen'), 1)
    const [hashed = 0] = await latencies(() => pool.query(`SELECT ${subjectHashSql} FROM chosen`), 1)
    return { people, derived, counts, counted, engaged, inserted, chosen, plain, hashed }
  } finally {
    await stop()
  }
}

/** Rows as the projection writes them: two years of engagement, accounts, suppressions, a few people erased. */
const supporterRows = (people: number): string => {
  const subject = `md5(n::text)::uuid`
  return `
      INSERT INTO read.supporters SELECT ${subject}, 'person' || n || '@example.org', 'Ruth', 1
        FROM generate_series(1, ${people}) AS n;
      INSERT INTO read.user_engagement
        SELECT kind || '-' || n, n * 8 + place, 'person' || n || '@example.org', ${subject}, kind, '{}',
          now() - ((n::bigint * 7919 + place * 104729) % 730)::integer * interval '1 day', now(), CASE WHEN n % 50 = place THEN now() END
        FROM generate_series(1, ${people}) AS n,
          unnest(ARRAY['signup', 'volunteer', 'prayer', 'donation', 'rsvp', 'forum_post', 'endorsement'])
            WITH ORDINALITY AS engagement (kind, place)
        WHERE place = 1 OR (n::bigint * 31 + place * 17) % 4 = 0;
      INSERT INTO read.supporter_accounts
        SELECT n, ${subject}, n % 400 <> 0, n % 500 = 0, false, n % 2 = 0, CASE WHEN n % 20 = 0 THEN n % 16 ELSE 0 END
        FROM generate_series(1, ${people}, 5) AS n;
      INSERT INTO read.supporter_account_subjects SELECT user_id, subject FROM read.supporter_accounts;
      INSERT INTO read.mail_suppression_causes
        SELECT ${subject}, (ARRAY['unsubscribed', 'bounced', 'complained'])[1 + n % 3], false, now(), NULL
        FROM generate_series(1, ${people}, 17) AS n WHERE n % 4 <> 0;
      INSERT INTO read.mail_conditions
        SELECT ${subject}, 'erased', 0 FROM generate_series(1, ${people}, 17) AS n WHERE n % 4 = 0`
}

/** The same in tables that derive everything as rows come in, such as those of a running product. */
export async function addSupporters(pool: pg.Pool, people: number): Promise<void> {
  await transaction(pool, (client) => client.query(supporterRows(people)))
  await pool.query('VACUUM ANALYZE')
}

/** Makes the tables too; returns how long deriving took. */
export async function loadSupporters(pool: pg.Pool, people: number): Promise<number> {
  await transaction(pool, async (client) => {
    await createTables(client, liveSchema, projection.tables)
    await client.query(supporterRows(people))
    for (const [name, definition] of Object.entries(projection.tables))
      await createIndexes(client, liveSchema, name, definition)
  })
  await pool.query('VACUUM ANALYZE')
  const [derived = 0] = await latencies(
    () => transaction(pool, (client) => keepDerivedRows(client, liveSchema, projection)),
    1,
  )
  await pool.query('VACUUM ANALYZE')
  return derived
}

/** Every segment counted from the rows of the people. */
const countRows = async (knex: Knex, at: Date) => {
  const counted = []
  for (const { id, purpose } of segments) {
    const { chosen: count, leftOut } = await choiceCounts(knex, choiceOf([id], { at, purpose }))
    counted.push({ segmentId: id, count, leftOut })
  }
  return counted
}

/** Throws when the kept counts are not those of the rows. */
async function requireTrue(knex: Knex, now: Date): Promise<void> {
  const sorted = (stats: { leftOut: object }[]) =>
    JSON.stringify(stats.map((stat) => ({ ...stat, leftOut: Object.entries(stat.leftOut).sort() })))
  const [kept, counted] = [sorted(await segmentStats(knex, now)), sorted(await countRows(knex, now))]
  if (kept !== counted) throw new Error(`The counts are wrong: ${kept} instead of ${counted}.`)
}

let sources = 0

/** One more engagement of a person, as the projector writes it. */
const engage = (client: pg.PoolClient, target: string, people: number) => {
  sources++
  return client.query(
    `INSERT INTO ${target} SELECT 'bench-' || $1::integer, $1, NULL, md5($2)::uuid, 'forum_post', '{}', now(), now(), NULL`,
    [sources, String(1 + ((sources * 7919) % people))],
  )
}

export function emailCampaignSegmentsTable(figures: SegmentFigures): string {
  const { people, derived, counts, counted, engaged, inserted, chosen, plain, hashed } = figures
  const of = (name: string, { p50, p99 }: Spread) => [name, p50.toFixed(1), p99.toFixed(1)]
  return `${table(
    [`${people} people, ms`, 'p50', 'p99'],
    [
      of('Counts of all segments, with who is left out', counts),
      of('The same, counted from the rows', counted),
      of('One more engagement, counts included', engaged),
      of('The bare row of an engagement', inserted),
    ],
  )}

Choosing everybody (\`INSERT … SELECT\`) took ${(chosen / 1000).toFixed(1)} s, a plain copy of the same rows ${(plain / 1000).toFixed(1)} s, and the hash of the ledger ${(hashed / 1000).toFixed(1)} s. A rebuild derives all people in ${(derived / 1000).toFixed(1)} s.`
}
