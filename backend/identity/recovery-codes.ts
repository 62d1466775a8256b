import { randomInt } from 'node:crypto'

/** Crockford's base 32: no letter is like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const letters = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Such as '4kx0p-9m2dt': 50 random bits. */
export const recoveryCode = (): string => `${letters()}-${letters()}`

/** However it was typed: case, spaces and dashes do not count, and o, i and l are the digits they look like. */
export const normalRecoveryCode = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
