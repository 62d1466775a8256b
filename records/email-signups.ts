import { email, nullableText } from './fields.ts'
import { postalAddress } from './postal-addresses.ts'

/** One per address. */
export const emailSignup = {
  email: email({ isFound: true }),
  firstName: nullableText(100, { label: 'First name', isFound: true }),
  lastName: nullableText(100, { label: 'Last name', isFound: true }),
  phone: nullableText(20, { label: 'Phone', isFound: true }),
  ...postalAddress,
}

const { email: address, firstName, lastName, zipCode } = emailSignup

/** The fields that the form asks for. */
export const signupForm = { email: address, firstName, lastName, zipCode }
