import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hadCluster } from '../kernel/database/embedded/cluster-place.ts'
import { createFolder, inDataFolder, writeAtomically } from '../kernel/database/embedded/data-folder.ts'
import { type Config, ConfigError } from './config.ts'

/** Every key of the application, each derived from the one secret for a purpose of its own (HKDF-SHA-256, RFC 5869). */
export type Secrets = {
  /** Wraps the subject keys and hashes email addresses; 32 bytes. */
  master: Buffer
  /** Signs one-time links; 32 bytes. */
  tokens: Buffer
  /** Encrypts the secrets of second factors; 32 bytes. */
  secondFactors: Buffer
  /** Hashes recovery codes; 32 bytes. */
  recoveryCodes: Buffer
  /** Signs the links that cancel RSVPs; 32 bytes. */
  rsvps: Buffer
  /** Signs the links in mails to many people; 32 bytes. */
  mailLinks: Buffer
  /** Signs the links in mail with which people unsubscribe; 32 bytes. */
  unsubscribes: Buffer
  /** Signs the Message-IDs of campaign mail; 32 bytes. */
  messageIds: Buffer
  /** Signs the page variation cookie and hides who a visitor is; 32 bytes. */
  variations: Buffer
  /** Hashes the addresses in rate limits; 32 bytes. */
  rateLimits: Buffer
  /** Signs backups; 32 bytes. */
  backups: Buffer
  /** Encrypts the rows of files that staff import, while they wait; 32 bytes. */
  waitingImports: Buffer
  /** Password of the embedded PostgreSQL. */
  database: string
  /** Ed25519: signs the seals of the log unless its key lies elsewhere (load-seal-key.ts). */
  sealing: { privateKey: KeyObject; publicKey: KeyObject }
}

// A raw Ed25519 seed becomes a PKCS #8 key behind this fixed header (RFC 8410, section 7).
const ed25519Header = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * In production the secret is APP_SECRET. Otherwise it is generated once and kept in the data folder, readable only by
 * its owner.
 */
export function loadSecrets(config: Pick<Config, 'appSecret' | 'dataDir'>): Secrets {
  const secret = Buffer.from(config.appSecret ?? developmentSecret(config.dataDir), 'base64')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `campaign ${purpose}`, 32))
  const privateKey = createPrivateKey({
    key: Buffer.concat([ed25519Header, derive('sealing')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    master: derive('personal data'),
    tokens: derive('one-time links'),
    secondFactors: derive('second factors'),
    recoveryCodes: derive('recovery codes'),
    rsvps: derive('registrations'),
    mailLinks: derive('mail links'),
    unsubscribes: derive('unsubscribe links'),
    messageIds: derive('message ids'),
    variations: derive('page variations'),
    rateLimits: derive('rate limits'),
    backups: derive('backups'),
    waitingImports: derive('waiting imports'),
    database: derive('database').toString('hex'),
    sealing: { privateKey, publicKey: createPublicKey(privateKey) },
  }
}

function developmentSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret')
  if (!existsSync(file)) {
    if (hadCluster(dataDir))
      throw new ConfigError(
        `${file} is missing, but the personal data in this folder is encrypted with it. Restore the file or set APP_SECRET.`,
      )
    inDataFolder(dataDir, () => {
      createFolder(dataDir)
      writeAtomically(file, randomBytes(32).toString('base64'), 0o600)
    })
  }
  const secret = inDataFolder(dataDir, () => readFileSync(file, 'utf8').trim())
  if (Buffer.from(secret, 'base64').length < 32)
    throw new ConfigError(`${file} is truncated or was changed. Restore it from a backup or set APP_SECRET.`)
  return secret
}
