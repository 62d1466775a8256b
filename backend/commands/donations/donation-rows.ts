import { z } from 'zod'
import { campaignClock } from '../../../contract/campaign-event-times.ts'
import { nullableText, requiredEmail, requiredText } from '../../../contract/fields.ts'
import type { DonationCommand } from '../../domain/donations.ts'
import type { DonationFileRow } from './donation-files.ts'

type Donation = DonationCommand['data']
export type DonationDetails = Omit<Donation, 'donationId' | 'subject'>

/** What a row says, or why it is refused. */
export type DonationRow = { line: number } & ({ details: DonationDetails } | { reasons: string[] })

/** Cents; PostgreSQL's largest integer. */
const mostCents = 2_147_483_647

const amount = z.string().transform((text, context) => {
  const [, whole = '', cents = ''] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
  if (whole !== '' && value > 0 && value <= mostCents) return value
  context.addIssue('Use dollars and cents above zero, such as 25 or 12.50.')
  return z.NEVER
})

const localTime =
  /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)|(?<usMonth>\d{1,2})\/(?<usDay>\d{1,2})\/(?<usYear>\d{4}))(?:[T ](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s*(?<half>[AP]M)?)?(?<zone>Z|[+-]\d\d:\d\d)?$/i

/** A time without a zone is that of the campaign, and a day alone is its start. Null for what is neither. */
function instantOf(text: string): Date | null {
  const parts = localTime.exec(text.trim())?.groups
  if (!parts) return null
  const { year = parts.usYear ?? '', hour, minute = '00', second = '00', half, zone } = parts
  const two = (number: string | undefined) => (number ?? '').padStart(2, '0')
  const eventDate = `${year}-${two(parts.month ?? parts.usMonth)}-${two(parts.day ?? parts.usDay)}`
  if (!z.iso.date().safeParse(eventDate).success) return null
  const hours = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour ?? 0)
  const isClock = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12)
  if (!isClock || hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const time = `${two(String(hours))}:${minute}`
  if (zone) {
    const instant = new Date(`${eventDate}T${time}:${second}${zone.toUpperCase()}`)
    return Number.isNaN(instant.getTime()) ? null : instant
  }
  const { startsAt } = campaignClock.spanOf({ eventDate, startTime: time, endTime: null })
  return new Date(startsAt.getTime() + Number(second) * 1000)
}

const earliest = Date.UTC(1970, 0, 1)
const tomorrow = 24 * 3600 * 1000

const yes = ['', 'yes', 'true', '1', 'y']
const no = ['no', 'false', '0', 'n']

/** The cells of a row; `now` because nobody has given in the future. */
const rowShape = (now: Date) => {
  // Most rows of a file share a few days, and time zones are slow.
  const instants = new Map<string, Date | null>()
  return z.strictObject({
    firstName: requiredText(100),
    lastName: requiredText(100),
    email: requiredEmail,
    amount,
    address: nullableText(255),
    city: nullableText(100),
    state: nullableText(50),
    zipCode: nullableText(20),
    occupation: nullableText(100),
    employer: nullableText(100),
    paymentId: nullableText(255),
    isPublic: z
      .string()
      .default('')
      .transform((text) => text.trim().toLowerCase())
      .refine((text) => [...yes, ...no].includes(text), 'Use yes or no.')
      .transform((text) => yes.includes(text)),
    createdAt: z.string().transform((text, context) => {
      const instant = instants.get(text) ?? instantOf(text)
      instants.set(text, instant)
      if (instant && instant.getTime() >= earliest && instant.getTime() < now.getTime() + tomorrow)
        return instant.toISOString()
      context.addIssue(
        instant ? 'This day is in the future or before 1970.' : 'Use a day such as 2026-03-01 or 3/1/2026.',
      )
      return z.NEVER
    }),
  })
}

/** Spreadsheets write ="00123" to keep leading zeros, and an apostrophe before what would be a formula. */
const unwrapped = (cell: string) =>
  cell
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[=+\-@])/, '')

const cardNumber = /^(4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|6(011|5\d\d)\d{12}|3[47]\d{13})$/

/** Nobody's card number is ever stored, not even by mistake. */
function isCardNumber(cell: string): boolean {
  const digits = cell.replace(/[ -]/g, '')
  if (!cardNumber.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

type RowShape = ReturnType<typeof rowShape>

function readRow({ line, cells }: DonationFileRow, shape: RowShape): DonationRow {
  const clean = Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, unwrapped(cell)]))
  const reasons = Object.entries(clean).flatMap(([column, cell]) => {
    if (isCardNumber(cell)) return [`${column}: This looks like a card number. Remove it from the file.`]
    return cell.startsWith('=') ? [`${column}: This is a formula. Paste its value instead.`] : []
  })
  if (reasons.length > 0) return { line, reasons }
  const read = shape.safeParse(clean)
  if (!read.success)
    return { line, reasons: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const { createdAt: donatedAt, ...details } = read.data
  return { line, details: { ...details, donatedAt } }
}

/** Each row as a donation, or one reason per wrong cell; the reasons never quote the row. */
export function readDonationRows(rows: readonly DonationFileRow[], now: Date): DonationRow[] {
  const shape = rowShape(now)
  return rows.map((row) => readRow(row, shape))
}
