import type { Phrases } from './phrases.ts'

/** French. */
export const fr: Phrases = {
  mailbox: ['destinataire', 'utilisateur', 'compte', 'bo[iî]te(?: aux lettres| du destinataire)?'],
  absent: ["(?:[^ ]+ ){0,4}n'existe pas", '(?:est )?(?:inconnue?|introuvable|inexistante?|archiv[ée]e?)'],
  missing: ['aucune?'],
  full: ['\\bbo[iî]te .{0,30}pleine\\b', '\\bsaturée?\\b', 'quota dépassé'],
  aboutUs: ['\\bexp[eé]diteur', '\\bpolitique\\b', '\\bbloqu[eé]', '\\bind[eé]sirable\\b', '\\bauthentifi'],
  rejected: ['\\b(?:messages?|e-?mails?|mails?) (?:was |were |is |are |has been )?rejet[eé]'],
  failureSubject: ['non[ -]remi[st]'],
  failure: ["n'a pas pu"],
  delay: ['\\bretard de', '\\bnouvelles tentatives'],
  absence: ['r[ée]ponse automatique', 'absence'],
}
