import { expect, it } from 'vitest'
import { paceBeside } from './import-pace.ts'

it.each([
  [0, false],
  [2000, false],
  [2001, true],
])('%i ms after the last command of another person, an import is alone: %s', (idle, isAlone) => {
  const { isAlone: answer } = paceBeside({ wait: async () => {}, idleFor: () => idle })
  expect(answer()).toBe(isAlone)
})
