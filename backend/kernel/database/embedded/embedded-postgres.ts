import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { isAlive } from './alive.ts'
import {
  type Cluster,
  type ClusterOptions,
  explain,
  initialize,
  isInitialized,
  isInUse,
  launch,
  openCluster,
} from './cluster.ts'
import { markCluster } from './cluster-place.ts'
import { inDataFolder } from './data-folder.ts'
import {
  connectToLaunched,
  connectToRunning,
  createDatabase,
  freePort,
  removeStaleLock,
  runningServer,
} from './process.ts'

/** The role that the server of the site runs as. */
export const siteRole = 'campaign_server'

/** A real PostgreSQL from npm, running for one data folder. */
export type EmbeddedPostgres = {
  /** Connects as the owner of everything. Valid immediately: the port is chosen before the server is up. */
  url: string
  /** Connects as the role that the server of the site runs as (database/server-role.ts). */
  serverUrl: string
  /** It was already running when `start` was called: another process of this program uses it or was killed. */
  isAdopted(): boolean
  /**
   * Starts the server; throws StartupError. Afterwards a server that dies is restarted automatically, and retried for
   * as long as that fails; `onTrouble` is called once per outage.
   */
  start(onTrouble?: (problem: Error) => void): Promise<void>
  /** Stops the server, also for everyone else who uses it. */
  stop(): Promise<void>
  /** Tells the server to stop and does not wait for it. */
  shutDown(): void
  /** Stops supervising the server and leaves it running for its other users. */
  leave(): Promise<void>
}

/**
 * Adopts a server that a killed run left behind, clears stale locks, and restarts a server that dies on the same port,
 * so that connection pools find it again without a restart of the application.
 */
export async function embeddedPostgres(
  dataDir: string,
  password: string,
  options?: ClusterOptions,
): Promise<EmbeddedPostgres> {
  const cluster: Cluster = await openCluster(dataDir, password, options)
  const port = runningServer(cluster.folder)?.port ?? (await freePort())
  const server = `postgres://postgres:${password}@127.0.0.1:${port}`
  const sitePassword = createHmac('sha256', password).update(siteRole).digest('hex')
  const stopping = new AbortController()
  let pid = runningServer(cluster.folder)?.pid
  let starting: Promise<void> = Promise.resolve()
  let supervision: Promise<void> = Promise.resolve()
  let adopted = false

  /** A connection as the owner, which the caller ends. */
  async function bringUp(): Promise<pg.Client> {
    // Another process started this server and may still use it, even when the server refuses us.
    adopted = pid !== undefined && isAlive(pid)
    const running = adopted ? await connectToRunning(server) : null
    if (running) return running
    adopted = false
    removeStaleLock(cluster.folder)
    const left = runningServer(cluster.folder)?.pid
    for (let waited = 0; ; waited += 200) {
      const launched = launch(cluster, port)
      pid = launched.pid
      try {
        return await connectToLaunched(server, pid, () => explain(launched.output(), cluster.folder))
      } catch (error) {
        // After a kill, PostgreSQL refuses the folder until the last process of the dead server is gone.
        const isEnding = isInUse(launched.output()) && (left === undefined || !isAlive(left))
        if (!isEnding || waited >= 15_000 || stopping.signal.aborted) throw error
      }
      await delay(200)
    }
  }

  async function start(onTrouble: (problem: Error) => void): Promise<void> {
    if (!isInitialized(cluster)) initialize(cluster)
    const client = await bringUp()
    await createDatabase(client, { role: siteRole, password: sitePassword }).finally(() => client.end())
    inDataFolder(dataDir, () => markCluster(dataDir, cluster.folder))
    supervision = supervise(onTrouble)
  }

  async function supervise(onTrouble: (problem: Error) => void): Promise<void> {
    let isReported = false
    const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {})
    while (!stopping.signal.aborted) {
      await pause(300)
      if (stopping.signal.aborted || (pid !== undefined && isAlive(pid))) continue
      try {
        const client = await bringUp()
        await client.end()
        isReported = false
      } catch (error) {
        if (!isReported && error instanceof Error) onTrouble(error)
        isReported = true
        await pause(1000)
      }
    }
  }

  function shutDown(): void {
    stopping.abort()
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGINT') // fast shutdown: ends sessions, writes a checkpoint
  }

  async function leave(): Promise<void> {
    stopping.abort()
    await starting.catch(() => {})
    await supervision
  }

  return {
    url: `${server}/campaign`,
    serverUrl: `postgres://${siteRole}:${sitePassword}@127.0.0.1:${port}/campaign`,
    isAdopted: () => adopted,
    start(onTrouble = () => {}) {
      starting = start(onTrouble)
      return starting
    },
    async stop() {
      await leave()
      if (pid === undefined) return
      shutDown()
      for (let waited = 0; isAlive(pid) && waited < 30_000; waited += 50) await delay(50)
    },
    shutDown,
    leave,
  }
}
