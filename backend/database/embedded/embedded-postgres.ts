import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, explain, initialise, isInitialised, isInUse, launch, openCluster } from './cluster.ts'
import { answers, freePort, isAlive, makeDatabase, removeStaleLock, runningServer, untilReady } from './process.ts'

/** A real PostgreSQL from npm, run for one data folder. */
export type EmbeddedPostgres = {
  /** Valid from the start: the port is chosen before the server is up. */
  url: string
  /** It was already running when `start` came: another process of ours uses it, or was killed. */
  isAdopted(): boolean
  /**
   * Brings the server up; throws StartProblem. After that a server that dies is started again by itself, and again and
   * again while something stands in the way, which `onTrouble` hears once.
   */
  start(onTrouble?: (problem: Error) => void): Promise<void>
  /** Ends the server, and whatever uses it. */
  stop(): Promise<void>
  /** Looks after the server no longer, and lets it run for whoever else uses it. */
  leave(): Promise<void>
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
  let starting: Promise<void> = Promise.resolve()
  let supervision: Promise<void> = Promise.resolve()
  let adopted = false

  async function bringUp(): Promise<void> {
    if (pid !== undefined && isAlive(pid) && (await answers(server))) {
      adopted = true
      return
    }
    removeStaleLock(cluster.folder)
    const left = runningServer(cluster.folder)?.pid
    for (let waited = 0; ; waited += 200) {
      const launched = launch(cluster, port)
      pid = launched.pid
      try {
        return await untilReady(server, pid, () => explain(launched.said(), cluster.folder))
      } catch (error) {
        // After a kill PostgreSQL refuses the folder until the last process of the dead server is gone, and rightly so.
        const isEnding = isInUse(launched.said()) && (left === undefined || !isAlive(left))
        if (!isEnding || waited >= 15_000 || stopping.signal.aborted) throw error
      }
      await delay(200)
    }
  }

  async function start(onTrouble: (problem: Error) => void): Promise<void> {
    if (!isInitialised(cluster)) initialise(cluster)
    await bringUp()
    await makeDatabase(server)
    supervision = supervise(onTrouble)
  }

  async function supervise(onTrouble: (problem: Error) => void): Promise<void> {
    let isTold = false
    const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {})
    while (!stopping.signal.aborted) {
      await pause(300)
      if (stopping.signal.aborted || (pid !== undefined && isAlive(pid))) continue
      try {
        await bringUp()
        isTold = false
      } catch (error) {
        if (!isTold && error instanceof Error) onTrouble(error)
        isTold = true
        await pause(1000)
      }
    }
  }

  async function leave(): Promise<void> {
    stopping.abort()
    await starting.catch(() => {})
    await supervision
  }

  return {
    url: `${server}/campaign`,
    isAdopted: () => adopted,
    start(onTrouble = () => {}) {
      starting = start(onTrouble)
      return starting
    },
    async stop() {
      await leave()
      if (pid === undefined || !isAlive(pid)) return
      process.kill(pid, 'SIGINT') // PostgreSQL's fast shutdown: ends sessions, writes a checkpoint
      for (let waited = 0; isAlive(pid) && waited < 30_000; waited += 50) await delay(50)
    },
    leave,
  }
}
