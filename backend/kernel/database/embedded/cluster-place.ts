import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { writeAtomically } from './data-folder.ts'
import { closedFolders, openFolder, type PostgresUser, sharedFolder } from './postgres-user.ts'

/**
 * Where the cluster of a data folder lies: `postgres` in it or, when root keeps that in a private place such as /root, a
 * folder under /var/lib. That is decided once, and a mark in the data folder keeps it, so that no mode, name or user of a
 * later start can lead to another database.
 */
type Mark = {
  folder: string
  /** PostgreSQL’s system identifier. */
  id: string
}

const insideOf = (dataDir: string) => join(dataDir, 'postgres')
const markFile = (dataDir: string) => join(dataDir, 'cluster')

/** Beside a cluster that lies outside: the data folder that it belongs to. */
const ownerFile = (folder: string) => `${folder}.of`

/** The only place outside of the data folder that versions without marks knew. */
const placeByName = (dataDir: string, outside: string) =>
  join(outside, createHash('sha256').update(insideOf(dataDir)).digest('hex').slice(0, 16))

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

function readMark(dataDir: string): Mark | null {
  if (!existsSync(markFile(dataDir))) return null
  const [, id, folder] = /^(\d+) (.+)\n$/.exec(readFileSync(markFile(dataDir), 'utf8')) ?? []
  if (id === undefined || folder === undefined)
    throw new StartupError(
      `${markFile(dataDir)}, which says where the database is, is damaged. Bring it back from a copy, or delete it if the database is in its place.`,
    )
  return { id, folder: resolve(dataDir, folder) }
}

/** The first field of pg_control; null when there is no whole cluster. */
function idOf(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'global', 'pg_control'))
      .readBigUInt64LE()
      .toString()
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return null
    throw new StartupError(
      `The database in ${folder} belongs to another user. Start as the user that started it before, such as root.`,
    )
  }
}

function isUsed(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch (error) {
    return codeOf(error) === 'EACCES'
  }
}

/** The data folder that uses this cluster outside of it, if that is another one than `dataDir`. */
function otherOwner(folder: string, dataDir: string): string | null {
  if (!existsSync(ownerFile(folder))) return null
  const owner = readFileSync(ownerFile(folder), 'utf8').trim()
  const isOther = existsSync(owner) && (!existsSync(dataDir) || realpathSync(owner) !== realpathSync(dataDir))
  return isOther && readMark(owner)?.folder === folder ? owner : null
}

/** All places where the cluster of a data folder without a mark may be. */
const unmarkedClusters = (dataDir: string, outside: string): string[] =>
  [insideOf(dataDir), placeByName(dataDir, outside)].filter(
    (folder) => isUsed(folder) && otherOwner(folder, dataDir) === null,
  )

const logFile = (dataDir: string) => join(dataDir, 'postgres.log')

/** It may be elsewhere now: findCluster says so. */
export const hadCluster = (dataDir: string): boolean =>
  existsSync(markFile(dataDir)) || existsSync(logFile(dataDir)) || unmarkedClusters(dataDir, sharedFolder).length > 0

/** The cluster of the data folder, or the place for its first one. Throws StartupError when it is not where it was. */
export function findCluster(dataDir: string, user: PostgresUser, outside = sharedFolder): string {
  const mark = readMark(dataDir)
  const folder = mark ? checkMarked(dataDir, mark) : findUnmarked(dataDir, user, outside)
  const closed = user ? closedFolders(folder, user) : []
  if (closed.length > 0)
    throw new StartupError(
      `PostgreSQL runs as the user postgres, who cannot reach the database in ${folder}. Run \`chmod o+x ${closed.join(' ')}\`, or move ${dataDir} to a place that every user may pass through and set DATA_DIR to it.`,
    )
  return folder
}

function checkMarked(dataDir: string, mark: Mark): string {
  const id = idOf(mark.folder)
  if (id === null)
    throw new StartupError(
      `The database of ${dataDir} is not in ${mark.folder}, where it was. Bring it back, or restore a backup into a new data folder. To begin with an empty database, delete ${markFile(dataDir)} and postgres.log beside it.`,
    )
  if (id !== mark.id)
    throw new StartupError(
      `${mark.folder} is another database than the one that ${dataDir} had. Bring that back or, if this is the right one, delete ${markFile(dataDir)}.`,
    )
  const owner = otherOwner(mark.folder, dataDir)
  if (owner !== null)
    throw new StartupError(
      `${dataDir} is a copy of ${owner}, without the database, which is in ${mark.folder}. Make a backup there with \`npm run backup\` and restore it into a new data folder.`,
    )
  return mark.folder
}

function findUnmarked(dataDir: string, user: PostgresUser, outside: string): string {
  const inside = insideOf(dataDir)
  const byName = placeByName(dataDir, outside)
  const [found, second] = unmarkedClusters(dataDir, outside)
  if (found !== undefined && second !== undefined)
    throw new StartupError(
      `There are two databases for ${dataDir}: ${found} and ${second}. Move the one that is not yours away, then start again.`,
    )
  if (found !== undefined) {
    if (idOf(found) !== null || existsSync(join(found, 'PG_VERSION'))) return found
    throw new StartupError(`${found} holds files, and no database. Bring the database back, or move them away.`)
  }
  if (existsSync(logFile(dataDir)))
    throw new StartupError(
      `${dataDir} had a database, and there is none in ${inside} or ${byName}. If the folder was renamed or copied, give it its former name back and start once. To begin with an empty database, delete postgres.log in it.`,
    )
  if (!user || closedFolders(inside, user).length === 0) return inside
  const isTaken = otherOwner(byName, dataDir) !== null
  return join(openFolder(outside), isTaken ? randomBytes(8).toString('hex') : basename(byName))
}

/** Keeps where the cluster is, once it has started. */
export function markCluster(dataDir: string, folder: string): void {
  const id = idOf(folder)
  if (id === null) return
  const isInside = folder === insideOf(dataDir)
  // A relative path, so that a data folder may be moved and copied as a whole.
  writeOnce(markFile(dataDir), `${id} ${isInside ? 'postgres' : folder}\n`)
  if (!isInside) writeOnce(ownerFile(folder), `${realpathSync(dataDir)}\n`)
}

function writeOnce(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeAtomically(file, text)
}
