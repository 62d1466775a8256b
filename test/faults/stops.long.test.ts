import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import { ensureBuilt } from '../../backend/tools/site-build.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
const childOf = (pid: number) => childrenOf(pid)[0] ?? 0

/** `npm start`, until it is ready: the process ids of npm and of the product, which has taken the place of npm's shell. */
async function npmStart() {
  await ensureBuilt(() => {})
  const folder = temporaryDataFolder()
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...process.env, PORT: '0', DATA_DIR: folder.path, DEMO_CONTENT: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const npm = child.pid ?? 0
  onTestFinished(async () => {
    await folder.remove()
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Ready')) break
  child.stdout.resume()
  const product = childOf(npm)
  onTestFinished(() => {
    if (isAlive(product)) process.kill(product, 'SIGKILL')
  })
  return { child, folder, pids: { npm, product } }
}

it.runIf(process.platform === 'linux')(
  'a stop that hangs ends after 15 s, and the database stops as soon as it can',
  async () => {
    const { child, folder, pids } = await npmStart()
    const postgres = runningServer(join(folder.path, 'postgres'))?.pid ?? 0
    const members = [postgres, ...childrenOf(postgres)]
    onTestFinished(() => {
      for (const pid of members) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    })
    for (const pid of members) process.kill(pid, 'SIGSTOP')
    const ended = once(child, 'exit')
    process.kill(pids.product, 'SIGTERM')
    await vi.waitFor(() => expect(isAlive(pids.product)).toBe(false), { timeout: 60_000, interval: 100 })
    await ended
    expect(isAlive(postgres)).toBe(true)
    for (const pid of members) process.kill(pid, 'SIGCONT')
    await vi.waitFor(() => expect(isAlive(postgres)).toBe(false), { timeout: 40_000, interval: 100 })
    expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false)
  },
)

it.runIf(process.platform === 'linux').each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGINT'],
  ['npm', 'SIGKILL'],
  // As a terminal does with Ctrl-C; npm passes it on, so the product gets it twice.
  ['all of them', 'SIGINT'],
  ['product', 'SIGTERM'],
  ['product', 'SIGINT'],
] as const)('a signal to %s (%s) stops the product and its database', async (target, signal) => {
  const { child, folder, pids } = await npmStart()
  expect(readFileSync(`/proc/${pids.product}/cmdline`, 'utf8')).toMatch(/^node\0/)
  const ended = once(child, 'exit')
  process.kill(target === 'all of them' ? -pids.npm : pids[target], signal)
  await vi.waitFor(() => expect(isAlive(pids.product)).toBe(false), { timeout: 40_000, interval: 100 })
  expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false)
  await ended
})
