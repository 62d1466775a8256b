import type { WritableAtom } from 'nanostores'
import { explain } from '../lib/api.ts'
import type { Message } from '../lib/messages.ts'
import { showError } from './toasts.ts'

/** Does one thing at a time, so that a double click asks once; a failure is shown. True when it was done. */
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
