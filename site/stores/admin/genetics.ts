import { atom } from 'nanostores'
import type { evolvePopulation } from '../../../contract/page-variations.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'

export const $isEvolving = atom(false)

/** Evolves the population without waiting for more visits. */
export async function forceEvolution(): Promise<void> {
  if ($isEvolving.get()) return
  $isEvolving.set(true)
  try {
    await call<typeof evolvePopulation>('POST', '/api/genetic-test/evolve')
    showToast(messages.genetics.evolved)
  } catch (error) {
    showError(explain(messages.genetics.failed, error))
  }
  $isEvolving.set(false)
}
