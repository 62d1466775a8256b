import type { Phrases } from './phrases.ts'

/** Ukrainian. */
export const uk: Phrases = {
  gone: ['(?:користувач|одержувач|скриньк)\\S{0,3} не (?:знайден|існує)'],
  forNow: ['тимчасов'],
  full: ['переповнен'],
  aboutUs: ['відправник'],
  failureSubject: ['не вдалося доставити'],
  failure: ['не вдалося доставити'],
  absence: ['автовідповідь'],
}
