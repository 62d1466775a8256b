import { codeAt, stepAt } from '../../../backend/identity/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret, as decoded by an authenticator app. */
export function unbase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** A phone: each call returns the next unused code. */
export function authenticator(secret: string, now: () => number = Date.now) {
  let last = 0
  return {
    next(): string {
      // A code of the previous step could expire before it arrives.
      last = Math.max(last + 1, stepAt(now() + 10_000) - 1)
      return codeAt(unbase32(secret), last)
    },
    at: (moment: number) => codeAt(unbase32(secret), stepAt(moment)),
  }
}
