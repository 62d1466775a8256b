import type { ItemRecord } from './fields.ts'
import { origin } from './origins.ts'

/** The headings of an item in a file: a group has one for each of its parts. */
const headingsOf = (item: ItemRecord): string[] =>
  Object.values(item).flatMap((field) =>
    field.form === 'group' ? Object.values(field.parts).map(({ label }) => `${field.label}: ${label}`) : [field.label],
  )

/** Of every file of people: what is known about the mail they get. */
export const consentHeadings = { consent: 'Email consent', reason: 'Consent reason', since: 'Consent since' }

/** The part of a person's ZIP code that lies in the district. */
export const districtHeading = 'District share'

/** Headings of our own files that no import reads: numbers of rows, and what the program works out. */
export const workedOut = ['Id', districtHeading, 'Skill match', 'Signed up at', 'Applied at', ...headingsOf(origin)]
