import { createPublicKey, type KeyObject } from 'node:crypto'

/** PEM text, for whoever verifies an export. */
export const toPem = (publicKey: KeyObject): string => publicKey.export({ type: 'spki', format: 'pem' }).toString()

/** Throws when the text is not an Ed25519 public key in PEM format. */
export function fromPem(text: string): KeyObject {
  const key = createPublicKey(text)
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('not an Ed25519 public key')
  return key
}
