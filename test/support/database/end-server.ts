import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../../backend/kernel/database/embedded/alive.ts'
import { runningServer } from '../../../backend/kernel/database/embedded/process.ts'

/**
 * PostgreSQL's immediate shutdown: it removes its segments of shared memory in /dev/shm, which would outlive SIGKILL.
 * Returns the process that is ending; undefined: none is running in this folder.
 */
export function quitServer(folder: string): number | undefined {
  const pid = runningServer(folder)?.pid
  if (pid === undefined || !isAlive(pid)) return undefined
  process.kill(pid, 'SIGQUIT')
  return pid
}

/** Ends what a killed product left running in this folder. */
export async function endServer(folder: string): Promise<void> {
  const pid = quitServer(folder)
  for (let waited = 0; pid !== undefined && isAlive(pid) && waited < 10_000; waited += 20) await delay(20)
}
