import { consent } from './consent.ts'
import { donationDetails, donationEntry } from './donations.ts'
import { emailSignup } from './email-signups.ts'
import type { ImportKind } from './import-kinds.ts'
import { keptColumns } from './kept-columns.ts'
import { labelsOf } from './names.ts'
import { volunteer } from './volunteers.ts'

const wholeName = { firstName: 'First name', lastName: 'Last name', name: 'Whole name' }
const secondLine = { address2: 'Address, second line' }
/** In the order of the usual files; further fields of a gift follow. */
const giftColumns = {
  email: donationDetails.email.label,
  amount: donationDetails.amount.label,
  createdAt: 'Date',
  time: 'Time',
  timeZone: 'Time zone',
  paymentId: donationDetails.paymentId.label,
  refundedAmount: 'Amount refunded',
  refundedAt: 'Refund date',
  refundOf: 'Payment ID of the refunded gift',
  paymentStatus: 'Status or type',
  currency: 'Currency',
  address: donationDetails.address.label,
  ...secondLine,
}
const kept = { tags: keptColumns.tags.label, furtherColumns: 'Kept under its heading' }
const agreed = { ...labelsOf(consent), time: 'Time', timeZone: 'Time zone', optOut: 'Status (unsubscribed)' }

/** Fields that a column can have, by kind, with its name on screen; `name` is used where the two parts of a name are missing. */
export const importFieldNames = {
  donations: {
    ...wholeName,
    ...giftColumns,
    ...labelsOf(donationEntry),
    isPublic: 'Public (yes or no)',
    isAnonymous: 'Anonymous (yes or no)',
    ...kept,
  },
  'email-signups': {
    ...labelsOf(emailSignup),
    name: wholeName.name,
    ...secondLine,
    ...agreed,
    ...kept,
  },
  volunteers: { ...wholeName, ...labelsOf(volunteer), ...secondLine, ...agreed, ...kept },
  'opt-outs': {
    email: 'Email',
    consentSource: 'Source',
    consentAt: 'Date',
    optOut: 'Status (unsubscribed)',
    reason: 'Reason (bounced, complained)',
  },
} as const satisfies { [Kind in ImportKind]: { [field: string]: string } }

type FieldOf<Kind> = Kind extends ImportKind ? keyof (typeof importFieldNames)[Kind] : never
export type ImportField = FieldOf<ImportKind>

export function importFieldsOf(kind: ImportKind): ImportField[]
export function importFieldsOf(kind: ImportKind): string[] {
  return Object.keys(importFieldNames[kind])
}

/** The name of a field on screen; for anything else the same text. */
export const fieldNameOf = (kind: ImportKind, field: string): string =>
  Object.entries(importFieldNames[kind]).find(([name]) => name === field)?.[1] ?? field
