import type { Phrases } from './phrases.ts'

/** Polish. */
export const pl: Phrases = {
  gone: [
    'nie ma (?:takiego|takiej) (?:użytkownika|konta|adresu|adresata|skrzynki|odbiorcy)',
    '(?:konto|skrzynka|użytkownik|adresat|adres|odbiorca)(?: pocztow[ae])? (?:nie istnieje|nieznan[ya])',
    'nieznany (?:użytkownik|adresat|odbiorca)',
  ],
  forNow: ['tymczasow'],
  full: ['skrzynka\\S*(?: \\S+)? (?:jest )?(?:przepełniona|pełna)'],
  aboutUs: ['nadawc'],
  failureSubject: ['niedostarcz'],
  failure: ['nie (?:udało się|można|mogła?) .{0,40}dostarcz'],
  delay: ['opóźnion', 'kolejn\\S+ prób', 'próby będą kontynuowane'],
  absence: ['automatyczna odpowied'],
}
