import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, NotLeaderError } from '@eventstore/db-client'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { LogUnavailable } from '../../backend/kernel/eventlog/event-log.ts'
import { createEventStoreDbLog } from '../../backend/kernel/eventlog/eventstoredb/eventstoredb-log.ts'
import { describeEventLog } from '../eventlog-contract.ts'
import { type EventStoreDbCluster, startEventStoreDbCluster } from '../support/log/eventstoredb-cluster.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { createCertificate } from '../support/providers/certificate.ts'
import { createProxy } from '../support/tcp-proxy.ts'

const note = () => ({ id: randomUUID(), type: 'Noted', data: '{"number":1}', metadata: '{}' })
const urlOf = ({ hosts }: EventStoreDbCluster) => `esdb://${hosts}?tls=false`

/** Another node leads every 0.7 seconds while the contract runs. */
describeEventLog(
  'in a cluster of three EventStoreDBs with elections, as imitated in this process over real gRPC',
  async () => {
    const cluster = await startEventStoreDbCluster({ lag: 50, electionTime: 20 })
    const electing = setInterval(() => cluster.leader() && cluster.elect(), 700)
    const cleanUps: (() => Promise<void> | void)[] = [() => clearInterval(electing), cluster.close]
    function openAt(url: string) {
      const log = createEventStoreDbLog(url)
      cleanUps.unshift(() => log.close())
      return log
    }
    return {
      open: async () => openAt(urlOf(cluster)),
      async openOverBadNetwork() {
        const proxy = await createProxy({ host: '127.0.0.1', port: () => cluster.leader()?.port ?? 1 })
        cleanUps.unshift(proxy.close)
        const log = openAt(`esdb://127.0.0.1:${proxy.port}?tls=false`)
        return { ...proxy, log }
      },
      async close() {
        for (const cleanUp of cleanUps) await cleanUp()
      },
    }
  },
  { recognizes: 'ids in their place' },
)

