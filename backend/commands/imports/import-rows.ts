import { z } from 'zod'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { nullableText, requiredEmail, requiredText } from '../../../contract/fields.ts'
import type { ImportKind } from '../../../contract/import-fields.ts'
import { availabilities } from '../../../contract/volunteers.ts'
import type { DonationDetails } from '../../domain/donations.ts'
import { centsOf } from '../../domain/imports/amounts.ts'
import { failedPayment, isShortenedId, partsOfName } from '../../domain/imports/headings.ts'
import { writtenMoment } from '../../domain/imports/moments.ts'

export type RowOptions = { isDayFirst: boolean; consentSource: string; consentAt: string; now: number }
export type Cells = { [field: string]: string | undefined }
/** The cell `optOut` of a person who said no, whatever words their row has for it. */
export const saidNo = 'no'

/** `amount`: cents, below zero for a refund. `day`: of the gift, as the file says it. */
export type DonationRow = DonationDetails & { day: string; refundedAt: string | null }
export type PersonRow = { email: string; firstName: string | null; consentSource: string; consentAt: string }
export type VolunteerRow = {
  email: string
  firstName: string
  lastName: string
  phone: string | null
  skills: string | null
  availability: string | null
  interests: string[]
  consentSource: string
  consentAt: string
}
export type UnsubscribedRow = { email: string; consentAt: string }

const earliest = Date.UTC(1970, 0, 1)
const tomorrow = 24 * 3600 * 1000

/** Time zones are slow, and most rows share a few minutes. */
const instants = new Map<string, number>()

function instantOf(wall: string): number {
  const minute = wall.slice(0, 16)
  const seconds = Number(wall.slice(17, 19)) * 1000
  const known = instants.get(minute)
  if (known !== undefined) return known + seconds
  const [eventDate = '', startTime = ''] = minute.split('T')
  const instant = campaignClock.spanOf({ eventDate, startTime, endTime: null }).startsAt.getTime()
  if (instants.size > 20_000) instants.clear()
  instants.set(minute, instant)
  return instant + seconds
}

/** A time without a zone is that of the campaign, and a day alone is its start. */
const moment = ({ isDayFirst, now }: RowOptions) =>
  z.string().transform((text, context) => {
    const written = writtenMoment(text, { isDayFirst })
    const instant =
      written &&
      (written.offset === null ? instantOf(written.wall) : Date.parse(`${written.wall}Z`) - written.offset * 60_000)
    if (written && instant !== null && instant >= earliest && instant < now + tomorrow)
      return { at: new Date(instant).toISOString(), day: written.wall.slice(0, 10) }
    const example = isDayFirst ? '2026-03-01 or 1/3/2026' : '2026-03-01 or 3/1/2026'
    context.addIssue(written ? 'This day is in the future or before 1970.' : `Use a day such as ${example}.`)
    return z.NEVER
  })

/** Cents; PostgreSQL's largest integer. */
const mostCents = 2_147_483_647

const amount = z.string().transform((text, context) => {
  const cents = centsOf(text)
  if (cents !== null && cents !== 0 && Math.abs(cents) <= mostCents) return cents
  context.addIssue('Use dollars and cents above zero, such as 25 or 12.50; a refund is below zero.')
  return z.NEVER
})

const paymentId = nullableText(255).refine((id) => id === null || !isShortenedId(id), {
  error: 'Your spreadsheet shortened this number. Download the file again and import it without opening it first.',
})

const yes = ['', 'yes', 'true', '1', 'y']
const no = ['no', 'false', '0', 'n']

const names = { firstName: requiredText(100), lastName: requiredText(100), email: requiredEmail }

