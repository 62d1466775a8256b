import { expect, it } from 'vitest'
import { everyMinute } from './every-minute.ts'

it('runs at once and then again and again, one run at a time, also after a failure', async () => {
  const failures: unknown[] = []
  let runs = 0
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    if (++runs === 1) throw new Error('the database is away')
  }
  const stop = everyMinute(work, (error) => failures.push(error), 1)
  await expect.poll(() => runs).toBeGreaterThan(3)
  await stop()
  expect(running).toBe(0)
  const after = runs
  await new Promise(setImmediate)
  expect([runs, most]).toEqual([after, 1])
  expect(failures).toEqual([new Error('the database is away')])
})
