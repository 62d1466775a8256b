import type { CommandsInProgress } from '../../kernel/http/commands-in-progress.ts'

/** Milliseconds without a command of another person after which no other person is expected to wait for an import. */
const aloneAfter = 2000
/** Milliseconds that commands of other people may hold an import back at each step, so that it ends on a busy site too. */
const maxWait = 100
/** Rows per millisecond at which 100,000 are written in less than a minute. */
const wanted = 2
/** Rows that are written at once beside commands. */
const rowsAtOnce = { min: 20, max: 63 }

export type ImportPace = {
  /** True while only this person gives commands. */
  isAlone(): boolean
  /** `limit`: ms that they may hold this step back. */
  letOthersFirst(limit?: number): Promise<void>
  /**
   * Rows to write at once beside commands of other people. A command waits for all of them, so they are as few as the time for
   * the import allows: one more after each batch that ends behind time, one less after the others.
   */
  rowsAtOnce(): number
  /** So many rows were written. */
  wrote(rows: number): void
}

/** Lets an import give way to the commands of other people. */
export function paceBeside(others: CommandsInProgress, now = () => performance.now()): ImportPace {
  const start = now()
  let written = 0
  let size = Math.round((rowsAtOnce.min + rowsAtOnce.max) / 2)
  return {
    isAlone: () => others.idleFor() > aloneAfter,
    letOthersFirst: (limit = maxWait) => others.wait(limit),
    rowsAtOnce: () => size,
    wrote(rows) {
      written += rows
      const isBehind = written < (now() - start) * wanted
      size = isBehind ? Math.min(size + 1, rowsAtOnce.max) : Math.max(size - 1, rowsAtOnce.min)
    },
  }
}
