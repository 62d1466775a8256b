import type { Phrases } from './phrases.ts'

/** Danish. */
export const da: Phrases = {
  gone: [
    'ukendt (?:modtager|bruger|adress)',
    '(?:modtageren|brugeren|adressen|kontoen) (?:findes ikke|eksisterer ikke|er ukendt)',
  ],
  forNow: ['midlertidig'],
  full: ['(?:postkassen|indbakken) er (?:fuld|full)'],
  aboutUs: ['afsender'],
  failureSubject: ['kan ikke leveres'],
  failure: ['kunne ikke leveres'],
  delay: ['forsinke'],
  absence: ['autosvar', 'automatisk svar'],
}
