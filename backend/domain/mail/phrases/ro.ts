import type { Phrases } from './phrases.ts'

/** Romanian. */
export const ro: Phrases = {
  gone: ['(?:utilizator|destinatar|adres[ăa]|cont)\\S* (?:necunoscut|inexistent|nu exist[ăa])'],
  full: ['cutia poștală este plină'],
  aboutUs: ['expeditor'],
  absence: ['r[ăa]spuns automat'],
}
