import { centsOf } from './amounts.ts'
import { plainHeading } from './headings.ts'

const paidBack = /^\W*(?:(?:fully )?refunded|full refund|charge ?back|disputed|reversed|returned)/i
const notPaid =
  /^\W*(?:void|cancel|expired|error|incomplete|requires|uncaptured|abandon|unpaid|processing|in progress|on hold|held|hold|blocked|test\b|draft|scheduled|awaiting|nsf|removed|deleted|placed)|\b(?:fail|declin|denied|pending|unsuccessful|rejected|not (?:paid|made|completed?|processed|captured|settled|successful))/i
const isYes = (text: string) => ['yes', 'y', 'true', '1', 'x', 't'].includes(text)
const isNo = (text: string) => ['no', 'n', 'false', '0', 'f'].includes(text)

/** What a cell of a column about the payment says: 'failed', if it brought no money, or 'refunded', if that went back. */
export function paymentOf(heading: string, cell: string): 'failed' | 'refunded' | null {
  const text = cell.trim().toLowerCase()
  const plain = plainHeading(heading)
  if (/(?:cancell?ed|voided|failed|declined)at$/.test(plain)) return /^[1-9]/.test(text) ? 'failed' : null
  if (plain.includes('test')) return isYes(text) || /^test|sandbox/.test(text) ? 'failed' : null
  if (/live|captured|paid$/.test(plain) && isNo(text)) return 'failed'
  if (paidBack.test(text)) return 'refunded'
  return notPaid.test(text) || /^sandbox/.test(text) ? 'failed' : null
}

/**
 * Cents that were refunded of `amount`: '40.00', '-$40.00', 'yes' for all of it. Null: 1 may be a dollar or yes, or it is no
 * amount.
 */
export function refundedCents(cell: string, amount: number): number | null {
  const text = cell.trim().toLowerCase()
  if (text === '' || ['-', 'n/a', 'none', 'null'].includes(text) || isNo(text)) return 0
  if (text === '1' && amount !== 100) return null
  if (isYes(text) || /^(?:fully )?refunded$/.test(text)) return amount
  const cents = centsOf(text)
  return cents === null ? null : Math.abs(cents)
}

/** A number that a spreadsheet shortened: 9.1E+08, or one of more than 15 digits that ends in zeros. */
export const isShortenedId = (id: string): boolean =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id.trim()) || /^\d{15}0{2,}$/.test(id.trim())
