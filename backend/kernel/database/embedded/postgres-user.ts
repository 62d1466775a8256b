import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
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

/** The parent folders that do not let this user pass through. */
export function closedFolders(path: string, { uid, gid }: NonNullable<PostgresUser>): string[] {
  const closed: string[] = []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const pass = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if ((stat.mode & pass) === 0) closed.push(folder)
    }
    if (folder === dirname(folder)) return closed
  }
}

export const sharedFolder = '/var/lib/campaign-site'

/** Lets every user pass through, whatever the umask or an earlier version set. */
export function openFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  chmodSync(path, 0o755)
  return path
}

/** The binaries of this version, copied to /var/lib when the user `postgres` cannot reach node_modules. */
export function reachablePrograms(native: string, user: PostgresUser, outside = sharedFolder): string {
  if (!user || closedFolders(join(native, 'bin', 'postgres'), user).length === 0) return native
  const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  const copy = join(openFolder(outside), `postgresql-${version}`)
  if (!existsSync(copy)) copyWhole(native, copy)
  return copy
}

/** Under a temporary name first: a copy that was interrupted would be trusted at the next start. */
function copyWhole(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}.tmp`
  const umask = process.umask(0o022)
  try {
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true })
    renameSync(unfinished, to)
  } catch (error) {
    // Another process may have copied it at the same time.
    if (!existsSync(to)) throw error
  } finally {
    process.umask(umask)
    rmSync(unfinished, { recursive: true, force: true })
  }
}

export function changeOwner(paths: string[], user: PostgresUser): void {
  if (user) for (const path of paths) chownSync(path, user.uid, user.gid)
}
