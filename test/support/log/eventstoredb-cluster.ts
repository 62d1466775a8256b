import { createProxy, type Proxy as NetworkProxy } from '../tcp-proxy.ts'
import { type Calls, type EventStoreDbServer, type Member, startEventStoreDbServer } from './eventstoredb-server.ts'
import { createEventStore, type EventStore } from './eventstoredb-store.ts'

type Node = Member & { proxy: NetworkProxy; server: EventStoreDbServer | null }

export type EventStoreDbCluster = {
  /** `127.0.0.1:…,127.0.0.1:…,127.0.0.1:…` */
  hosts: string
  store: EventStore
  calls: Calls
  leader(): Member | null
  /** Kills the leader; another one is elected. */
  killLeader(): Promise<void>
  /**
   * Freezes the leader: it keeps its connections open and accepts new ones, but never answers. The others name it as
   * their leader (the real ones for some 8 s) until the returned function is called, which elects another one.
   */
  silenceLeader(): () => void
  /** From now on the followers show everything at once. */
  catchUp(): void
  /** Another node leads; the old leader continues as a follower. */
  elect(): void
  /** Every node that was killed or silent comes back as a follower. */
  revive(): Promise<void>
  close(): Promise<void>
}

/**
 * A cluster of three over real gRPC. What is acknowledged is with all nodes, but a follower shows it `lag` ms later; while
 * there is no leader, for `electionTime` ms, no node takes commands. Each node is reached through a proxy, so that it can fall
 * silent.
 */
export async function startEventStoreDbCluster({ lag = 100, electionTime = 300 } = {}): Promise<EventStoreDbCluster> {
  const store = createEventStore()
  const calls: Calls = { reads: 0, appends: 0, subscriptions: 0, ofAnyNode: 0 }
  const nodes: Node[] = []
  const timers = new Set<NodeJS.Timeout>()
  const leader = () => nodes.find(({ state, isAlive }) => isAlive && state === 'leader') ?? null

  const follower = { lag }

  const serve = (node: () => Node | undefined) =>
    startEventStoreDbServer({
      store,
      calls,
      place: {
        isLeader: () => node() !== undefined && node() === leader(),
        leader,
        members: () => nodes,
        lag: () => follower.lag,
      },
    })

  async function addNode(): Promise<void> {
    let own: Node | undefined
    const server = await serve(() => own)
    const proxy = await createProxy({ host: '127.0.0.1', port: () => own?.server?.port ?? 1 })
    own = { port: proxy.port, state: 'follower', isAlive: true, proxy, server }
    nodes.push(own)
  }
  for (let count = 0; count < 3; count++) await addNode()
  for (const node of nodes.slice(0, 1)) node.state = 'leader'

  /** After the time that it takes, one of those who were followers before. */
  function electLater(former: Node): void {
    former.state = 'follower'
    const timer = setTimeout(() => {
      timers.delete(timer)
      const next = nodes.find((node) => node.isAlive && node !== former)
      if (next && !leader()) next.state = 'leader'
    }, electionTime)
    timers.add(timer)
  }
  const current = () => {
    const found = leader()
    if (!found) throw new Error('There is no leader right now.')
    return found
  }

  return {
    hosts: nodes.map(({ port }) => `127.0.0.1:${port}`).join(),
    store,
    calls,
    leader,
    async killLeader() {
      const node = current()
      node.isAlive = false
      node.server?.close()
      node.server = null
      node.proxy.goDown()
      electLater(node)
    },
    silenceLeader() {
      const node = current()
      node.proxy.silence()
      return () => {
        node.isAlive = false
        node.state = 'follower'
        const next = nodes.find((other) => other !== node && other.isAlive)
        if (next) next.state = 'leader'
      }
    },
    catchUp() {
      follower.lag = 0
    },
    elect: () => electLater(current()),
    async revive() {
      for (const node of nodes.filter(({ isAlive }) => !isAlive)) {
        node.server ??= await serve(() => node)
        node.proxy.comeBack()
        node.proxy.cut()
        node.proxy.speak()
        node.isAlive = true
      }
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      for (const { server, proxy } of nodes) {
        server?.close()
        await proxy.close()
      }
    },
  }
}
