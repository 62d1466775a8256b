import type { Outcome } from './outcomes.ts'
import type { Part } from './tiers.ts'

/** With more failed files than this, chance is not the cause. */
const maxFailed = 5

/**
 * Runs the failed files of one part once more, alone; the files that passed then, or the reason why the part stays failed.
 * `run` runs a command and says whether it ended with 0.
 */
export function repeat(
  { again, env }: Pick<Part, 'again' | 'env'>,
  { failed, crashed }: Outcome,
  run: (command: readonly string[], env: object) => boolean,
): { flaky: string[] } | { reason: string } {
  if (!again) return { reason: 'it is never run again' }
  if (crashed || failed.length === 0) return { reason: 'it ended for another reason than failed tests' }
  if (failed.length > maxFailed) return { reason: `${failed.length} files failed` }
  return run(again(failed), env ?? {}) ? { flaky: failed } : { reason: 'it failed again' }
}
