import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { settingsFile } from './environment.ts'

type User = { uid: number | undefined; gid: number | undefined }
const thisUser = (): User => ({ uid: process.getuid?.(), gid: process.getgid?.() })

const others = 0o007
const groupWrites = 0o020
const groupReads = 0o040

/** A file of another owner, or of a group of its own, may be meant for that group, such as /etc/campaign/campaign.env. */
function isOpen(file: string, self: User): boolean {
  const { mode, uid, gid } = statSync(file)
  const isOwn = uid === self.uid && gid === self.gid
  return (mode & (others | groupWrites | (isOwn ? groupReads : 0))) !== 0
}

/** A sentence for each file with secrets that other users of the machine can read or change. */
export function openSecrets(files: readonly string[], self: User = thisUser()): string[] {
  if (process.platform === 'win32') return []
  return files
    .filter((file) => existsSync(file) && isOpen(file, self))
    .map((file) => `${file} holds secrets, and other users of this machine can read it. Run \`chmod 600 ${file}\`.`)
}

/** Those of this process; the key of the seals is refused (load-seal-key.ts). */
export const openSecretsHere = ({ dataDir }: Pick<Config, 'dataDir'>): string[] =>
  openSecrets([settingsFile()?.path ?? '', join(dataDir, 'app-secret')])
