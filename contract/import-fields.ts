export const importKinds = ['donations', 'email-signups', 'volunteers', 'opt-outs'] as const
export type ImportKind = (typeof importKinds)[number]

/** Bytes of a file, and its rows and columns with a heading. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 100_000, columns: 500 }

/** Fields that a column can have, by kind, with its name on screen. */
export const importFieldNames = {
  donations: {
    firstName: 'First name',
    lastName: 'Last name',
    name: 'Whole name',
    email: 'Email',
    amount: 'Amount',
    createdAt: 'Date',
    time: 'Time',
    timeZone: 'Time zone',
    paymentId: 'Payment ID',
    refundedAmount: 'Amount refunded',
    refundedAt: 'Refund date',
    refundOf: 'Payment ID of the refunded gift',
    paymentStatus: 'Status or type',
    currency: 'Currency',
    address: 'Address',
    address2: 'Address, second line',
    city: 'City',
    state: 'State',
    zipCode: 'ZIP code',
    occupation: 'Occupation',
    employer: 'Employer',
    isPublic: 'Public (yes or no)',
    isAnonymous: 'Anonymous (yes or no)',
  },
  'email-signups': {
    email: 'Email',
    firstName: 'First name',
    name: 'Whole name',
    consentSource: 'Source of consent',
    consentAt: 'Date of consent',
    time: 'Time',
    timeZone: 'Time zone',
    optOut: 'Status (unsubscribed)',
  },
  volunteers: {
    firstName: 'First name',
    lastName: 'Last name',
    name: 'Whole name',
    email: 'Email',
    phone: 'Phone',
    skills: 'Skills',
    availability: 'Availability',
    interests: 'Interests',
    consentSource: 'Source of consent',
    consentAt: 'Date of consent',
    time: 'Time',
    timeZone: 'Time zone',
    optOut: 'Status (unsubscribed)',
  },
  'opt-outs': {
    email: 'Email',
    consentSource: 'Source',
    consentAt: 'Date',
    optOut: 'Status (unsubscribed)',
    reason: 'Reason (bounced, complained)',
  },
} as const satisfies { [Kind in ImportKind]: { [field: string]: string } }

/** The name of a field on screen; for anything else the same text. */
export const fieldNameOf = (kind: ImportKind, field: string): string =>
  Object.entries(importFieldNames[kind]).find(([name]) => name === field)?.[1] ?? field
