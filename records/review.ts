import { blankText } from './fields.ts'

/** Why an admin rejects what a visitor sent in; it may name people. */
export const rejection = { reason: blankText(500, { label: 'Reason' }) }
