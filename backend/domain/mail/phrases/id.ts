import type { Phrases } from './phrases.ts'

/** Indonesian and Malay. */
export const id: Phrases = {
  gone: ['(?:pengguna|penerima|alamat|akun|akaun) tidak (?:ditemukan|dikenal|ada|wujud)'],
  aboutUs: ['pengirim'],
  absence: ['balasan otomatis'],
}
