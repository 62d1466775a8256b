import type pg from 'pg'
import type { PageViewEvent } from '../../../backend/domain/page-variations/page-views.ts'
import { blockOf, viewsIn } from '../../../backend/event-schemas/page-view-blocks.ts'
import { asOwner } from '../database/database.ts'

/** Changes what is recorded about views, as nothing in the product can. Returns the positions of the blocks. */
export async function changeBlocks(pool: pg.Pool, change: (event: PageViewEvent) => PageViewEvent): Promise<string[]> {
  const { rows } = await pool.query<{ position: string; data: string }>(
    `SELECT position, data FROM eventlog.events WHERE type = 'PageViewsRecorded' ORDER BY position`,
  )
  for (const { position, data } of rows) {
    const views = viewsIn(JSON.parse(data)).map(({ at, event }) => ({ at, event: change(event) }))
    const changed = JSON.stringify(await blockOf(views))
    await asOwner(pool, 'UPDATE eventlog.events SET data = $1 WHERE position = $2', [changed, position])
  }
  return rows.map(({ position }) => position)
}
