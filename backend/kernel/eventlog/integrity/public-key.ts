import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** PEM text, for the verifier of an export. */
export const toPem = (publicKey: KeyObject): string => publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** Throws when the text is not an Ed25519 public key in PEM format. */
export function fromPem(text: string): KeyObject {
  const key = createPublicKey(text)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('not an Ed25519 public key')
  return key
}

/** SubjectPublicKeyInfo, 44 bytes. */
export const toDer = (publicKey: KeyObject): Buffer => publicKey.export({ type: 'spki', format: 'der' })

/** Null when the bytes are not exactly an Ed25519 public key. */
export function fromDer(bytes: Buffer): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && toDer(key).equals(bytes) ? key : null
  } catch {
    return null
  }
}

/** The fingerprint by which people compare keys: SHA-256 of the DER bytes, as OpenSSH writes it. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  `SHA256:${createHash('sha256').update(toDer(publicKey)).digest('base64').replace(/=+$/, '')}`
