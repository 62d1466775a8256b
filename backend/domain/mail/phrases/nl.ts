import type { Phrases } from './phrases.ts'

/** Dutch. */
export const nl: Phrases = {
  mailbox: ['gebruiker', 'geadresseerde'],
  absent: ['onbekend', 'bestaat niet'],
  gone: [
    '(?:ontvanger|geadresseerde|postbus|postvak|adres) (?:is )?(?:onbekend|bestaat niet|niet gevonden)',
    'onbekende (?:ontvanger|gebruiker)',
  ],
  full: ['(?:postvak|postbus|mailbox) (?:is |zit )?vol\\b'],
  aboutUs: ['\\bafzender\\b'],
  failureSubject: ['onbestelbaar'],
  failure: ['niet (?:worden )?(?:bezorgd|afgeleverd)'],
  delay: ['\\bnog niet (?:bezorgd|afgeleverd)', '\\bblijft .{0,20}proberen', '\\bvertraagd'],
  absence: ['automatisch antwoord'],
}
