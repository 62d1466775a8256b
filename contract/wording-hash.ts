import { createHash } from 'node:crypto'

/** Names a wording in the log. It is short, because the campaign writes all texts and would gain nothing from two with one hash. */
export const wordingHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
