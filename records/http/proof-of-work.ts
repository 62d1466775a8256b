/**
 * Beyond the limit of a form, the 429 response has a `challenge`. A client that sends the form again with a proof is
 * let through once: a number that makes SHA-256 of `token:number` begin with that many zero bits.
 */
export type Challenge = { token: string; bits: number }

/** The header with the proof: `token number`. */
export const proofHeader = 'x-proof-of-work'

export const proofText = (token: string, nonce: number): string => `${token}:${nonce}`

/** Number of zero bits at the start. */
export function leadingZeroBits(bytes: Uint8Array): number {
  let bits = 0
  for (const byte of bytes) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
