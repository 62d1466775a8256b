import { expect, it } from 'vitest'
import { createLastAnswer } from './last-answer.ts'

/** Calls that the test answers. */
function asked({ freshFor = 0 } = {}) {
  const open: { resolve(answer: { text: string }): void; reject(error: Error): void }[] = []
  let time = 0
  const ask = createLastAnswer(
    () => {
      const { promise, ...question } = Promise.withResolvers<{ text: string }>()
      open.push(question)
      return promise
    },
    { limit: 20, validFor: 1000, freshFor, now: () => time },
  )
  const pass = (milliseconds: number) => {
    time += milliseconds
  }
  return { open, ask, pass }
}

it('returns a result that comes in time', async () => {
  const { open, ask } = asked()
  const answer = ask()
  open[0]?.resolve({ text: 'ok' })
  expect(await answer).toEqual({ text: 'ok' })
})

it('returns the last result while the next one is late, and null once it is too old', async () => {
  const { open, ask, pass } = asked()
  const first = ask()
  open[0]?.resolve({ text: 'first' })
  await first
  expect(await ask()).toEqual({ text: 'first' })
  pass(1001)
  expect(await ask()).toBeNull()
  // One call is in progress, and its result counts when it comes.
  expect(open).toHaveLength(2)
  open[1]?.resolve({ text: 'second' })
  await Promise.resolve()
  expect(await ask()).toEqual({ text: 'second' })
})

it('returns null before the first result', async () => {
  const { ask } = asked()
  expect(await ask()).toBeNull()
})

it('rejects when the call fails in time', async () => {
  const { open, ask } = asked()
  const answer = ask()
  open[0]?.reject(new Error('No database.'))
  await expect(answer).rejects.toThrow('No database.')
})

it('returns a result again without a call while it is fresh', async () => {
  const { open, ask, pass } = asked({ freshFor: 100 })
  const answer = ask()
  open[0]?.resolve({ text: 'first' })
  await answer
  expect([await ask(), await ask(), open.length]).toEqual([{ text: 'first' }, { text: 'first' }, 1])
  pass(100)
  const next = ask()
  open[1]?.resolve({ text: 'second' })
  expect(await next).toEqual({ text: 'second' })
})
