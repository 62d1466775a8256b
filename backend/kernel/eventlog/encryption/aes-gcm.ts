import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto'

/**
 * Lengths in bytes of the parts of a ciphertext box: iv ‖ ciphertext ‖ tag (NIST SP 800-38D, 96-bit IV, 128-bit tag).
 */
export const ivBytes = 12
export const tagBytes = 16

// Random bytes are drawn in blocks, because one call per IV would cost more than encrypting a short text.
const pool = Buffer.alloc(4096 * ivBytes)
let used = pool.length

/** 96 random bits. */
function randomIv(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const iv = Buffer.from(pool.subarray(used, used + ivBytes))
  used += ivBytes
  return iv
}

// Keys are KeyObjects: with raw bytes, Node 24 takes three times as long for a short text.

/** AES-256-GCM of `plain` under a 32-byte key and a fresh IV, bound to `context`: iv ‖ ciphertext ‖ tag. */
export function encrypt(key: Uint8Array, plain: string | Uint8Array, context: string): Buffer {
  const iv = randomIv()
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  const ciphertext = cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain)
  cipher.final() // returns nothing for GCM, but computes the tag
  return Buffer.concat([iv, ciphertext, cipher.getAuthTag()])
}

/** Returns the plain bytes; throws when the key, the context or any byte differs from what was encrypted. */
export function decrypt(key: Uint8Array, box: Uint8Array, context: string): Buffer {
  if (box.length < ivBytes + tagBytes) throw new Error('Too short to be a ciphertext.')
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), box.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(box.subarray(box.length - tagBytes))
  const plain = decipher.update(box.subarray(ivBytes, box.length - tagBytes))
  decipher.final()
  return plain
}
