import type { Phrases } from './phrases.ts'

/** Italian. */
export const it: Phrases = {
  mailbox: ['utente', 'casella'],
  absent: ['sconosciut[oa]', 'non esiste'],
  missing: ['nessuna?'],
  gone: [
    '(?:utente|casella|destinatario|indirizzo|account|dominio)(?: [\\w-]+){0,2} (?:inesistente|non (?:esiste|esistente|trovat[oa]|valid[oa]))',
  ],
  full: ['\\bcasella .{0,20}piena\\b', 'quota (?:superata|esaurita)', 'oltre (?:la )?quota'],
  aboutUs: ['\\bmittente\\b'],
  failureSubject: ['non recapitabile', 'mancato recapito'],
  failure: ['non pu[oò] essere recapitat'],
  delay: ['\\bin ritardo'],
  absence: ['risposta automatica'],
}
