import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/database/database.ts'
import { growGradually } from './gradual-pool.ts'
import { ignoreIdleErrors } from './pool.ts'

const gradualPool = (options: pg.PoolConfig & { max: number }) => growGradually(ignoreIdleErrors(new pg.Pool(options)))

/** A server that accepts connections and never answers. */
async function silentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const goAway = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(goAway)
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It has no port.')
  return { port: address.port, sockets, goAway }
}

async function poolOf({ max }: { max: number }): Promise<pg.Pool> {
  const { url } = await createEmptyDatabase()
  const pool = gradualPool({ connectionString: url, max })
  onTestFinished(() => pool.end())
  return pool
}

it('opens one connection at a time, however many callers wait', async () => {
  const { port, sockets, goAway } = await silentServer()
  const pool = gradualPool({ host: '127.0.0.1', port, user: 'none', max: 10 })
  const asking = Promise.allSettled(Array.from({ length: 8 }, () => pool.query('SELECT 1')))
  await expect.poll(() => sockets.length).toBe(1)
  expect(pool.totalCount).toBe(1)
  goAway()
  const answers = await asking
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(sockets).toHaveLength(1)
})

it('grows to its maximum for waiting callers, and no further', async () => {
  const pool = await poolOf({ max: 4 })
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  const fifth = pool.connect()
  const processes = clients.map((client) => Reflect.get(client, 'processID'))
  expect(new Set(processes).size).toBe(4)
  expect(pool.totalCount).toBe(4)
  clients[0]?.release()
  expect(Reflect.get(await fifth, 'processID')).toBe(processes[0])
  for (const client of [...clients.slice(1), await fifth]) client.release()
})

it('replaces a lost connection', async () => {
  const pool = await poolOf({ max: 1 })
  for (let round = 0; round < 3; round++) {
    const client = await pool.connect()
    client.release(true)
  }
  const { rows } = await pool.query('SELECT 1 AS one')
  expect(rows).toEqual([{ one: 1 }])
})

it('rejects all waiting callers when no server listens', async () => {
  const pool = gradualPool({ host: '127.0.0.1', port: 1, user: 'none', max: 3 })
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => pool.query('SELECT 1')))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
  expect(pool.totalCount).toBe(0)
})

it('replaces connections that broke while they were being settled', async () => {
  const { url } = await createEmptyDatabase()
  const operator = new pg.Client(url)
  await operator.connect()
  onTestFinished(() => operator.end())
  let broken = 0
  const pool = gradualPool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: 2000,
    async onConnect(client) {
      if (broken++ >= 3) return
      const ends = new Promise((resolve) => client.once('end', resolve))
      await operator.query('SELECT pg_terminate_backend($1)', [Reflect.get(client, 'processID')])
      await ends
      await client.query('SELECT 1')
    },
  })
  onTestFinished(() => pool.end())
  for (let attempt = 0; attempt < 3; attempt++) await expect(pool.query('SELECT 1')).rejects.toThrow()
  expect((await pool.query<{ one: number }>('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
})
