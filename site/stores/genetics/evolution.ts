import { atom } from 'nanostores'
import type { evolvePopulation } from '../../../contract/page-variations.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'

/** The result of the last requested evolution. */
export type Evolution =
  | { status: 'idle' | 'evolving' }
  | { status: 'evolved'; generation: number; warning: string | null }
  | { status: 'failed'; sentence: string | null }

export const $evolution = atom<Evolution>({ status: 'idle' })

/** Evolves the population without waiting for more visits. */
export async function evolve(): Promise<Evolution> {
  if ($evolution.get().status === 'evolving') return $evolution.get()
  $evolution.set({ status: 'evolving' })
  try {
    const { generation, warning } = await call<typeof evolvePopulation>('POST', '/api/genetic-test/evolve')
    $evolution.set({ status: 'evolved', generation, warning })
  } catch (error) {
    $evolution.set({ status: 'failed', sentence: sentenceOf(error) })
  }
  return $evolution.get()
}

/** The same for the console, which shows the result in a toast. */
export async function forceEvolution(): Promise<void> {
  if ($evolution.get().status === 'evolving') return
  const { evolved, failed } = messages.genetics
  const outcome = await evolve()
  if (outcome.status === 'evolved') showToast({ ...evolved, ...(outcome.warning && { description: outcome.warning }) })
  else if (outcome.status === 'failed')
    showError({ ...failed, ...(outcome.sentence && { description: outcome.sentence }) })
}
