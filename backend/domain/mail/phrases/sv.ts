import type { Phrases } from './phrases.ts'

/** Swedish. */
export const sv: Phrases = {
  gone: ['okänd (?:mottagare|användare|adress)', '(?:mottagaren|användaren|adressen|kontot) (?:finns inte|är okänd)'],
  forNow: ['tillfällig'],
  full: ['(?:brevlådan|postlåda) är full'],
  aboutUs: ['avsändare'],
  failureSubject: ['olevererbart', 'kunde inte levereras'],
  failure: ['kunde inte levereras'],
  delay: ['försena', 'fortsätter att försöka'],
  absence: ['autosvar', 'automatiskt? svar'],
}
