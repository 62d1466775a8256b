import type { Database } from '../../../backend/kernel/database/connect.ts'
import { createTables, liveSchema } from '../../../backend/kernel/projector/schema.ts'
import { projections } from '../../../backend/projections/index.ts'

/** Creates the empty tables of every projection, for tests that write rows without a projector. */
export async function createReadTables({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  try {
    for (const { tables } of projections) await createTables(client, liveSchema, tables)
  } finally {
    client.release()
  }
}

/** Inserts a public prayer without changing its tag. */
export async function insertPrayer({ pool }: Database, id: number, prayer: string): Promise<void> {
  await pool.query(
    `WITH publication AS (INSERT INTO read.prayer_publications (place, item_id, is_latest) VALUES ($1::integer, $1, true))
     INSERT INTO read.prayers
       (id, first_name, email, location, prayer, status, is_erased, created_at, published_at, subject)
     VALUES ($1::integer, 'Ann', 'ann@example.org', 'Muncie', $2, 'approved', false, '2026-01-01T00:00:00Z', '2026-01-02T03:04:05Z',
       gen_random_uuid())`,
    [id, prayer],
  )
}

export async function moveTag({ pool }: Database, tag: string): Promise<void> {
  await pool.query(
    `INSERT INTO read.page_tags (tag, version) VALUES ($1, 1)
     ON CONFLICT (tag) DO UPDATE SET version = page_tags.version + 1`,
    [tag],
  )
}
