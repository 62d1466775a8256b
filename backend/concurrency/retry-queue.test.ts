import { describe, expect, it, vi } from 'vitest'
import { createBackground } from './retry-queue.ts'

const quick = { first: 1, most: 2 }

describe('work in the background', () => {
  it('is done in order under one key, and beside each other under different ones', async () => {
    const background = createBackground()
    const done: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    background.add('a', () => promise.then(() => done.push('a1')))
    background.add('a', async () => done.push('a2'))
    background.add('b', async () => done.push('b1'))
    await vi.waitFor(() => expect(done).toEqual(['b1']))
    resolve()
    await background.idle()
    expect(done).toEqual(['b1', 'a1', 'a2'])
  })

  it('is tried again until it succeeds, and says meanwhile that something fails', async () => {
    const background = createBackground({ tries: 1000, pause: { first: 20, most: 20 } })
    let isAway = true
    let done = 0
    background.add('a', async () => {
      if (isAway) throw new Error('away')
      done++
    })
    await vi.waitFor(() => expect(background.isFailing()).toBe(true))
    isAway = false
    await background.idle()
    expect([done, background.isFailing(), background.dropped()]).toEqual([1, false, 0])
  })

  it('is dropped and counted when it fails for good, or when there is no room', async () => {
    const errors: unknown[] = []
    const background = createBackground({
      capacity: 1,
      concurrency: 1,
      tries: 3,
      pause: quick,
      onDrop: (error) => errors.push(error),
    })
    const never = async () => {
      throw new Error('never')
    }
    expect([1, 2, 3].map((name) => background.add(`${name}`, never))).toEqual([true, true, false])
    await background.idle()
    expect(background.dropped()).toBe(3)
    expect(errors).toHaveLength(3)
  })

  it('gives up at once when it is closed', async () => {
    const background = createBackground({ pause: { first: 60_000, most: 60_000 } })
    background.add('a', async () => {
      throw new Error('away')
    })
    await vi.waitFor(() => expect(background.isFailing()).toBe(true))
    await background.close()
    expect(background.dropped()).toBe(1)
  })
})
