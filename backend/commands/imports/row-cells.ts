import { z } from 'zod'
import { requiredEmail } from '../../../contract/fields.ts'
import { pastedAddress } from '../../domain/imports/person-cells.ts'
import { addressesIn } from '../../table-files/delimited-rows.ts'
import { importMoment } from './import-moments.ts'

/** `day`: on which the list is imported. */
export type RowOptions = {
  day: string
  isDayFirst: boolean
  isMixed: boolean
  consentSource: string
  consentAt: string
  now: number
}
/** `note`: takes a sentence about how a cell was read, where staff may think otherwise. */
export type CellOptions = RowOptions & { note(text: string): void }
export type Cells = { [field: string]: string | undefined }
/** A cell that no field takes. `place`: of its column. */
export type KeptCell = { place: number; heading: string; text: string }
/** A cell with a day or time; `time` and `zone`: from other columns, or from its heading. */
export type WrittenCell = { text: string; time: string; zone: string }

/** A name in quotation marks may be an address, too. */
const isSeveral = (text: string) =>
  text.indexOf('@') !== text.lastIndexOf('@') &&
  (several.test(text) || (!/^\s*"/.test(text) && new Set(addressesIn(text.toLowerCase())).size > 1))
/** Each part can end in one place only, or a cell of blanks would take seconds. */
const several = /^\S[^\s@]*@\S+\.\w+[>)]?(?:\s+(?!\s)|\s*(?:[;,|]|:::)\s*(?!\s)|\s+and\s+(?!\s)).*@/i

/** MD5, SHA-1, SHA-256 or SHA-512 in hexadecimal digits. */
export const isHash = (cell: string): boolean =>
  /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/i.test(cell.trim())

export const hashed =
  'This file has hashes instead of email addresses, and no one can turn them back. Download the list with plain addresses.'

const isDomain = (cell: string) => /^@?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(cell.trim())

/** Contacts have several addresses in one cell, and which of them is meant is not for us to say. */
const email = z
  .string()
  .transform(pastedAddress)
  .refine((text) => !isHash(text), { error: hashed, abort: true })
  .refine((text) => text.length > 1000 || !isDomain(text), {
    error: 'This is a domain, not an address. List the addresses of its people.',
    abort: true,
  })
  .refine((text) => text.length > 1000 || !isSeveral(text), {
    error: 'This cell has several addresses. Give each person a row with one address.',
    abort: true,
  })
  .pipe(requiredEmail)

export const emailCell = email

/** Advice about a number such as 9.2E+08. */
export const shortened =
  'Your spreadsheet shortened this number. Download the file again and import it without opening it first.'

const written = z.object({ text: z.string(), time: z.string(), zone: z.string() })

/** Characters of a day with its time. */
const longestMoment = 200

/** A time without a zone is that of the campaign, and a day alone is its start. */
export const moment = ({ isDayFirst, isMixed, now, note }: CellOptions) =>
  written.transform(({ text, time, zone }, context) => {
    // Patterns of days would take long for a text that is none.
    const read = importMoment(text.length > longestMoment ? '' : text, { isDayFirst, isMixed, now, time, zone })
    if (typeof read !== 'string') {
      if (read.note !== undefined) note(read.note)
      return read
    }
    context.addIssue(read)
    return z.NEVER
  })
