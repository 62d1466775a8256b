import type { Phrases } from './phrases.ts'

/** Thai. */
export const th: Phrases = {
  gone: ['ไม่พบ(?:ผู้ใช้|ผู้รับ|ที่อยู่|บัญชี)', 'ไม่มี(?:ผู้ใช้|ผู้รับ)นี้'],
  aboutUs: ['ผู้ส่ง'],
  absence: ['การตอบกลับอัตโนมัติ', 'ตอบกลับอัตโนมัติ'],
}
