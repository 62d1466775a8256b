import { expect, it, onTestFinished } from 'vitest'
import { within } from '../../../test/support/timeouts.ts'
import { startEvolutionLoop } from './evolution-loop.ts'

type Steps = PromiseWithResolvers<boolean>[]

/** A loop whose steps are answered by hand. */
function loop({ isActive = () => true }: { isActive?: () => boolean } = {}) {
  const steps: Steps = []
  const errors: unknown[] = []
  let listener = () => {}
  const stop = startEvolutionLoop({
    evolving: {
      step() {
        const step = Promise.withResolvers<boolean>()
        steps.push(step)
        return step.promise
      },
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
  return { steps, errors, appended: () => listener() }
}

it('looks again at once for visitors who came while it decided', async () => {
  const { steps, appended } = loop()
  appended()
  steps[0]?.resolve(true)
  await within(900, () => expect(steps).toHaveLength(2))
})

it('reports an error, and goes on', async () => {
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
