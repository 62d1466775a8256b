import type { WritableAtom } from 'nanostores'
import { explain } from '../lib/api.ts'
import type { Message } from '../lib/messages.ts'
import { showError } from './toasts.ts'

/** Runs one task at a time, so a double click counts once, and shows a failure. Returns true on success. */
export async function runExclusively(
  $isBusy: WritableAtom<boolean>,
  failed: Message,
  work: () => Promise<void>,
): Promise<boolean> {
  if ($isBusy.get()) return false
  $isBusy.set(true)
  try {
    await work()
    return true
  } catch (error) {
    showError(explain(failed, error))
    return false
  } finally {
    $isBusy.set(false)
  }
}
