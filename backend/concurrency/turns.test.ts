import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('callers go on in order, and others in between', async () => {
  const turn = createTurns()
  const seen: string[] = []
  const work = async (name: string) => {
    await turn()
    seen.push(name)
    setImmediate(() => seen.push(`after ${name}`))
  }
  await Promise.all([work('a'), work('b'), work('c')])
  expect(seen).toEqual(['a', 'after a', 'b', 'after b', 'c'])
})
