import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresUser } from '../../../backend/kernel/database/embedded/postgres-user.ts'
import { freePort } from '../../../backend/kernel/database/embedded/process.ts'
import { createProxy } from '../tcp-proxy.ts'
import { answered } from './debian-postgres.ts'

export type ReplicatedPostgres = {
  /** The one address of both, as a virtual address or HAProxy gives it: of the primary, then of the promoted replica. */
  url: string
  /** The replica alone. */
  replicaUrl: string
  /** As its superuser, past everything that is between. */
  onReplica(sql: string): Promise<void>
  /** Kills the replica. */
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  /** The replica keeps its connections but answers nothing, as a machine that lost its network; `speak` ends it. */
  silenceReplica: { begin(): void; end(): void }
  /** From now on nothing reaches the replica. */
  cutReplica(): void
  /** Kills the primary, as a machine that loses its power, and promotes the replica. */
  failOver(): Promise<void>
  stop(): Promise<void>
}

/** A primary and its streaming replica, of Debian's PostgreSQL; null when the package is not installed. */
export async function startReplicatedPostgres({
  isSynchronous,
}: {
  isSynchronous: boolean
}): Promise<ReplicatedPostgres | null> {
  const programs = globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (!programs || !existsSync(join(programs, 'initdb'))) return null
  const user = postgresUser()
  const folder = mkdtempSync(join(tmpdir(), 'campaign-replicated-'))
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const as = { ...user, stdio: 'ignore' as const }
  /** Not `execFileSync`: the replica reaches the primary through this process. */
  const run = promisify(execFile)
  const started = (program: string, ...args: string[]) => run(join(programs, program), args, { ...user })
  const cluster = (name: string) => join(folder, name)
  const serve = (name: string, port: number, ...settings: string[]): ChildProcess =>
    spawn(
      join(programs, 'postgres'),
      ['-D', cluster(name), '-h', '127.0.0.1', '-p', String(port), '-k', folder, ...settings],
      as,
    )

  await started('initdb', '-D', cluster('primary'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8')
  const ports = { primary: await freePort(), replica: 0 }
  // It waits for whichever replica follows it, as soon as one has.
  const waiting = isSynchronous ? ['-c', 'synchronous_standby_names=*'] : []
  const first = serve('primary', ports.primary, ...waiting)
  const address = (port: number) => `postgres://postgres@127.0.0.1:${port}`
  const between = await createProxy({ host: '127.0.0.1', port: ports.primary })
  await answered(`${address(ports.primary)}/postgres`)
  await started(
    'pg_basebackup',
    '-D',
    cluster('replica'),
    '-d',
    address(between.port),
    '--write-recovery-conf',
    '--checkpoint=fast',
  )
  ports.replica = await freePort()
  let second = serve('replica', ports.replica)
  await answered(`${address(ports.replica)}/postgres`)

  let current = ports.primary
  const toReplica = await createProxy({ host: '127.0.0.1', port: ports.replica })
  const front = await createProxy({ host: '127.0.0.1', port: () => current })
  const end = async (server: ChildProcess, signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url: `${address(front.port)}/postgres`,
    replicaUrl: `${address(toReplica.port)}/postgres`,
    async onReplica(sql) {
      const client = new pg.Client(`${address(ports.replica)}/postgres`)
      await client.connect()
      await client.query(sql)
      await client.end()
    },
    stopReplica: () => end(second, 'SIGQUIT'),
    async startReplica() {
      second = serve('replica', ports.replica)
      await answered(`${address(ports.replica)}/postgres`)
    },
    silenceReplica: { begin: toReplica.silence, end: toReplica.speak },
    cutReplica: between.goDown,
    async failOver() {
      await end(first, 'SIGKILL')
      front.cut()
      await started('pg_ctl', 'promote', '-D', cluster('replica'), '--wait')
      current = ports.replica
    },
    async stop() {
      await end(first, 'SIGQUIT')
      await end(second, 'SIGINT')
      await front.close()
      await between.close()
      await toReplica.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
