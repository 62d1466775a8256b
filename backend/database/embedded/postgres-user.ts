import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The user that PostgreSQL runs as. It refuses to run as root, so root switches to the user `postgres`. */
export type PostgresUser = { uid: number; gid: number } | undefined

/** Owner of a file that nearly every Linux has; starting `id` twice would block for longer than all of this. */
function listedUser(): PostgresUser {
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())

export function postgresUser(): PostgresUser {
  if (process.getuid?.() !== 0) return undefined
  try {
    return listedUser() ?? { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'ignore' })
    return { uid: idOf('-u'), gid: idOf('-g') }
  }
}

/** Every parent folder lets other users pass, so the user `postgres` can reach the path. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const shared = '/var/lib/campaign-site'

/** Lets every user pass through, whatever the umask or an earlier version set. */
function openFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  chmodSync(path, 0o755)
  return path
}

/**
 * The cluster folder: `postgres` in the data folder or, when root keeps that in a private place such as /root, a folder
 * under /var/lib.
 */
export function clusterFolder(dataDir: string, user: PostgresUser, outside = shared): string {
  const wanted = join(dataDir, 'postgres')
  if (!user || isReachable(wanted)) return wanted
  return join(openFolder(outside), createHash('sha256').update(wanted).digest('hex').slice(0, 16))
}

/** The binaries, copied to /var/lib when the user `postgres` cannot reach node_modules. */
export function reachablePrograms(native: string, version: string, user: PostgresUser): string {
  if (!user || isReachable(join(native, 'bin', 'postgres'))) return native
  const copy = join(openFolder(shared), `postgresql-${version}`)
  if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

export function changeOwner(paths: string[], user: PostgresUser): void {
  if (user) for (const path of paths) chownSync(path, user.uid, user.gid)
}
