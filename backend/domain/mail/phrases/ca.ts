import type { Phrases } from './phrases.ts'

/** Catalan. */
export const ca: Phrases = {
  absence: ['resposta automàtica'],
}
