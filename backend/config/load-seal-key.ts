import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { SealKeys } from '../kernel/eventlog/integrity/seal-chain.ts'
import { createCommandSigner, createKeySigner, type Signer } from '../kernel/eventlog/integrity/signer.ts'
import { type Config, ConfigError, settings } from './config.ts'
import { environment } from './environment.ts'
import type { Secrets } from './secrets.ts'

/** The first key is derived from APP_SECRET. */
export type SealKey = SealKeys & { signer: Signer }

/** Reads the key file; the command is only run to sign. Only for programs that sign or verify. Throws ConfigError. */
export function loadSealKey({ sealKey }: Pick<Config, 'sealKey'>, { sealing }: Pick<Secrets, 'sealing'>): SealKey {
  const signer = signerFor(sealKey, sealing.privateKey)
  return { signer, publicKey: signer.publicKey, firstKey: sealing.publicKey }
}

function signerFor(sealKey: Config['sealKey'], derivedKey: KeyObject): Signer {
  switch (sealKey.source) {
    case 'APP_SECRET':
      return createKeySigner(derivedKey)
    case 'SEAL_KEY_FILE':
      return createKeySigner(readPrivateKey(sealKey.path))
    case 'SEAL_KEY_COMMAND':
      return createCommandSigner({ ...sealKey, environment: withoutSettings() })
  }
}

/** A mounted secret may belong to a group of its own, as in Kubernetes. */
const openToOthers = 0o027

function readPrivateKey(path: string): KeyObject {
  const failed = (what: string) => new ConfigError(`SEAL_KEY_FILE (${path}) ${what}`)
  let text: string
  try {
    const { mode } = statSync(path)
    if (process.platform !== 'win32' && (mode & openToOthers) !== 0)
      throw failed('can be read by others, or changed by its group. Run `chmod 600` on it.')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw failed(code === 'ENOENT' ? 'does not exist.' : `cannot be read (${code}).`)
  }
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The parser’s error gives no useful hint.
  }
  throw failed(
    'is not an Ed25519 private key in PEM format, without a password. Make one with `openssl genpkey -algorithm ed25519`.',
  )
}

/** The environment for the signing program, without our secrets. */
const withoutSettings = () =>
  Object.fromEntries(Object.entries(environment()).filter(([name]) => !settings.includes(name)))
