import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a command of a part in the project's folder, with its output here; true if it ends with 0. */
export function runPart(part: string, [program = '', ...words]: readonly string[], env: object = {}): boolean {
  const { status } = spawnSync(program, words, {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    stdio: 'inherit',
    env: { ...process.env, ...env, TEST_PART: part },
  })
  return status === 0
}
