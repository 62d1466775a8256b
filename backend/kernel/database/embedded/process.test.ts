import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { connectToLaunched } from './process.ts'

// The test’s clock ends an attempt.
afterEach(() => void vi.useRealTimers())

/** A program that runs until it is told to end, in place of PostgreSQL’s. */
function launched() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A server that accepts connections; `answer` decides what each gets. */
async function listening(answer: (socket: Socket, connection: number) => void) {
  let connections = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    answer(socket, ++connections)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `postgres://postgres:secret@127.0.0.1:${port}`, connections: () => connections }
}

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

it('waits for a started server that is silent for minutes, and says so once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { pid = 0 } = launched()
  const { url, connections } = await listening((socket, connection) => {
    socket.on('data', () => void (connection > 15 && socket.write(authenticated)))
  })
  const said: string[] = []
  const connecting = connectToLaunched(
    url,
    pid,
    () => 'It ended.',
    (sentence) => said.push(sentence),
  )
  let isConnected = false
  const done = connecting.then((client) => {
    isConnected = true
    return client
  })
  while (!isConnected) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(connections()).toBeGreaterThan(15)
  expect(said).toEqual(['PostgreSQL is still starting; the site waits for it.'])
  const client = await done
  client.connection.stream.destroy()
})

it('reports the last output of a server that died', async () => {
  const child = launched()
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const connecting = connectToLaunched('postgres://postgres@127.0.0.1:1', child.pid ?? 0, () => 'FATAL: no space left.')
  await expect(connecting).rejects.toThrow(StartupError)
  await expect(connecting).rejects.toThrow('FATAL: no space left.')
})
