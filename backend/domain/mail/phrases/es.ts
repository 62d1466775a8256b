import type { Phrases } from './phrases.ts'

/** Spanish. */
export const es: Phrases = {
  mailbox: ['destinatario', 'persona', 'usuario', 'direcci[oó]n(?: de correo)?', 'cuenta(?: de correo)?', 'buz[oó]n'],
  absent: ['no existe', 'no (?:fue )?encontrad[oa]', 'inexistente', 'desconocid[oa]'],
  missing: ['no existe'],
  full: [
    '\\bbuz[oó]n (?:de correo )?(?:est[aá] )?lleno\\b',
    'cuota (?:excedida|superada)',
    '(?:excedid|superad)[oa] (?:de |la )*cuota',
  ],
  aboutUs: ['\\bremitente\\b', '\\bpol[ií]tica\\b', '\\bno deseado\\b'],
  failureSubject: ['no se puede entregar'],
  failure: ['no se (?:pudo|puede|ha podido) entregar'],
  delay: ['\\bse seguirá intentando', '\\bseguirá intentándo', '\\bretras(?:o|ad)'],
  absence: ['respuesta autom[áa]tica', 'fuera de (?:la )?oficina'],
}
