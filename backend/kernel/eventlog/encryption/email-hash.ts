import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/** A 32-byte key for one purpose, derived from the master key (HKDF-SHA-256, RFC 5869). */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  if (masterKey.length !== 32) throw new RangeError(`The master key has ${masterKey.length} bytes instead of 32.`)
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
}

/**
 * HMAC-SHA-256 (hex) of the trimmed, lower-case address. The key is not in the database, so a leaked database cannot be
 * searched for known addresses.
 */
export function createEmailHash(masterKey: Buffer): (email: string) => string {
  // A key object: of other keys Node makes one per call, which takes five times as long.
  const key = createSecretKey(deriveKey(masterKey, 'email hash'))
  return (email) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}
