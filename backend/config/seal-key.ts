import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

export const sealKeyVariables = {
  /** PEM file with an Ed25519 private key (PKCS #8) that signs the seals of the log, readable by its owner alone. */
  SEAL_KEY_FILE: z.string().min(1).optional(),
  /** Alternatively, a program that signs. It gets 32 bytes on standard input and prints the signature in base64. */
  SEAL_KEY_COMMAND: z.string().min(1).optional(),
  /** Its public key: PEM, or the line between BEGIN and END. */
  SEAL_PUBLIC_KEY: z.string().optional(),
}

type Variables = { [Name in keyof typeof sealKeyVariables]?: string | undefined }

/** The location of the key that signs the seals; `command`: a program and its arguments. */
export type SealKeySettings =
  | { source: 'APP_SECRET' }
  | { source: 'SEAL_KEY_FILE'; path: string }
  | { source: 'SEAL_KEY_COMMAND'; command: readonly [string, ...string[]]; publicKey: KeyObject }

/** The problem in one sentence, or null. */
export function sealKeySettingsError({ SEAL_KEY_FILE, SEAL_KEY_COMMAND, SEAL_PUBLIC_KEY }: Variables): string | null {
  if (SEAL_KEY_FILE && SEAL_KEY_COMMAND) return 'Set either SEAL_KEY_FILE or SEAL_KEY_COMMAND, not both.'
  if (SEAL_PUBLIC_KEY && !SEAL_KEY_COMMAND)
    return 'SEAL_PUBLIC_KEY belongs to SEAL_KEY_COMMAND, which is not set. A SEAL_KEY_FILE needs no public key.'
  if (!SEAL_KEY_COMMAND) return null
  if (wordsOf(SEAL_KEY_COMMAND) === null)
    return 'SEAL_KEY_COMMAND is a program and its arguments, which no shell reads. If they need spaces or quotes, write a JSON list: ["/usr/bin/sign", "seal key"].'
  if (!SEAL_PUBLIC_KEY) return 'SEAL_KEY_COMMAND needs SEAL_PUBLIC_KEY, the public half of its key.'
  return publicKeyOf(SEAL_PUBLIC_KEY) === null
    ? 'SEAL_PUBLIC_KEY is not an Ed25519 public key in PEM format, nor the line between its BEGIN and END.'
    : null
}

/** Requires valid settings. */
export function sealKeySettings({ SEAL_KEY_FILE, SEAL_KEY_COMMAND = '', SEAL_PUBLIC_KEY }: Variables): SealKeySettings {
  if (SEAL_KEY_FILE) return { source: 'SEAL_KEY_FILE', path: SEAL_KEY_FILE }
  const command = wordsOf(SEAL_KEY_COMMAND)
  const publicKey = publicKeyOf(SEAL_PUBLIC_KEY ?? '')
  return command && publicKey ? { source: 'SEAL_KEY_COMMAND', command, publicKey } : { source: 'APP_SECRET' }
}

const words = z.tuple([z.string().min(1)], z.string())

/** Null when the value looks like a shell command. */
function wordsOf(text: string): z.infer<typeof words> | null {
  const isList = text.trim().startsWith('[')
  if (!isList && /["'`\\$|;&<>*?]/.test(text)) return null
  try {
    return words.safeParse(isList ? JSON.parse(text) : text.split(/\s+/).filter(Boolean)).data ?? null
  } catch {
    return null
  }
}

function publicKeyOf(text: string): KeyObject | null {
  // A line in .env cannot hold line breaks.
  const base64 = text.replaceAll(/-----[A-Z ]+-----|\\n|\s/g, '')
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}
