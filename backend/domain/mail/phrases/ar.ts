import type { Phrases } from './phrases.ts'

/** Arabic. */
export const ar: Phrases = {
  gone: ['(?:المستخدم|المستلم|العنوان|الحساب) غير (?:موجود|معروف)', 'لا يوجد (?:مستخدم|حساب)'],
  aboutUs: ['المرسل'],
  absence: ['رد تلقائي', 'الرد التلقائي'],
}
