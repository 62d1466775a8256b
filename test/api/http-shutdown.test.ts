import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

async function start(drainSeconds = 0) {
  const child = spawn(process.execPath, ['test/api/closing-server.ts', String(drainSeconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => (await lines.next()).value
  return { child, ended, line, url: `http://127.0.0.1:${await line()}` }
}

it('SIGTERM finishes open requests, accepts no new ones, closes and exits with 0', async () => {
  const { child, ended, line, url } = await start()
  const slow = fetch(`${url}/slow`)
  expect(await line()).toBe('asked')
  child.kill('SIGTERM')
  expect(await line()).toBe('closing')
  await expect.poll(() => fetch(`${url}/healthz`).then(String, () => 'refused')).toBe('refused')
  child.stdin.write('go\n')
  const answer = await slow
  expect([answer.status, answer.headers.get('connection'), await answer.json()]).toEqual([
    200,
    'close',
    { message: 'done' },
  ])
  expect(await line()).toBe('closed')
  expect(await ended).toEqual([0, null])
})

it('while it drains, the health checks say 503 and everything else is answered; then it closes', async () => {
  const { child, ended, line, url } = await start(2)
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await statusOf('/readyz')).toBe(200)
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(503)
  const answer = await fetch(`${url}/api/openapi.json`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect([await line(), await line()]).toEqual(['closing', 'closed'])
  expect(await ended).toEqual([0, null])
})

it('the same signal once more, passed on by npm, changes nothing', async () => {
  const { child, ended, line, url } = await start()
  const slow = fetch(`${url}/slow`)
  expect(await line()).toBe('asked')
  child.kill('SIGINT')
  expect(await line()).toBe('closing')
  child.kill('SIGINT')
  child.stdin.write('go\n')
  expect(await (await slow).json()).toEqual({ message: 'done' })
  expect(await ended).toEqual([0, null])
})

it('a second signal, more than a second later, exits immediately', async () => {
  const { child, ended, line, url } = await start()
  const slow = fetch(`${url}/slow`).catch(() => 'cut')
  expect(await line()).toBe('asked')
  child.kill('SIGINT')
  expect(await line()).toBe('closing')
  const repeating = setInterval(() => child.kill('SIGINT'), 100)
  onTestFinished(() => clearInterval(repeating))
  expect(await ended).toEqual([1, null])
  expect(await slow).toBe('cut')
})
