import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, initialise, isInitialised, launch, logTail, openCluster } from './cluster.ts'
import {
  answers,
  freePort,
  isAlive,
  makeDatabase,
  removeStaleLock,
  runningServer,
  untilReady,
} from './cluster-process.ts'

/** A real PostgreSQL from npm, run for one data folder. */
export type EmbeddedPostgres = {
  /** Valid from the start: the port is chosen before the server is up. */
  url: string
  /** It was already running when `start` came: another process of ours uses it, or was killed. */
  isAdopted(): boolean
  /** Brings the server up; throws StartProblem. After that a server that dies is started again by itself. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A server that a killed run left behind is adopted; a stale lock is cleared; a server that dies is started again on
 * the same port, so that the pools find it without a restart of the application.
 */
export async function embeddedPostgres(dataDir: string, password: string): Promise<EmbeddedPostgres> {
  const cluster: Cluster = await openCluster(dataDir, password)
  const port = runningServer(cluster.folder)?.port ?? (await freePort())
  const server = `postgres://postgres:${password}@127.0.0.1:${port}`
  const stopping = new AbortController()
  let pid = runningServer(cluster.folder)?.pid
  let supervision: Promise<void> = Promise.resolve()
  let adopted = false

  async function bringUp(): Promise<void> {
    if (pid !== undefined && isAlive(pid) && (await answers(server))) {
      adopted = true
      return
    }
    removeStaleLock(cluster.folder)
    pid = launch(cluster, port)
    await untilReady(server, pid, () => logTail(cluster))
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(300, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || (pid !== undefined && isAlive(pid))) continue
      await bringUp().catch(() => delay(1000))
    }
  }

  return {
    url: `${server}/campaign`,
    isAdopted: () => adopted,
    async start() {
      if (!isInitialised(cluster)) initialise(cluster)
      await bringUp()
      await makeDatabase(server)
      supervision = supervise()
    },
    async stop() {
      stopping.abort()
      await supervision
      if (pid === undefined || !isAlive(pid)) return
      process.kill(pid, 'SIGINT') // PostgreSQL's fast shutdown: ends sessions, writes a checkpoint
      for (let waited = 0; isAlive(pid) && waited < 30_000; waited += 50) await delay(50)
    },
  }
}
