import { email, nullableText, plain, text } from './fields.ts'
import { keptColumns } from './kept-columns.ts'
import { postalAddress } from './postal-addresses.ts'

/** The fields that staff enter. `amount`: cents. */
export const donationEntry = {
  firstName: text(100, { label: 'First name', erased: 'Erased', isFound: true }),
  lastName: text(100, { label: 'Last name', isFound: true }),
  email: email({ isFound: true }),
  amount: plain('count', 'Amount'),
  ...postalAddress,
  occupation: nullableText(100, { label: 'Occupation' }),
  employer: nullableText(100, { label: 'Employer' }),
  /** The number of the payment at its platform. */
  paymentId: nullableText(255, { label: 'Payment ID', isFound: true }),
  isPublic: plain('flag', 'Is public'),
}

/** The fields that have the same name in events, rows, lists and files. */
export const donationDetails = { ...donationEntry, ...keptColumns }

/** A gift as a file has it; rows call its time `createdAt`. */
export const donation = { ...donationDetails, donatedAt: plain('moment', 'Date') }
