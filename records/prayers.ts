import { nullableEmail, nullableText, text } from './fields.ts'

/** The public part of a prayer, which staff may correct. */
export const prayerWords = {
  firstName: text(100, { label: 'Name', erased: 'Erased', isFound: true }),
  location: nullableText(100, { label: 'Location', isFound: true }),
  prayer: text(5000, { label: 'Prayer', erased: '[erased]', isFound: true }),
}

/** The words of a visitor who asks us to pray; everything but the address is published. */
export const prayer = {
  firstName: prayerWords.firstName,
  email: nullableEmail({ isFound: true }),
  location: prayerWords.location,
  prayer: prayerWords.prayer,
}
