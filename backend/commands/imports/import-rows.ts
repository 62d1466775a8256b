import { z } from 'zod'
import { optionalText, requiredText } from '../../../contract/fields.ts'
import { newTexts } from '../../../contract/record-schemas.ts'
import type { consent } from '../../../records/consent.ts'
import { emailSignup } from '../../../records/email-signups.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import type { Values } from '../../../records/values.ts'
import { availabilities, type volunteer, volunteerDetails } from '../../../records/volunteers.ts'
import { isShortenedId, refundedCents } from '../../domain/imports/payment-cells.ts'
import {
  isOrganization,
  partsOfAddress,
  partsOfName,
  phoneOf,
  stateOf,
  zipNote,
  zipOf,
} from '../../domain/imports/person-cells.ts'
import type { ListedReason } from '../../domain/mail/mail-consent-events.ts'
import { centsOf } from '../../table-files/amounts.ts'
import { donationShape } from './donation-cells.ts'
import { furtherIn, keptShape } from './kept-cells.ts'
import {
  type CellOptions,
  type Cells,
  emailCell,
  type KeptCell,
  moment,
  type RowOptions,
  shortened,
  type WrittenCell,
} from './row-cells.ts'

export type PersonRow = Values<typeof emailSignup> & Values<typeof consent>
export type VolunteerRow = Values<typeof volunteer> & Values<typeof consent>
export type UnsubscribedRow = { email: string; consentAt: string; reason: ListedReason | null }

/** `consentSource`: empty where the file says none, which only people may have who are known already. */
const agreed = (options: CellOptions) => ({
  consentSource: z
    .string()
    .default('')
    .transform((text) => text.trim() || options.consentSource)
    .pipe(optionalText(255).unwrap()),
  consentAt: moment(options).transform(({ at }) => at),
})

const listedReasons = ['bounced', 'complained'] as const satisfies readonly ListedReason[]

const texts = newTexts(volunteerDetails)
const signupTexts = newTexts(emailSignup)

const phoneCell = (schema: typeof texts.phone) =>
  schema.refine((phone) => phone === null || !isShortenedId(phone), shortened)

const shapes = {
  donations: donationShape,
  'email-signups': (options: CellOptions) =>
    z.object({
      ...signupTexts,
      email: emailCell,
      phone: phoneCell(signupTexts.phone),
      ...keptShape,
      ...agreed(options),
    }),
  volunteers: (options: CellOptions) =>
    z.object({
      ...texts,
      email: emailCell,
      phone: phoneCell(texts.phone),
      availability: texts.availability.transform(
        (text) => availabilities.find((known) => known.toLowerCase() === text?.toLowerCase()) ?? text,
      ),
      interests: z
        .string()
        .default('')
        .transform((text) => [...new Set(text.split(/[;|,]/).map((part) => part.trim()))].filter(Boolean))
        .pipe(z.array(requiredText(100)).max(20, 'Use at most 20 interests.')),
      ...keptShape,
      ...agreed(options),
    }),
  'opt-outs': (options: CellOptions) =>
    z.object({
      email: emailCell,
      consentAt: agreed(options).consentAt,
      reason: z
        .string()
        .default('')
        .transform((text) => listedReasons.find((reason) => reason === text) ?? null),
    }),
}

/** Marks of direction and of width, which are copied along with text and seen by no one. */
const marks = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Most cells are this and need no more looking at. */
const isBare = /^[a-z\d](?:[\w .,:;@/+-]*[a-z\d])?$/i

/** Spreadsheets write ="00123" to keep leading zeros, and #N/A where a formula found nothing; some editors write “25”. */
const unwrapped = (cell: string) => (isBare.test(cell) ? cell : withoutMarks(cell))

const withoutMarks = (cell: string) =>
  cell
    .replace(marks, '')
    .trim()
    .replace(/^(?:[\u201c\u201e\u201d]([^\u201c\u201d]*)[\u201c\u201d]|'([^']*)')$/, '$1$2')
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/, '')

/** An apostrophe stands before what would be a formula, and before a number that is to keep its zeros. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=\s*[=+\-@＝＋－＠]|\d)/, '')

/** The cell as an import reads this text. */
export const readCell = (text: string): string => withoutApostrophe(unwrapped(text))

const cardNumber = /^(4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|6(011|5\d\d)\d{12}|3[47]\d{13})$/

