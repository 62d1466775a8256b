import { plainHeading } from '../../../records/kept-columns.ts'
import { centsOf } from '../../table-files/amounts.ts'

const paidBack = /^\W*(?:(?:fully )?refunded|full refund|charge ?back|charged back|reversed|returned)/i
const partlyBack = /\bpartial(?:ly)?[ _-]?refund/i
const notPaid =
  /^\W*(?:void|disput|authori[sz]ed$|cancel|expired|error|incomplete|requires|uncaptured|abandon|unpaid|processing|in progress|on hold|held|hold|blocked|test\b|draft|scheduled|awaiting|nsf|removed|deleted|placed|pledged?\b|closed lost|prospect|withdrawn|refused)|\b(?:fail|declin|denied|pending|unsuccessful|rejected|not (?:paid|made|completed?|processed|captured|settled|successful))/i
const isYes = (text: string) => ['yes', 'y', 'true', '1', 'x', 't'].includes(text)
const isNo = (text: string) => ['no', 'n', 'false', '0', 'f'].includes(text)

/** A column with what each row is, such as a payment, a refund or a payout. */
const isOfKinds = (plain: string) =>
  /^(?:transaction|record|row|entry|event|ledger|activity|payment|contribution|donation|gift)?(?:type|kind)$/.test(
    plain,
  ) || plain === 'reportingcategory'

const moneyBack = /\b(?:refund(?:s|ed)?|charge ?backs?|disputes?|reversals?|reversed|returns?|returned|voids?|voided)\b/
const notBack = /\b(?:fees?|won|fail(?:ed|ure)|reinstated|cancell?ed|(?:charge ?back|refund|dispute) reversal)\b/
const noGift =
  /\b(?:payouts?|withdraw\w*|disbursements?|adjustments?|authori[sz]ations?|holds?|reserves?|currency conversion|payment to|(?:bank|card) deposit|soft credit)\b|\bfees?$|^(?:transfers?|memo|tax)$|^transfer (?:to|from)\b/

/** Nature of a row by its kind: 'payment_refund', 'General Withdrawal', 'Donation'. */
function kindOf(cell: string): Payment | null {
  const words = cell
    .trim()
    .replace(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ')
    .toLowerCase()
  if (moneyBack.test(words)) return notBack.test(words) || /\bhold\b/.test(words) ? 'other' : 'refund'
  if (/^pledges?$/.test(words)) return 'failed'
  return noGift.test(words) ? 'other' : null
}

/**
 * Nature of a row: 'other', such as a payout or a fee; 'failed', if it brought no money; 'refund', if it takes money back itself;
 * 'refunded', if all of it went back since; 'partly', if a part did.
 */
export type Payment = 'other' | 'failed' | 'refund' | 'refunded' | 'partly'

/** Statement of a cell of a column about the payment; null: that it is a gift, or nothing. */
export function paymentOf(heading: string, cell: string): Payment | null {
  const text = cell.trim().toLowerCase()
  const plain = plainHeading(heading)
  if (isOfKinds(plain)) return kindOf(cell)
  if (plain === 'balanceimpact') return text === 'memo' ? 'other' : null
  if (/(?:cancell?ed|voided|failed|declined)at$/.test(plain)) return /^[1-9]/.test(text) ? 'failed' : null
  if (plain.includes('test')) return isYes(text) || /^test|sandbox/.test(text) ? 'failed' : null
  if (/live|captured|paid$/.test(plain) && isNo(text)) return 'failed'
  if (partlyBack.test(text)) return 'partly'
  if (/^refunds?$/.test(text)) return 'refund'
  if (paidBack.test(text)) return 'refunded'
  return notPaid.test(text) || /^sandbox/.test(text) ? 'failed' : null
}

/**
 * Cents that were refunded of `amount`: '40.00', '-$40.00', 'yes' for all of it. Null: 1 may be a dollar or yes, or it is no
 * amount.
 */
export function refundedCents(cell: string, amount: number): number | null {
  const text = cell.trim().toLowerCase()
  if (/^\$?\s*-?$|^(?:n\/a|none|null)$/.test(text) || isNo(text)) return 0
  if (text === '1' && amount !== 100) return null
  if (isYes(text) || /^(?:fully )?refunded$/.test(text)) return amount
  const cents = centsOf(text)
  return cents === null ? null : Math.abs(cents)
}

/** A number that a spreadsheet shortened: 9.1E+08, or one of more than 15 digits that ends in zeros. */
export const isShortenedId = (id: string): boolean =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(id.trim()) || /^\d{15}0{2,}$/.test(id.trim())
