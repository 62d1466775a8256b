import type { Phrases } from './phrases.ts'

/** Turkish. */
export const tr: Phrases = {
  gone: ['(?:kullanıcı|alıcı|posta kutusu|adres)(?: adı)? (?:bulunamadı|mevcut değil|yok)'],
  forNow: ['geçici'],
  full: ['kutusu dolu'],
  aboutUs: ['gönderen'],
  failureSubject: ['teslim edilemedi'],
  failure: ['teslim edilemedi'],
  delay: ['yeniden denen', 'gecik'],
  absence: ['otomatik yanıt'],
}
