import type { Phrases } from './phrases.ts'

/** German. */
export const de: Phrases = {
  mailbox: ['empfänger(?:adresse)?', '(?:e-?mail-?)?adresse', 'benutzer(?:name|konto)?', 'postfach'],
  absent: ['existiert nicht', '(?:wurde )?nicht (?:gefunden|bekannt|vorhanden)', '(?:ist )?(?:unbekannt|ungültig)'],
  missing: ['unbekannte[rs]?', 'ungültige[rs]?', 'kein(?:e|en)?(?: solche[rsn]?)?'],
  full: [
    '\\b(?:mailbox|postfach)(?: ist)? voll\\b',
    '(?:postfach|mailbox|konto) (?:ist )?überfüllt',
    'kontingent .{0,20}überschritten',
  ],
  aboutUs: ['\\babsender', '\\brichtlinie', '\\bblockiert\\b', '\\bip-adresse\\b'],
  failureSubject: ['unzustellbar', 'nicht zugestellt', 'zustellung fehlgeschlagen', 'fehler bei der zustellung'],
  failure: ['unzustellbar', 'nicht zugestellt', 'konnte .{0,80}nicht .{0,40}(?:zugestellt|ausgeliefert)'],
  delay: ['\\bverzögert', '\\bweitere zustellversuche', '\\bnoch nicht zugestellt', '\\bversucht es weiter'],
  absence: ['automatische antwort', 'abwesenheit'],
}
