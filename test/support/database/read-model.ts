import type { Database } from '../../../backend/kernel/database/connect.ts'
import { createTables, liveSchema } from '../../../backend/kernel/projector/schema.ts'
import { projections } from '../../../backend/projections/index.ts'
import { pageTagsTable, wholeFamily } from '../../../backend/topics/page-tags.ts'

/** Creates the empty tables of every projection, for tests that write rows without a projector. */
export async function createReadTables({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { tables } of projections) await createTables(client, liveSchema, tables)
  } finally {
    client.release()
  }
}

/** Inserts a public prayer without counting it. */
export async function insertPrayer({ pool }: Database, id: number, prayer: string): Promise<void> {
  await pool.query(
    `WITH publication AS (INSERT INTO read.prayer_publications (place, item_id, is_latest) VALUES ($1::integer, $1, true))
     INSERT INTO read.prayers
       (id, first_name, email, location, prayer, status, is_erased, created_at, published_at, subject, revision)
     VALUES ($1::integer, 'Ann', 'ann@example.org', 'Muncie', $2, 'approved', false, '2026-01-01T00:00:00Z', '2026-01-02T03:04:05Z',
       gen_random_uuid(), 0)`,
    [id, prayer],
  )
}

/** Counts a change, by default of an item that no page shows. */
export async function countChange({ pool }: Database, family: string, id = 1_000_000): Promise<void> {
  await pool.query(
    `INSERT INTO read.${pageTagsTable(family)} AS tags (item_id, version, moved_at)
     VALUES ($1, 1, NULL), ($2, 1, now())
     ON CONFLICT (item_id) DO UPDATE SET version = tags.version + 1, moved_at = excluded.moved_at`,
    [wholeFamily, id],
  )
}