describe('a cluster of three EventStoreDBs', () => {
  async function start(options?: Parameters<typeof startEventStoreDbCluster>[0]) {
    const cluster = await startEventStoreDbCluster(options)
    const log = createEventStoreDbLog(urlOf(cluster))
    onTestFinished(async () => {
      await log.close()
      await cluster.close()
    })
    return { cluster, log }
  }

  it('as imitated: a follower lags, forwards appends and rejects calls that need the leader', async () => {
    const cluster = await startEventStoreDbCluster({ lag: 3_600_000 })
    const follower = cluster.hosts.split(',')[2]
    const client = EventStoreDBClient.connectionString(`esdb://${follower}?tls=false`)
    onTestFinished(async () => {
      await client.dispose()
      await cluster.close()
    })
    await client.appendToStream('note-1', {
      id: randomUUID(),
      type: 'Noted',
      data: {},
      contentType: 'application/json',
      metadata: undefined,
    })
    const read = async (requiresLeader: boolean) => {
      let count = 0
      for await (const _ of client.readAll({ requiresLeader, maxCount: 100 })) count++
      return count
    }
    const missing = cluster.store.all.length - (await read(false))
    expect(missing).toBeGreaterThan(0)
    cluster.catchUp()
    expect(await read(false)).toBe(cluster.store.all.length)
    await expect(read(true)).rejects.toBeInstanceOf(NotLeaderError)
    // The next call goes to the leader by itself.
    expect(await read(true)).toBe(cluster.store.all.length)
  })

  it('misses none of its acknowledged events, although the followers lag', async () => {
    const { log } = await start({ lag: 150 })
    for (let count = 0; count < 60; count++) {
      await log.append(`note-${count}`, 'no-stream', [note()])
      expect(await log.readStream(`note-${count}`)).toHaveLength(1)
    }
    expect(await log.readAll(null, 100)).toHaveLength(60)
  })

  it('asks again without an error when another node leads', async () => {
    const { cluster, log } = await start({ electionTime: 10 })
    for (let round = 0; round < 6; round++) {
      await log.append(`note-${round}`, 'no-stream', [note()])
      cluster.elect()
      await expect.poll(cluster.leader, { interval: 5 }).not.toBeNull()
      expect(await log.readStream(`note-${round}`)).toHaveLength(1)
      expect(await log.append(`note-${round}`, 0, [note()])).toMatchObject({ outcome: 'appended', revision: 1 })
    }
  })

  it('loses nothing when leaders die under load', async () => {
    const { cluster, log } = await start({ electionTime: 100 })
    const acknowledged: string[] = []
    let isRunning = true
    const writers = Array.from({ length: 8 }, async () => {
      while (isRunning) {
        const event = note()
        const stream = `note-${event.id}`
        // The retry that every client makes.
        for (;;) {
          const answer = await log.append(stream, 'no-stream', [event]).catch(() => null)
          if (answer) break
          await delay(20)
        }
        acknowledged.push(event.id)
      }
    })
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 50)
      await cluster.killLeader()
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 100)
      await cluster.revive()
    }
    isRunning = false
    await Promise.all(writers)
    const stored = cluster.store.all.filter(({ stream }) => stream.startsWith('note-')).map(({ id }) => id)
    expect(stored.toSorted()).toEqual(acknowledged.toSorted())
  }, 90_000)

  it('gives up on a frozen leader, and finds the next one once it is elected', async () => {
    const { cluster, log } = await start()
    await log.append('note-1', 'no-stream', [note()])
    const elect = cluster.silenceLeader()
    const attempts = await Promise.allSettled([log.append('note-2', 'no-stream', [note()]), log.readStream('note-1')])
    // Callers are told after 4.5 s; the followers still name the silent node.
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(LogUnavailable) })
    const event = note()
    const accepted = (async () => {
      for (;;) {
        const answer = await log.append('note-3', 'no-stream', [event]).catch(() => null)
        if (answer) return answer
      }
    })()
    elect()
    const electedAt = performance.now()
    expect(await accepted).toMatchObject({ outcome: 'appended' })
    if (process.env.PRINT_TIMES)
      console.log(`accepted ${Math.round(performance.now() - electedAt)} ms after the election`)
    expect(await log.readStream('note-3')).toMatchObject([event])
    // The subscription continued too.
    const after = await log.head()
    expect(await log.readNew(after, 10)).toEqual([])
  }, 40_000)
})

describe('EventStoreDB with TLS and a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-tls-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  async function start() {
    const tls = createCertificate()
    const file = join(folder, 'ca.crt')
    writeFileSync(file, tls.certificate)
    const server = await startEventStoreDbServer({ tls, credentials: 'admin:changeit' })
    onTestFinished(server.close)
    const open = (user: string, query: string) => {
      const log = createEventStoreDbLog(`esdb://${user}@127.0.0.1:${server.port}?${query}`)
      onTestFinished(() => log.close())
      return log
    }
    return { open, file, at: `EventStoreDB at 127.0.0.1:${server.port}` }
  }

  it('is used with its own authority and the right password', async () => {
    const { open, file } = await start()
    const log = open('admin:changeit', `tls=true&tlsCAFile=${file}`)
    await log.append('note-1', 'no-stream', [note()])
    expect(await log.readStream('note-1')).toHaveLength(1)
  })

  it('says in one sentence what is wrong, and never the password', async () => {
    const { open, file, at } = await start()
    for (const [user, query, sentence] of [
      [
        'admin:wrong-secret',
        `tls=true&tlsCAFile=${file}`,
        'rejected the user or password. Correct them in EVENTSTORE_URL',
      ],
      ['admin:changeit', 'tls=true', 'has a certificate of an authority that is not known here. Add tlsCAFile='],
      ['admin:changeit', 'tls=false', 'could not be reached. Check that it is running, and that tls=true or tls=false'],
    ] as const)
      for (const attempt of [
        (log: ReturnType<typeof open>) => log.head(),
        (log: ReturnType<typeof open>) => log.append('note-1', 'no-stream', [note()]),
      ]) {
        const refused = await attempt(open(user, query)).catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(LogUnavailable)
        expect(String(refused)).toContain(`${at} ${sentence}`)
        expect(String(refused)).not.toMatch(/changeit|wrong-secret/)
      }
  })
})
