import type { Phrases } from './phrases.ts'

/** Czech and Slovak. */
export const cs: Phrases = {
  gone: [
    '(?:neznám[ýy]|neexistujúci|neexistující) (?:uživatel|používateľ|adresát|příjemce)',
    '(?:uživatel|schránka|adresát|příjemce|používateľ) (?:neexistuje|nenalezen|nebyl nalezen)',
  ],
  forNow: ['dočasn'],
  full: ['schránka\\S*(?: \\S+)? (?:je )?plná'],
  aboutUs: ['odes[ií]latel'],
  failureSubject: ['nedoručiteln', 'nedoručen'],
  failure: ['nemohla? být doruč'],
  delay: ['zpoždění'],
  absence: ['automatická odpov'],
}
