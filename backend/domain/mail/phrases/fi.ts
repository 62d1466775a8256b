import type { Phrases } from './phrases.ts'

/** Finnish. */
export const fi: Phrases = {
  gone: ['tuntematon (?:vastaanottaja|käyttäjä)', '(?:käyttäjää|vastaanottajaa) ei löydy'],
  forNow: ['väliaikai'],
  full: ['postilaatikko on täynnä'],
  aboutUs: ['lähettäj'],
  failureSubject: ['ei voitu toimittaa'],
  failure: ['ei voitu toimittaa'],
  absence: ['automaattinen'],
}
