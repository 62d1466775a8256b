import { describe, expect, it } from 'vitest'
import { createSemaphore, QueueFull } from './semaphore.ts'

describe('the semaphore', () => {
  it('lets two in, keeps the rest in line, and rejects more than the line holds', async () => {
    const semaphore = createSemaphore({ running: 2, waiting: 2, whenFull: 'Busy.' })
    const leaving: (() => void)[] = []
    let inside = 0
    let max = 0
    const visit = () =>
      semaphore(async () => {
        max = Math.max(max, ++inside)
        await new Promise<void>((leave) => leaving.push(leave))
        inside--
      })
    const visits = [visit(), visit(), visit(), visit()]
    await expect(visit()).rejects.toThrow(new QueueFull('Busy.'))
    while (leaving.length > 0) {
      leaving.shift()?.()
      await new Promise(setImmediate)
    }
    await Promise.all(visits)
    expect([max, inside]).toEqual([2, 0])
  })

  it('gives a place back when the task fails', async () => {
    const semaphore = createSemaphore({ running: 1, waiting: 0, whenFull: 'Busy.' })
    await expect(semaphore(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await semaphore(async () => 'fine')).toBe('fine')
  })
})
