import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { transaction } from './transaction.ts'

const fillerSize = 64 * 1024 // bytes; more than most commands need

/** Why PostgreSQL takes no writes, in one sentence; null for any other error. SQLSTATE: PostgreSQL 18, Appendix A. */
export function writeProblem(error: unknown): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case '53100':
      return 'The disk of PostgreSQL is full, so nothing can be saved. Free up space there.'
    case '25006':
      return 'PostgreSQL is read-only, so nothing can be saved: it is a standby, or default_transaction_read_only is on.'
    case '58030':
      return 'PostgreSQL cannot write to its disk, so nothing can be saved. Its log says why.'
    default:
      return null
  }
}

export type WriteCheck = {
  /** To be called with every error of a write. */
  note(error: unknown): void
  /** One sentence while writes fail; null: as far as is known, they succeed. */
  problem(): string | null
  close(): void
}

/**
 * Remembers that a write failed because of the disk or a read-only database, and then tries to write until that succeeds
 * twice in a row, so that a disk with a little room left does not count as mended. Without a failure it writes nothing.
 */
export function createWriteCheck(
  pool: pg.Pool,
  { every = 5000, probe = () => writeAndDelete(pool) }: { every?: number; probe?: () => Promise<void> } = {},
): WriteCheck {
  let found: string | null = null
  const closing = new AbortController()

  async function untilWritable(): Promise<void> {
    for (let successes = 0; successes < 2; ) {
      await delay(every, undefined, { ref: false, signal: closing.signal })
      try {
        await probe()
        successes++
      } catch (error) {
        successes = 0
        found = writeProblem(error) ?? found
      }
    }
    found = null
  }

  return {
    note(error) {
      const problem = writeProblem(error)
      if (problem === null) return
      const isKnown = found !== null
      found = problem
      if (!isKnown) untilWritable().catch(() => {}) // closed
    },
    problem: () => found,
    close: () => closing.abort(),
  }
}

/** Needs new pages in a table and in the write-ahead log, and leaves nothing behind but space that vacuuming frees. */
const writeAndDelete = (pool: pg.Pool): Promise<void> =>
  transaction(pool, async (client) => {
    await client.query('INSERT INTO app.write_probes (filler) VALUES ($1)', [randomBytes(fillerSize)])
    await client.query('DELETE FROM app.write_probes')
  })
