import type { Phrases } from './phrases.ts'

/** Croatian, Serbian and Slovenian. */
export const hr: Phrases = {
  gone: [
    '(?:korisnik|primatelj|primalac|adresa|račun) (?:ne postoji|nije pronađen|nepoznat)',
    'nepoznat(?:i)? (?:korisnik|primatelj|primalac)',
  ],
  aboutUs: ['pošiljatelj', 'pošiljalac'],
  absence: ['automatski odgovor', 'samodejni odgovor'],
}
