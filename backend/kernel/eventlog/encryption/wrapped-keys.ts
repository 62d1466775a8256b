import { decrypt, encrypt } from './aes-gcm.ts'
import { deriveKey } from './email-hash.ts'

/** Wraps the key of a subject, bound to that subject, and opens it again. */
export type KeyWrapping = {
  wrap(subject: string, key: Uint8Array): Buffer
  /** Null when the key is damaged, or was wrapped under another master key. */
  open(subject: string, wrapped: Uint8Array): Buffer | null
}

/** `masterKey`: 32 bytes, never in the database. */
export function createKeyWrapping(masterKey: Buffer): KeyWrapping {
  const wrappingKey = deriveKey(masterKey, 'subject keys')
  return {
    wrap: (subject, key) => encrypt(wrappingKey, key, subject),
    open(subject, wrapped) {
      try {
        return decrypt(wrappingKey, wrapped, subject)
      } catch {
        return null
      }
    },
  }
}
