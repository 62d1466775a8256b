import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs a digest over all entries of a backup with a key that only this site has, derived from APP_SECRET: a checksum alone
 * could be computed anew by the author of a change.
 */
export const signatureOf = (digest: string, key: Buffer): string =>
  createHmac('sha256', key).update(`backup 1\n${digest}`).digest('hex')

export function isSignatureOf(signature: string, digest: string, key: Buffer): boolean {
  const [given, wanted] = [signature, signatureOf(digest, key)].map((text) => Buffer.from(text))
  return given !== undefined && wanted !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}
