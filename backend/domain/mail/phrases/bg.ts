import type { Phrases } from './phrases.ts'

/** Bulgarian. */
export const bg: Phrases = {
  gone: [
    '(?:потребител|получател|адрес|пощенск)\\S* (?:\\S+ )?(?:не съществува|не е намерен)',
    'непознат (?:потребител|получател)',
  ],
  aboutUs: ['podatel', 'изпращач'],
  absence: ['автоматичен отговор'],
}
