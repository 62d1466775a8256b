import { describe, expect, it, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { createRetryQueue } from './retry-queue.ts'

const quick = { first: 1, max: 2 }

describe('a background job', () => {
  it('runs in order with others of its key and in parallel with other keys', async () => {
    const queue = createRetryQueue()
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.add('a', () => promise.then(() => done.push('a1')))
    queue.add('a', async () => done.push('a2'))
    queue.add('b', async () => done.push('b1'))
    await vi.waitFor(() => expect(done).toEqual(['b1']), pollTimeout)
    resolve()
    await queue.idle()
    expect(done).toEqual(['b1', 'a1', 'a2'])
  })

  it('is retried until it succeeds, and reports the failure in the meantime', async () => {
    const queue = createRetryQueue({ tries: 1000, pause: { first: 20, max: 20 } })
    let isAway = true
    let done = 0
    queue.add('a', async () => {
      if (isAway) throw new Error('away')
      done++
    })
    await vi.waitFor(() => expect(queue.isFailing()).toBe(true), pollTimeout)
    isAway = false
    await queue.idle()
    expect([done, queue.isFailing(), queue.dropped()]).toEqual([1, false, 0])
  })

  it('is dropped and counted when it keeps failing or the queue is full', async () => {
    const errors: unknown[] = []
    const queue = createRetryQueue({
      capacity: 1,
      concurrency: 1,
      tries: 3,
      pause: quick,
      onDrop: (error) => errors.push(error),
    })
    const never = async () => {
      throw new Error('never')
    }
    expect([1, 2, 3].map((name) => queue.add(`${name}`, never))).toEqual([true, true, false])
    await queue.idle()
    expect(queue.dropped()).toBe(3)
    expect(errors).toHaveLength(3)
  })

  it('is not retried once the queue is closed', async () => {
    const queue = createRetryQueue({ pause: { first: 60_000, max: 60_000 } })
    queue.add('a', async () => {
      throw new Error('away')
    })
    await vi.waitFor(() => expect(queue.isFailing()).toBe(true), pollTimeout)
    await queue.close()
    expect(queue.dropped()).toBe(1)
  })
})