const shapes = {
  donations: (options: RowOptions) =>
    z
      .object({
        ...names,
        amount,
        address: nullableText(255),
        city: nullableText(100),
        state: nullableText(50),
        zipCode: nullableText(20),
        occupation: nullableText(100),
        employer: nullableText(100),
        paymentId,
        isPublic: z
          .string()
          .default('')
          .transform((text) => text.trim().toLowerCase())
          .refine((text) => [...yes, ...no].includes(text), 'Use yes or no.')
          .transform((text) => yes.includes(text)),
        createdAt: moment(options),
        paymentStatus: z.string().default(''),
        refundedAt: z.union([z.literal('').transform(() => null), moment(options)]).default(null),
      })
      .refine(
        // A refund says so in the same words.
        ({ paymentStatus, refundedAt, amount }) => refundedAt !== null || amount < 0 || !failedPayment(paymentStatus),
        {
          path: ['paymentStatus'],
          error: 'This payment was not made, or was paid back. A refund needs its date, or an amount below zero.',
        },
      )
      .transform(
        ({ createdAt, refundedAt, paymentStatus: _, ...row }): DonationRow => ({
          ...row,
          donatedAt: createdAt.at,
          day: createdAt.day,
          refundedAt: refundedAt?.at ?? null,
        }),
      ),
  'email-signups': (options: RowOptions) =>
    z.object({ email: requiredEmail, firstName: nullableText(100), ...consent(options) }),
  volunteers: (options: RowOptions) =>
    z.object({
      ...names,
      phone: nullableText(20),
      skills: nullableText(5000),
      availability: nullableText(50).transform(
        (text) => availabilities.find((known) => known.toLowerCase() === text?.toLowerCase()) ?? text,
      ),
      interests: z
        .string()
        .default('')
        .transform((text) => [...new Set(text.split(/[;|,]/).map((part) => part.trim()))].filter(Boolean))
        .pipe(z.array(requiredText(100)).max(20, 'Use at most 20 interests.')),
      ...consent(options),
    }),
  'opt-outs': (options: RowOptions) =>
    z.object({
      email: requiredEmail,
      consentAt: consent(options).consentAt,
    }),
}

const consent = (options: RowOptions) => ({
  consentSource: z
    .string()
    .default('')
    .transform((text) => text.trim() || options.consentSource)
    .pipe(requiredText(255)),
  consentAt: z
    .string()
    .default('')
    .transform((text) => text.trim() || options.consentAt || new Date(options.now).toISOString())
    .pipe(moment(options))
    .transform(({ at }) => at),
})

/** Spreadsheets write ="00123" to keep leading zeros, and an apostrophe before what would be a formula. */
const unwrapped = (cell: string) =>
  cell
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')

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

/** Two columns in one: a whole name in its parts, and both lines of an address. */
function joined(kind: ImportKind, cells: Cells): Cells {
  const { name, address2, optOut: _, ...rest } = cells
  const parts = name && !rest.firstName?.trim() ? partsOfName(name) : null
  const address = [rest.address, address2]
    .map((line) => line?.trim())
    .filter(Boolean)
    .join(', ')
  return {
    ...rest,
    ...(parts && { firstName: parts.firstName, ...(kind !== 'email-signups' && { lastName: parts.lastName }) }),
    ...(rest.address !== undefined && { address }),
  }
}

/** What a row says, or one reason per wrong cell; the reasons never quote the row. */
export function createRowReader<Kind extends ImportKind>(kind: Kind, options: RowOptions) {
  const shape = shapes[kind](options)
  return (cells: Cells): { details: z.output<typeof shape> } | { reasons: string[] } => {
    const clean = Object.fromEntries(Object.entries(cells).map(([field, cell]) => [field, unwrapped(cell ?? '')]))
    const problems = Object.entries(clean).flatMap(([field, cell]) => {
      if (isCardNumber(cell)) return [`${field}: This looks like a card number. Remove it from the file.`]
      return cell.startsWith('=') ? [`${field}: This is a formula. Paste its value instead.`] : []
    })
    if (problems.length > 0) return { reasons: problems }
    if (clean.optOut === saidNo)
      return { reasons: ['This person doesn’t want email. Import such people as “People who don’t want email”.'] }
    const read = shape.safeParse(joined(kind, clean))
    if (read.success) return { details: read.data }
    return { reasons: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  }
}
