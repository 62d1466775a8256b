import { nullableEmail, nullableText, text } from './fields.ts'

/** The words of a visitor who asks us to pray; everything but the address is published. */
export const prayer = {
  firstName: text(100, { label: 'Name', erased: 'Erased', isFound: true }),
  email: nullableEmail({ isFound: true }),
  location: nullableText(100, { label: 'Location', isFound: true }),
  prayer: text(5000, { label: 'Prayer', erased: '[erased]', isFound: true }),
}
