import { email, text } from './fields.ts'
import { postalAddress } from './postal-addresses.ts'

/** A person who registers for an event. */
export const guest = {
  name: text(100, { label: 'Name', erased: 'Erased', isFound: true }),
  email: email({ isFound: true }),
  zipCode: postalAddress.zipCode,
}
