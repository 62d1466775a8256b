import { email, nullableText, text, texts } from './fields.ts'
import { keptColumns } from './kept-columns.ts'
import { postalAddress } from './postal-addresses.ts'

/** When volunteers have time, as the form asks. */
export const availabilities = ['Weekdays', 'Weekends', 'Evenings', 'Flexible'] as const

/** The fields that applicants and staff enter. */
const entered = {
  firstName: text(100, { label: 'First name', erased: 'Erased', isFound: true }),
  lastName: text(100, { label: 'Last name', isFound: true }),
  email: email({ isFound: true }),
  phone: nullableText(20, { label: 'Phone', isFound: true }),
  ...postalAddress,
  skills: nullableText(5000, { label: 'Skills', isFound: true }),
  /** One of the form's options, or the words of an imported file. */
  availability: nullableText(50, { label: 'Availability' }),
}

/** The details of an application that a correction or a file may change. */
export const volunteerDetails = { ...entered, ...keptColumns }

const { address: _, city: __, state: ___, ...asked } = entered

/** The details that the form asks for. */
export const volunteerForm = asked

/** The interests stay as the applicant chose them, and may be ones that the form no longer offers. */
const interests = texts(100, { label: 'Interests', maxTexts: 100 })
export const volunteer = { ...volunteerDetails, interests }
export const volunteerEntry = { ...entered, interests }
