import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { portOwner } from './port-owner.ts'

const server = createServer()
afterEach(() => server.close())

async function listen(): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

it.runIf(process.platform === 'linux')('names the process that listens on a port', async () => {
  expect(portOwner(await listen())).toMatch(new RegExp(`^process ${process.pid} \\(`))
})

it.runIf(process.platform === 'linux')('names the program, not the options of Node before it', async () => {
  const program = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--stack-trace-limit=10', '-e', program])
  onTestFinished(() => void child.kill())
  const [port] = await once(child.stdout, 'data')
  expect(portOwner(Number(String(port)))).toMatch(new RegExp(`^process ${child.pid} \\(\\S+ -e require`))
})

it('is null for a port without a listener', async () => {
  const port = await listen()
  server.close()
  await once(server, 'close')
  expect(portOwner(port)).toBeNull()
})
