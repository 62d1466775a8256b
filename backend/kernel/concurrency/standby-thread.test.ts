import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type { Tricks } from '../../../test/support/standby-worker.ts'
import { createStandbyThread } from './standby-thread.ts'

type Trick = ReturnType<Tricks['started']>

const settings = {
  every: 10,
  linger: 60_000,
  maxUnanswered: 10_000,
  restarts: { first: 10, max: 40 },
  closeTimeout: 20_000,
}

/** `tricks`: the behavior of each thread, one after the other; the last one repeats. */
function standby({ tricks = ['live'], own = {}, file }: { tricks?: Trick[]; own?: object; file?: URL } = {}) {
  const said: string[] = []
  const deaths: { message: string; code: unknown; pause: number }[] = []
  const problems: unknown[] = []
  const state = { isNeeded: true, isKnown: true }
  const host: Tricks = {
    started: () => (tricks.length > 1 ? tricks.shift() : tricks[0]) ?? 'live',
    said: (words) => void said.push(words),
    refuse() {
      throw Object.assign(new Error('No.'), { code: '42P01' })
    },
  }
  const thread = createStandbyThread({
    file: file ?? new URL('../../../test/support/standby-worker.ts', import.meta.url),
    workerData: () => null,
    host,
    async isNeeded() {
      if (!state.isKnown) throw new Error('The need is unknown.')
      return state.isNeeded
    },
    onProblem: (error) => problems.push(error),
    onDeath(error, pause) {
      deaths.push({
        message: String(Reflect.get(Object(error), 'message')),
        code: Reflect.get(Object(error), 'code'),
        pause,
      })
    },
    settings: { ...settings, ...own },
  })
  onTestFinished(thread.close)
  const hears = (words: string) => expect.poll(() => said, { timeout: 20_000 }).toContain(words)
  return { thread, said, deaths, problems, state, hears }
}

const long = { timeout: 20_000 }

it('runs while it is needed, ends in order a while later, and starts again', async () => {
  const { thread, said, state, hears, deaths } = standby({ own: { linger: 0 } })
  state.isNeeded = false
  thread.start()
  thread.wake()
  expect(thread.status()).toEqual({ isRunning: false, deaths: 0 })
  state.isNeeded = true
  await hears('ready')
  expect(thread.status().isRunning).toBe(true)
  state.isNeeded = false
  await hears('closing')
  await expect.poll(() => thread.status().isRunning, long).toBe(false)
  said.length = 0
  state.isNeeded = true
  await hears('ready')
  expect(deaths).toEqual([])
})

it('stays while the need for it is unknown', async () => {
  const { thread, state, hears, problems, said } = standby({ own: { linger: 0 } })
  thread.start()
  await hears('ready')
  state.isKnown = false
  await expect.poll(() => problems.length, long).toBeGreaterThan(3)
  expect(thread.status().isRunning).toBe(true)
  expect(said).not.toContain('closing')
})

it('calls functions of the process, which answer or fail with a code; nothing else can be called', async () => {
  const { thread, said, hears } = standby()
  thread.start()
  await hears('ready')
  expect(said).toEqual(['No. 42P01', 'The thread may not call missing. undefined', 'ready'])
  thread.wake()
  await hears('woken')
})

it.each([
  ['ends by itself', 'die', 'The thread ended.', undefined],
  ['throws', 'throw', 'Broken.', 'E_BROKEN'],
] as const)('is replaced when it %s, and the process goes on', async (_how, trick, message, code) => {
  const { thread, deaths, hears } = standby({ tricks: [trick, 'live'] })
  thread.start()
  await hears('ready')
  expect(deaths).toEqual([{ message, code, pause: 10 }])
  expect(thread.status()).toEqual({ isRunning: true, deaths: 1 })
})

it('is replaced when it no longer answers', async () => {
  const { thread, deaths, hears } = standby({ tricks: ['hang', 'live'], own: { every: 50, maxUnanswered: 60 } })
  thread.start()
  await hears('ready')
  expect(deaths[0]?.message).toBe('The thread did not answer any more.')
})

it('waits longer after each consecutive death', async () => {
  const { thread, deaths } = standby({
    file: pathToFileURL(join(import.meta.dirname, 'no-such-worker.ts')),
    own: { restarts: { first: 1, max: 100_000 } },
  })
  thread.start()
  await expect.poll(() => deaths.length, long).toBeGreaterThan(3)
  expect(deaths.slice(0, 4).map(({ pause }) => pause)).toEqual([1, 2, 4, 8])
})

it('ends in order when it is closed', async () => {
  const { thread, said, hears, deaths } = standby()
  thread.start()
  await hears('ready')
  await thread.close()
  expect(said.at(-1)).toBe('closing')
  expect([thread.status().isRunning, deaths]).toEqual([false, []])
})

it('is terminated when it takes too long to end', async () => {
  const { thread, hears, deaths } = standby({ tricks: ['hang at the end'], own: { closeTimeout: 100 } })
  thread.start()
  await hears('ready')
  await thread.close()
  expect([thread.status().isRunning, deaths]).toEqual([false, []])
})
