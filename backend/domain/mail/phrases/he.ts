import type { Phrases } from './phrases.ts'

/** Hebrew. */
export const he: Phrases = {
  gone: ['(?:המשתמש|הנמען|התיבה|הכתובת|משתמש|נמען) (?:אינו|אינה|לא) (?:קיים|קיימת|נמצא|נמצאה|מוכר)'],
  aboutUs: ['השולח'],
  absence: ['תשובה אוטומטית', 'מענה אוטומטי'],
}
