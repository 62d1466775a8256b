import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { wrongSecret } from '../wrong-secret.ts'
import { isAlive } from './alive.ts'

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * The content of the lock file about a server on this folder (lines 1 and 4 of postmaster.pid), whether or not the
 * server is still running.
 */
export function runningServer(folder: string): { pid: number; port: number } | undefined {
  const lockFile = join(folder, 'postmaster.pid')
  if (!existsSync(lockFile)) return undefined
  const lines = readFileSync(lockFile, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 ? { pid, port } : undefined
}

/** PostgreSQL itself clears the lock of a dead server, unless its process id now belongs to another program. */
export function removeStaleLock(folder: string): void {
  const lock = runningServer(folder)
  if (!lock || !isAlive(lock.pid)) return
  const commandFile = `/proc/${lock.pid}/comm`
  if (existsSync(commandFile) && !readFileSync(commandFile, 'utf8').startsWith('postgres'))
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/**
 * Timeout of one attempt. This process loads the program at the same time, and reads the server’s answer only in
 * between.
 */
const connectTimeout = 10_000 // ms

async function connect(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${server}/postgres`, connectionTimeoutMillis: connectTimeout })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** After this time the terminal explains the wait. */
const sayAfter = 10_000 // ms

/** The server accepted a connection and said nothing; pg gives this error no code. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'timeout expired'

const stateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** A connection to a server that accepts one, if necessary after its crash recovery; null when no server answers. */
export async function connectToRunning(server: string): Promise<pg.Client | null> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    try {
      return await connect(server)
    } catch (error) {
      if (stateOf(error) === '28P01') throw new StartupError(wrongSecret('The running database of this data folder'))
      if (isSilence(error))
        throw new StartupError(
          `The PostgreSQL in this data folder did not answer within ${connectTimeout / 1000} s. Start again; if that does not help, end it first.`,
        )
      if (stateOf(error) !== '57P03') return null // cannot_connect_now: starting up
    }
    await delay(100)
  }
  return null
}

/**
 * Waits for a started server to accept a connection, as long as it runs: on a busy machine, or after a crash, that may
 * take minutes. Says so on the terminal once. Throws StartupError with the reason when the server exits instead.
 */
export async function connectToLaunched(
  server: string,
  pid: number,
  reason: () => string,
  say: (sentence: string) => void = console.error,
): Promise<pg.Client> {
  const startedAt = performance.now()
  for (let isSaid = false; ; ) {
    try {
      return await connect(server)
    } catch (error) {
      if (stateOf(error) === '28P01') throw new StartupError(wrongSecret('This data folder'))
      if (!isAlive(pid)) throw new StartupError(reason())
    }
    if (!isSaid && performance.now() - startedAt >= sayAfter) {
      say('PostgreSQL is still starting; the site waits for it.')
      isSaid = true
    }
    await delay(50)
  }
}

export async function createDatabase(
  client: pg.Client,
  { role, password }: { role: string; password: string },
): Promise<void> {
  const { rows } = await client.query<{ has_role: boolean; has_database: boolean }>(
    `SELECT to_regrole($1) IS NOT NULL AS has_role,
       EXISTS (SELECT FROM pg_database WHERE datname = 'campaign') AS has_database`,
    [role],
  )
  if (!rows[0]?.has_role) await client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  if (!rows[0]?.has_database) await client.query('CREATE DATABASE campaign')
}
