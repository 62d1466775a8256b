import type { Phrases } from './phrases.ts'

/** Portuguese. */
export const pt: Phrases = {
  mailbox: ['usuário'],
  absent: ['desconhecid[oa]', 'n[aã]o existe'],
  gone: [
    '(?:caixa postal|usu[aá]rio|destinat[aá]rio|conta|endere[cç]o)(?: de e?-?mail)? (?:n[aã]o (?:existe|encontrad[oa])|inexistente|desconhecid[oa])',
  ],
  full: ['\\bcaixa .{0,20}cheia\\b', 'cota excedida'],
  aboutUs: ['\\bremetente\\b'],
  failureSubject: ['n[aã]o (?:foi|[ée]) poss[ií]vel entregar'],
  absence: ['resposta autom[áa]tica'],
}
