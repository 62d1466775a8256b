import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { QueueFull } from './semaphore.ts'
import { createWorkerQueue, WorkerFailed } from './worker-queue.ts'

type Task = {
  say?: string
  after?: number
  hang?: true
  thread?: true
  given?: true
  fail?: string
  die?: true
  bytes?: Uint8Array
}

function queue(options: Partial<Parameters<typeof createWorkerQueue>[0]> = {}) {
  const made = createWorkerQueue<Task, string>({
    file: new URL('../../../test/support/echo-worker.ts', import.meta.url),
    waiting: 100,
    timeout: 20_000,
    whenFull: 'Too many.',
    ...options,
  })
  onTestFinished(() => made.close())
  return made
}

it('answers tasks in order, one at a time', async () => {
  const { ask } = queue()
  const order: string[] = []
  const answers = ['a', 'b', 'c'].map((say, index) =>
    ask({ say, after: 30 - index * 10 }).then((said) => order.push(said)),
  )
  await Promise.all(answers)
  expect(order).toEqual(['a', 'b', 'c'])
})

it('rejects a task when too many wait, and accepts tasks again later', async () => {
  const { ask } = queue({ waiting: 2 })
  const first = [ask({ say: 'a', after: 50 }), ask({ say: 'b' })]
  await expect(ask({ say: 'c' })).rejects.toThrow(QueueFull)
  expect(await Promise.all(first)).toEqual(['a', 'b'])
  expect(await ask({ say: 'd' })).toBe('d')
})

it('replaces a thread that hangs, and runs the next task in a new one', async () => {
  const { ask } = queue({ timeout: 1500 })
  expect(await ask({ say: 'warm' })).toBe('warm')
  const hanging = ask({ hang: true })
  await expect(hanging).rejects.toThrow(WorkerFailed)
  // A busy machine may need more than one time limit to start a thread.
  await expect.poll(() => ask({ say: 'after' })).toBe('after')
})

it('lets no caller wait longer than the time limit', async () => {
  const { ask } = queue({ timeout: 2000 })
  await ask({ say: 'warm' })
  const slow = ask({ say: 'slow', after: 1200 })
  const behind = ask({ say: 'slower', after: 1200 })
  expect(await slow).toBe('slow')
  await expect(behind).rejects.toThrow('No answer within 2000 ms.')
})

it('hands buffers over instead of copying them', async () => {
  const { ask } = queue()
  const bytes = new Uint8Array(8)
  expect(await ask({ say: 'taken', bytes }, [bytes.buffer])).toBe('taken')
  expect(bytes.byteLength).toBe(0)
})

it('passes the thread no environment except Node’s compile cache', async () => {
  const { ask } = queue()
  expect(JSON.parse(await ask({ given: true }))).toEqual([['NODE_COMPILE_CACHE'], getCompileCacheDir()])
})

it('passes on errors that a task throws, and continues', async () => {
  const { ask } = queue()
  await expect(ask({ fail: 'no such thing' })).rejects.toThrow('no such thing')
  expect(await ask({ say: 'x' })).toBe('x')
})

it('replaces a thread that died', async () => {
  const { ask } = queue()
  const dying = ask({ die: true })
  const next = ask({ say: 'x' })
  await expect(dying).rejects.toThrow(WorkerFailed)
  expect(await next).toBe('x')
})

it('rejects every caller when the thread cannot start', async () => {
  const { ask } = queue({ file: pathToFileURL(join(import.meta.dirname, 'no-such-worker.ts')) })
  const answers = await Promise.allSettled([ask({ say: 'a' }), ask({ say: 'b' })])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('ends its thread when it is idle, and starts another', async () => {
  const { ask } = queue({ idle: 20 })
  const first = await ask({ thread: true })
  await expect.poll(() => ask({ thread: true }), { timeout: 10_000, interval: 200 }).not.toBe(first)
})

it('rejects waiting callers when it closes', async () => {
  const made = queue()
  await made.ask({ say: 'warm' })
  const answers = Promise.allSettled([made.ask({ hang: true }), made.ask({ say: 'b' })])
  await made.close()
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('rejects tasks once it is closed', async () => {
  const { ask, close } = queue()
  await close()
  await expect(ask({ say: 'a' })).rejects.toThrow(new WorkerFailed('The server is stopping.'))
})
