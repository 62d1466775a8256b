import { describe, expect, it, onTestFinished } from 'vitest'
import { within } from '../../test/support/run/timeouts.ts'
import { startEvolutionLoop } from './evolution-loop.ts'

type Steps = PromiseWithResolvers<boolean>[]

/** A loop whose steps the test completes. */
function loop({ isActive = () => true }: { isActive?: () => boolean } = {}) {
  const steps: Steps = []
  const errors: unknown[] = []
  let room = Number.POSITIVE_INFINITY
  let listener = () => {}
  const { keepUp, stop } = startEvolutionLoop({
    evolving: {
      step() {
        const step = Promise.withResolvers<boolean>()
        steps.push(step)
        return step.promise
      },
      room: () => room,
    },
    isActive,
    onAppend(given) {
      listener = given
      return () => {}
    },
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    const stopped = stop()
    for (const { resolve } of steps) resolve(false)
    await stopped
  })
  return {
    steps,
    errors,
    appended: () => listener(),
    /** Completes the newest step; a decision is due after this many more visits. */
    decided(left: number) {
      room = left
      steps.at(-1)?.resolve(true)
    },
    /** Resolves when the visit need not wait any longer. */
    visit: async () => {
      listener()
      await keepUp()
    },
  }
}

it('checks again at once for visitors who came during a decision', async () => {
  const { steps, appended } = loop()
  appended()
  steps[0]?.resolve(true)
  await within(900, () => expect(steps).toHaveLength(2))
})

it('reports an error, and continues', async () => {
  const { steps, errors, appended } = loop()
  steps[0]?.reject(new Error('The database is away.'))
  await expect.poll(() => errors).toMatchObject([{ message: 'The database is away.' }])
  appended()
  await expect.poll(() => steps.length, { timeout: 10_000 }).toBe(2)
})

it('decides nothing in a process that is not active', async () => {
  let asked = 0
  const { steps, appended } = loop({
    isActive() {
      asked++
      return false
    },
  })
  appended()
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(steps).toHaveLength(0)
})

describe('a recorded visit', () => {
  const isSettled = async (promise: Promise<void>) => {
    let settled = false
    void promise.then(() => {
      settled = true
    })
    await new Promise(setImmediate)
    return settled
  }

  it('does not wait while no decision is due, and waits for the next step once one is', async () => {
    const { steps, decided, visit } = loop()
    decided(2)
    await new Promise(setImmediate)
    await visit()
    const due = visit()
    expect(await isSettled(due)).toBe(false)
    await expect.poll(() => steps.length).toBe(2)
    expect(await isSettled(due)).toBe(false)
    decided(10)
    await due
  })

  it('waits for the step after the one in progress', async () => {
    const { steps, decided, visit } = loop()
    decided(1)
    await new Promise(setImmediate)
    const first = visit()
    await expect.poll(() => steps.length).toBe(2)
    const second = visit()
    decided(1)
    await first
    expect(await isSettled(second)).toBe(false)
    await expect.poll(() => steps.length).toBe(3)
    decided(10)
    await second
  })

  it('does not wait for steps that fail', async () => {
    const { steps, errors, decided, visit } = loop()
    decided(1)
    await new Promise(setImmediate)
    const due = visit()
    await expect.poll(() => steps.length).toBe(2)
    steps.at(-1)?.reject(new Error('The database is away.'))
    await due
    await visit()
    expect(errors).toHaveLength(1)
  })
})
