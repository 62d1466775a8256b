import { email, nullableText, text } from './fields.ts'

const names = {
  firstName: nullableText(100, { label: 'First name', erased: 'Erased', isFound: true }),
  lastName: nullableText(100, { label: 'Last name', erased: '', isFound: true }),
}
const contact = {
  phone: nullableText(20, { label: 'Phone', isFound: true }),
  address: nullableText(255, { label: 'Address' }),
  city: nullableText(100, { label: 'City' }),
  state: nullableText(50, { label: 'State' }),
  zipCode: nullableText(10, { label: 'ZIP code', isFound: true }),
}

/** Facts that people enter about themselves besides their email address. */
export const profile = { ...names, ...contact }
/** An account, as lists find it; its address has events of its own. */
export const account = { ...names, email: email({ isFound: true }), ...contact }
/** The fields of a new account. */
export const registration = {
  firstName: text(100, { label: 'First name', erased: 'Erased' }),
  lastName: text(100, { label: 'Last name' }),
  email: account.email,
}
