export const importKinds = ['donations', 'email-signups', 'volunteers', 'opt-outs'] as const
export type ImportKind = (typeof importKinds)[number]

/** Bytes of a file, and its rows and columns with a heading. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 100_000, columns: 500 }

/** Outcomes of a row; `repeated`: imported already, or twice in the file. */
export const importRowStatuses = ['added', 'changed', 'refunded', 'repeated', 'refused'] as const
export type ImportRowStatus = (typeof importRowStatuses)[number]
