import { email, nullableText } from './fields.ts'

/** One per address. */
export const emailSignup = {
  email: email({ isFound: true }),
  firstName: nullableText(100, { label: 'First name', isFound: true }),
}
