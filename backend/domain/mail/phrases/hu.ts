import type { Phrases } from './phrases.ts'

/** Hungarian. */
export const hu: Phrases = {
  gone: ['ismeretlen (?:felhasználó|címzett)', '(?:felhasználó|címzett|postafiók) nem létezik'],
  forNow: ['átmeneti'],
  full: ['a postafiók megtelt'],
  aboutUs: ['feladó'],
  failureSubject: ['kézbesíthetetlen'],
  failure: ['nem kézbesíthet'],
  delay: ['tovább próbálkoz', 'késlelt'],
  absence: ['automatikus válasz'],
}
