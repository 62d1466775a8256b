import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type RecordedView, viewBlockStream, viewBlocks } from '../domain/page-variations/page-view-blocks.ts'
import { blockOf } from '../event-schemas/page-view-blocks.ts'
import { createKeyedQueue } from '../kernel/concurrency/keyed-queue.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'

export type ViewBlocks = {
  /** Writes every fact that waits, of any process. */
  write(): Promise<void>
  /** Writes them if this many new visitors wait, or if a block is due. */
  writeIfDue(visitors: number): Promise<void>
  /** New visitors whose facts the last call of `writeIfDue` left for a later block. */
  waitingVisitors(): number
}

const perBlock = 250 // facts
/** After a minute, a block of this many is worth its fixed part; fewer wait on (docs/decisions/0083). */
const worthOne = 80 // facts
const shortest = 60_000 // ms
const longest = 5 * shortest

/** `age`: of the earliest fact that waits, in ms. */
export const isBlockDue = ({ facts, age }: { facts: number; age: number }): boolean =>
  facts > 0 && (facts >= perBlock || age >= (facts >= worthOne ? shortest : longest))

/**
 * Moves facts about views from PostgreSQL into the log. A block has its id before it is written, so that whichever process
 * continues after a crash appends the same one, and the log recognizes it.
 */
export function createViewBlocks({ pool, handle }: { pool: pg.Pool; handle: Handle }): ViewBlocks {
  const queue = createKeyedQueue()
  let waiting = 0

  /** The facts of a block that was begun, or of a new one; null: none wait. */
  async function claim(): Promise<{ blockId: string; facts: RecordedView[] } | null> {
    const begun = await pool.query<{ id: string }>(
      'SELECT block_id AS id FROM app.page_view_facts WHERE block_id IS NOT NULL ORDER BY id LIMIT 1',
    )
    const blockId = begun.rows[0]?.id ?? randomUUID()
    if (begun.rows.length === 0)
      await pool.query({
        name: 'view-block',
        text: `UPDATE app.page_view_facts SET block_id = $1
               WHERE id IN (SELECT id FROM app.page_view_facts WHERE block_id IS NULL
                 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        values: [blockId, perBlock],
      })
    const { rows } = await pool.query<{ fact: RecordedView }>(
      'SELECT fact FROM app.page_view_facts WHERE block_id = $1 ORDER BY id',
      [blockId],
    )
    // Another process may have just written the block, and deleted its facts.
    if (rows.length > 0) return { blockId, facts: rows.map(({ fact }) => fact) }
    return begun.rows.length > 0 ? claim() : null
  }

  const write = () =>
    queue('blocks', async () => {
      for (let block = await claim(); block !== null; block = await claim()) {
        const { blockId, facts } = block
        const command = { type: 'RecordPageViews', data: await blockOf(facts) } as const
        // Taken from the facts, so that each attempt has the same time.
        const at = new Date(facts.at(-1)?.at ?? command.data.since)
        const context = systemContext({ commandId: blockId, at })
        await handle(viewBlocks, viewBlockStream(blockId), command, context, { isNew: true })
        await pool.query('DELETE FROM app.page_view_facts WHERE block_id = $1', [blockId])
      }
      waiting = 0
    })

  return {
    write,
    waitingVisitors: () => waiting,
    async writeIfDue(enough) {
      const { rows } = await pool.query<{ facts: number; visitors: number; age: number }>({
        name: 'waiting-views',
        text: `SELECT count(*)::int AS facts, (count(*) FILTER (WHERE is_visitor))::int AS visitors,
                 coalesce(extract(epoch FROM now() - min(recorded_at)) * 1000, 0)::float8 AS age
               FROM app.page_view_facts`,
      })
      const { facts = 0, visitors = 0, age = 0 } = rows[0] ?? {}
      if ((facts > 0 && visitors >= enough) || isBlockDue({ facts, age })) await write()
      else waiting = visitors
    },
  }
}
