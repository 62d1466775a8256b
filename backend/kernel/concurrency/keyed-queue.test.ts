import { expect, it } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

it('runs jobs with one key in order, after failures too, and other keys side by side', async () => {
  const serialize = createKeyedQueue()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const jobs = [
    serialize('a', async () => {
      await first.promise
      done.push('a1')
      throw new Error('failed')
    }),
    serialize('a', async () => done.push('a2')),
    serialize('b', async () => done.push('b1')),
  ]
  await jobs[2]
  expect(done).toEqual(['b1'])
  first.resolve()
  await expect(jobs[0]).rejects.toThrow('failed')
  await jobs[1]
  expect(done).toEqual(['b1', 'a1', 'a2'])
})
