import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { postgresUser } from '../../../backend/kernel/database/embedded/postgres-user.ts'
import { freePort } from '../../../backend/kernel/database/embedded/process.ts'

/**
 * A fresh cluster of the PostgreSQL that Debian ships, with all its defaults but these settings; null when the package is
 * not installed.
 */
export async function startDebianPostgres(
  changed: readonly string[] = [],
  where = tmpdir(),
): Promise<{ url: string; version: string; stop(): Promise<void> } | null> {
  const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!programs || !existsSync(join(programs, 'initdb'))) return null
  const user = postgresUser()
  const folder = mkdtempSync(join(where, 'campaign-debian-'))
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const cluster = join(folder, 'postgres')
  const as = { ...user, stdio: 'ignore' as const }
  execFileSync(join(programs, 'initdb'), ['-D', cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'], as)
  const port = await freePort()
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, ...changed.flatMap((one) => ['-c', one])]
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], as)
  const url = `postgres://postgres@127.0.0.1:${port}`
  const version = await answered(`${url}/postgres`)
  return {
    url,
    version,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The version, as soon as the server answers. */
export async function answered(url: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      await client.end()
      return rows[0]?.server_version ?? ''
    } catch (error) {
      if (attempt === 100) throw error
      await delay(100)
    }
  }
}
