import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

/** Doubles each item; `finish` completes the batch in progress. */
function createDoubler(limit?: number) {
  const batches: number[][] = []
  let finish = () => {}
  const ask = createBatcher<number, number>(
    async (items) => {
      batches.push(items)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return items.map((item) => item * 2)
    },
    { limit },
  )
  return { ask, batches, finish: () => finish() }
}

const endOfTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

describe('a batcher', () => {
  it('waits briefly for more items after a batch of several, if configured to', async () => {
    const batches: number[][] = []
    const write = async (items: number[]) => {
      batches.push(items)
      return items
    }
    const ask = createBatcher<number, number>(write, { gather: 20 })
    await Promise.all([ask(1), ask(2)])
    const third = ask(3)
    await nextTurn()
    await nextTurn()
    await Promise.all([third, ask(4)])
    expect(batches).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('writes without waiting for the event loop when idle, and simultaneous calls share a batch', async () => {
    const { ask, batches } = createDoubler()
    void ask(1)
    void Promise.resolve().then(() => ask(2))
    await endOfTick()
    expect(batches).toEqual([[1, 2]])
  })

  it('waits for the other requests of a turn after a batch of several', async () => {
    const { ask, batches, finish } = createDoubler()
    const both = Promise.all([ask(1), ask(2)])
    await endOfTick()
    finish()
    await both
    void ask(3)
    await endOfTick()
    void ask(4)
    await expect
      .poll(() => batches)
      .toEqual([
        [1, 2],
        [3, 4],
      ])
  })

  it('writes a lone item on its own and batches what arrives in the meantime', async () => {
    const { ask, batches, finish } = createDoubler()
    const first = ask(1)
    await nextTurn()
    const rest = [ask(2), ask(3)]
    finish()
    expect(await first).toBe(2)
    await expect.poll(() => batches).toEqual([[1], [2, 3]])
    finish()
    expect(await Promise.all(rest)).toEqual([4, 6])
  })

  it('never exceeds its limit per batch and keeps the order of the calls', async () => {
    const { ask, batches, finish } = createDoubler(2)
    const all = Promise.all([ask(1), ask(2), ask(3)])
    await expect.poll(() => batches).toEqual([[1, 2]])
    finish()
    await expect.poll(() => batches).toEqual([[1, 2], [3]])
    finish()
    expect(await all).toEqual([2, 4, 6])
  })

  it('rejects only the call whose result is an error', async () => {
    const ask = createBatcher<number, number>(async (items) =>
      items.map((item) => (item < 0 ? new RangeError(`${item} is negative`) : item)),
    )
    const [good, bad] = await Promise.allSettled([ask(1), ask(-1)])
    expect(good).toEqual({ status: 'fulfilled', value: 1 })
    expect(bad).toEqual({ status: 'rejected', reason: new RangeError('-1 is negative') })
  })

  it('rejects the whole batch when the write fails, then continues with the next', async () => {
    let isDown = true
    const ask = createBatcher<number, number>(async (items) => {
      if (isDown) throw new Error('The database is down')
      return items
    })
    const outcomes = await Promise.allSettled([ask(1), ask(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isDown = false
    expect(await ask(3)).toBe(3)
  })
})
