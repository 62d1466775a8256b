import { email, nullableText } from './fields.ts'
import { keptColumns } from './kept-columns.ts'
import { postalAddress } from './postal-addresses.ts'

/** The fields that people and staff enter. */
export const signupDetails = {
  email: email({ isFound: true }),
  firstName: nullableText(100, { label: 'First name', isFound: true }),
  lastName: nullableText(100, { label: 'Last name', isFound: true }),
  phone: nullableText(20, { label: 'Phone', isFound: true }),
  ...postalAddress,
}

/** One per address. */
export const emailSignup = { ...signupDetails, ...keptColumns }

const { email: address, firstName, lastName, zipCode } = signupDetails

/** The fields that the form asks for. */
export const signupForm = { email: address, firstName, lastName, zipCode }
