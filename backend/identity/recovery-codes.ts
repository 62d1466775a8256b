import { randomInt } from 'node:crypto'

/** Crockford base 32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letters = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Like '4kx0p-9m2dt': 50 random bits. */
export const recoveryCode = (): string => `${letters()}-${letters()}`

/** Normalizes a typed code: ignores case, spaces and dashes, and reads o, i and l as the digits they look like. */
export const normalRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
