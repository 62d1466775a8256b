import { expect, it } from 'vitest'
import { repeat } from './repeat.ts'

const part = { again: (files: readonly string[]) => ['run', ...files], env: { TEST_LENGTH: 'long' } }

it('runs only the failed files again, with the settings of their part', () => {
  const commands: unknown[] = []
  const passes = (...call: unknown[]) => commands.push(call) > 0
  expect(repeat(part, { failed: ['a.test.ts'], crashed: false }, passes)).toEqual({ flaky: ['a.test.ts'] })
  expect(commands).toEqual([[['run', 'a.test.ts'], { TEST_LENGTH: 'long' }]])
})

it('stays failed when they fail again', () => {
  expect(repeat(part, { failed: ['a.test.ts'], crashed: false }, () => false)).toEqual({ reason: 'it failed again' })
})

it.each([
  ['a part that is never run again', {}, { failed: ['a.test.ts'], crashed: false }],
  ['a crash', part, { failed: ['a.test.ts'], crashed: true }],
  ['a run that names no file', part, { failed: [], crashed: false }],
  ['more failures than chance explains', part, { failed: ['1', '2', '3', '4', '5', '6'], crashed: false }],
])('%s is not repeated', (_, which, outcome) => {
  const never = () => {
    throw new Error('It ran again.')
  }
  expect(repeat(which, outcome, never)).toEqual({ reason: expect.any(String) })
})
