import type { Knex } from 'knex'
import type { Database } from '../backend/kernel/database/connect.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { tablesOf } from '../backend/kernel/projector/changes.ts'
import { createIndexes, createTables, liveSchema } from '../backend/kernel/projector/schema.ts'
import { projections } from '../backend/projections/index.ts'
import { namingTopics } from '../backend/read-model/people.ts'
import { findPeople } from '../backend/read-model/people-search.ts'
import { personOfItem } from '../backend/read-model/person.ts'
import { insertListRows } from './list-rows.ts'
import { latencies, quantile, startBenchDatabase, table } from './support.ts'

type Times = { p50: number; p99: number }
export type PeopleFigures = { cases: { what: string; ours: Times; keyset: Times }[] }

/** Prayers of the one person who has a long history. */
const busyPerson = { topic: 'prayers', id: 1 } as const

/**
 * Milliseconds of searches in all lists, `people` in each of three, and of the panel of a person with `entries` events,
 * alternately with the bare keyset query of 50 rows.
 */
export async function benchPeople(sizes: { repeats: number; people: number; entries: number }): Promise<PeopleFigures> {
  const { database, stop } = await startBenchDatabase({ max: 4 })
  try {
    await load(database, sizes)
    const { knex } = database
    const none: number[] = []
    const cases = contestants(knex).map((one) => ({ ...one, ours: [...none], keyset: [...none] }))
    const keyset = () => knex.raw('SELECT * FROM read.users WHERE id < ? ORDER BY id DESC LIMIT 50', [sizes.people / 2])
    for (const { read } of cases) await latencies(read, 2)
    for (let round = 0; round < sizes.repeats; round++)
      for (const one of cases) {
        one.ours.push(...(await latencies(one.read, 1)))
        one.keyset.push(...(await latencies(keyset, 1)))
      }
    const of = (values: number[]) => ({ p50: quantile(values, 0.5), p99: quantile(values, 0.99) })
    return { cases: cases.map(({ what, ours, keyset }) => ({ what, ours: of(ours), keyset: of(keyset) })) }
  } finally {
    await stop()
  }
}

function contestants(knex: Knex): { what: string; read: () => Promise<unknown> }[] {
  const rights = { has: () => true }
  const search = (what: string, q: string) => ({ what, read: () => findPeople(knex, { topics: namingTopics, q }) })
  return [
    search('search of 2 letters', 'ha'),
    search('search of 3 letters', 'hag'),
    search('search of a first and a last name', 'hal jig'),
    search('search of one address', 'person77@'),
    search('search of a phone number', '(317) 555-0077'),
    search('search without a match', 'qqzzx'),
    { what: 'panel', read: () => personOfItem(knex, { ...busyPerson, rights, page: 1, limit: 50 }) },
    { what: 'panel, last page', read: () => personOfItem(knex, { ...busyPerson, rights, page: 20, limit: 50 }) },
  ]
}

async function load({ pool }: Database, { people, entries }: { people: number; entries: number }): Promise<void> {
  const tables = tablesOf(projections)
  await transaction(pool, async (client) => {
    await createTables(client, liveSchema, tables)
    await insertListRows(client, { last: people })
    await client.query(`
      UPDATE read.email_signups SET phone = '(317) 555-' || lpad((id % 10000)::text, 4, '0') WHERE id % 3 = 0;
      UPDATE read.prayers SET subject = (SELECT subject FROM read.prayers WHERE id = 1), first_name = 'Ann' WHERE id <= ${entries / 2};
      INSERT INTO read.history (event_id, topic, item_id, revision, type, at, actor_kind, command, changes, personal, subject)
      SELECT gen_random_uuid(), 'prayers', prayer.id, number, CASE number WHEN 0 THEN 'PrayerSubmitted' ELSE 'PrayerApproved' END,
        now() - prayer.id * interval '1 hour', 'visitor', 'SubmitPrayer', '{}', '{}', CASE number WHEN 0 THEN prayer.subject END
      FROM read.prayers AS prayer, generate_series(0, 1) AS number`)
    for (const [name, definition] of Object.entries(tables)) await createIndexes(client, liveSchema, name, definition)
  })
  await pool.query('VACUUM ANALYZE')
  // Else it is written to disk while requests are measured.
  await pool.query('CHECKPOINT')
}

export function peopleTable({ cases }: PeopleFigures): string {
  const rows = cases.map(({ what, ours, keyset }) => [
    what,
    ours.p50.toFixed(1),
    ours.p99.toFixed(1),
    `${(ours.p50 / keyset.p50).toFixed(1)} x`,
    `${(ours.p99 / keyset.p99).toFixed(1)} x`,
  ])
  return table(
    ['100 thousand people in each of three lists, in ms', 'p50', 'p99', 'p50 to keyset', 'p99 to keyset'],
    rows,
  )
}
