import { nullableText } from './fields.ts'

/** Where a person lives. Files may have ZIP+4; a form asks for five digits. */
export const postalAddress = {
  address: nullableText(255, { label: 'Address' }),
  city: nullableText(100, { label: 'City' }),
  state: nullableText(50, { label: 'State' }),
  zipCode: nullableText(20, { label: 'ZIP code', isFound: true }),
}
