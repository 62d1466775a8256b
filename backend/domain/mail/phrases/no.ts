import type { Phrases } from './phrases.ts'

/** Norwegian. */
export const no: Phrases = {
  gone: [
    'ukjent (?:mottaker|bruker|adress)',
    '(?:mottakeren|brukeren|adressen|kontoen) (?:finnes ikke|eksisterer ikke|er ukjent)',
  ],
  forNow: ['midlertidig'],
  full: ['postboksen er full'],
  aboutUs: ['avsender'],
  failureSubject: ['ikke levert', 'kan ikke leveres'],
  failure: ['kunne ikke leveres'],
  delay: ['forsinke'],
  absence: ['autosvar', 'automatisk svar'],
}