/** No card number is ever stored, not even by mistake. */
function isCardNumber(cell: string): boolean {
  if (cell.length < 15) return false
  const digits = cell.replace(/[ -]/g, '')
  if (!cardNumber.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Why no such cell is imported. `column`: its field, or its place. */
function problemWith(cell: string, column: string): string[] {
  if (isCardNumber(cell)) return [`${column}: This looks like a card number. Remove it from the file.`]
  return cell.startsWith('=') ? [`${column}: This is a formula. Paste its value instead.`] : []
}

/** Text that databases and forms write where they have no date. */
const isBlank = (cell: string) => /^(?:-|n\/?a|none|null|never|0000-00-00.*)?$/i.test(cell)

/** `zones`: which zone the headings of columns with dates name. */
type ReaderOptions = RowOptions & { zones: { [field: string]: string } }

/** A row of a refund, which some files write without a sign, and one with a refund alone, without what was given. */
function ofRefundAlone(cells: Cells): Cells {
  const { amount = '', refundedAmount = '', refundedAt = '', createdAt = '', paymentStatus } = cells
  const cents = paymentStatus === 'refund' ? centsOf(amount) : null
  if (cents !== null && cents > 0) return { ...cells, amount: `-${(cents / 100).toFixed(2)}` }
  if (refundedAmount === '' || (amount !== '' && centsOf(amount) !== 0)) return cells
  const refunded = refundedCents(refundedAmount, 0)
  if (refunded === null || refunded === 0) return cells
  return {
    ...cells,
    amount: `-${(refunded / 100).toFixed(2)}`,
    refundedAmount: '',
    createdAt: isBlank(refundedAt) ? createdAt : refundedAt,
  }
}

/** The zeros and letters that a postal address has lost, and its parts if all of them stand in one cell. */
function postal({ address, city, state = '', zipCode, ...cells }: Cells, note: (text: string) => void): Cells {
  const parts = address && !city && !state && !zipCode ? partsOfAddress(address) : null
  if (parts) return { ...cells, ...parts }
  const code = stateOf(state)
  const zip = zipOf(zipCode ?? '', code)
  const marked = zipNote(zipCode ?? '', zip)
  if (marked !== null) note(marked)
  return {
    ...cells,
    ...(address !== undefined && { address }),
    ...(city !== undefined && { city }),
    ...(state !== '' && { state: code }),
    ...(zipCode !== undefined && { zipCode: zip }),
  }
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Several columns in one: a whole name in its parts, both lines of an address, and a day with its time and zone. */
function joined(kind: ImportKind, cells: Cells, { consentAt, now, zones, note }: ReaderOptions & CellOptions) {
  const {
    name,
    address2,
    optOut: _,
    time = '',
    timeZone = '',
    ...rest
  } = kind === 'donations' ? ofRefundAlone(cells) : cells
  const parts = name !== undefined && !rest.firstName ? partsOfName(name) : null
  const address = [rest.address, address2].filter(Boolean).join(', ')
  const written = (field: string, text: string, itsTime = ''): WrittenCell => ({
    text,
    time: itsTime,
    zone: timeZone || (zones[field] ?? (itsTime === '' ? '' : (zones.time ?? ''))),
  })
  const { createdAt = '', refundedAt = '', consentAt: agreed = '', phone, ...others } = rest
  const said: WrittenCell = isBlank(agreed)
    ? { text: consentAt || new Date(now).toISOString(), time: '', zone: '' }
    : written('consentAt', agreed, time)
  const number = phoneOf(phone ?? '')
  if (number !== '' && digitsIn(phone ?? '') >= digitsIn(number) + 7)
    note('This cell has several phone numbers. The first one is imported.')
  return {
    ...postal({ ...others, ...(rest.address !== undefined && { address }) }, note),
    ...parts,
    ...(phone !== undefined && { phone: number }),
    createdAt: written('createdAt', createdAt, time),
    refundedAt: isBlank(refundedAt) ? null : written('refundedAt', refundedAt),
    consentAt: said,
  }
}

const wantNoEmail = 'This person doesn’t want email. Import such people as “People who don’t want email”.'
const wantsEmail = 'This row says that this person gets email. Remove it, or choose “Not imported” for that column.'
const notConfirmed = 'This person hasn’t confirmed that they want email. Remove this row, or ask them to sign up.'

const noGift = 'paymentStatus: This row is a payout, a transfer or a fee, not a gift.'

const organization =
  'name: This looks like an organization. Give the name of a person, in one column or in two, or remove the row.'

/** Why the answer of a row to email does not go with what it is imported as; `said`: see WrittenConsent. */
function wrongConsent(kind: ImportKind, said: string | undefined): string | null {
  if (kind === 'opt-outs') return said === 'yes' ? wantsEmail : null
  if (said === 'no') return wantNoEmail
  // A volunteer may be pending in other ways.
  return said === 'unconfirmed' && kind === 'email-signups' ? notConfirmed : null
}

/** Content of a row, with notes on how it was read, or one reason per wrong cell; neither quotes the row. */
export function createRowReader<Kind extends ImportKind>(kind: Kind, options: ReaderOptions) {
  let notes: string[] = []
  const noting = { ...options, note: (text: string) => void notes.push(text) }
  const shape = shapes[kind](noting)
  return (
    cells: Cells,
    further: readonly KeptCell[],
  ): { details: z.output<typeof shape>; notes?: string[] } | { reasons: string[] } => {
    const given = Object.entries(cells).map(([field, cell]) => [field, unwrapped(cell ?? '')] as const)
    const kept = further.map((cell) => ({ ...cell, text: unwrapped(cell.text) }))
    const problems = [
      ...given.flatMap(([field, cell]) => problemWith(cell, field)),
      ...kept.flatMap(({ place, text }) => problemWith(text, `column ${place}`)),
    ]
    const others = furtherIn(
      kept.map((cell) => ({ ...cell, text: withoutApostrophe(cell.text) })),
      options.day,
    )
    if ('reasons' in others) problems.push(...others.reasons)
    if (problems.length > 0 || 'reasons' in others) return { reasons: problems }
    const clean: Cells = Object.fromEntries(given.map(([field, cell]) => [field, withoutApostrophe(cell)]))
    const wrong = wrongConsent(kind, clean.optOut)
    if (wrong !== null) return { reasons: [wrong] }
    if (clean.paymentStatus === 'other') return { reasons: [noGift] }
    if (!clean.firstName && isOrganization(clean.name ?? '')) return { reasons: [organization] }
    notes = []
    const read = shape.safeParse({ ...joined(kind, clean, noting), ...others })
    if (read.success) return { details: read.data, ...(notes.length > 0 && { notes: [...new Set(notes)] }) }
    return {
      reasons: read.error.issues.map(
        ({ path, message }) => `${path[0] === undefined ? '' : `${String(path[0])}: `}${message}`,
      ),
    }
  }
}
