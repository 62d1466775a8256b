import { createHmac, hkdfSync } from 'node:crypto'

/** A 32-byte key for one purpose, drawn from the master key (HKDF-SHA-256, RFC 5869). */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  if (masterKey.length !== 32) throw new RangeError(`The master key has ${masterKey.length} bytes instead of 32.`)
  return Buffer.from(hkdfSync('sha256', masterKey, '', purpose, 32))
}

/**
 * Who reads the database cannot try addresses against these hashes, since the key is not in it.
 * Answers HMAC-SHA-256 in hex over the address without outer spaces, in lower case.
 */
export function createEmailHash(masterKey: Buffer): (email: string) => string {
  const key = deriveKey(masterKey, 'email hash')
  return (email) => createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}
