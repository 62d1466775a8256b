import { createHash } from 'node:crypto'

/** Names a wording in the log. Nobody gains from two texts of the campaign with the same one, so it is short. */
export const wordingHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
