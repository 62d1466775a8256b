import { expect, it } from 'vitest'
import { pauseCause } from './automatic-pause.ts'

it.for([
  [{ handled: 100, bounced: 5, complained: 0 }, null],
  [{ handled: 100, bounced: 6, complained: 0 }, 'bounces'],
  [{ handled: 99, bounced: 99, complained: 0 }, null],
  [{ handled: 1000, bounced: 0, complained: 3 }, null],
  [{ handled: 1000, bounced: 0, complained: 4 }, 'complaints'],
  [{ handled: 999, bounced: 0, complained: 3 }, null],
  [{ handled: 108, bounced: 0, complained: 10 }, 'complaints'],
  [{ handled: 99, bounced: 0, complained: 9 }, null],
] as const)('%j: %s', ([counts, cause]) => {
  expect(pauseCause(counts)).toBe(cause)
})
