import { expect, it } from 'vitest'
import { createClaimSize } from './claim-size.ts'

it('claims what can be sent in 50 ms, within its limits', () => {
  const ahead = createClaimSize({ min: 10, max: 100, ms: 50 })
  const after = (now: number, mails: number) => {
    for (let mail = 0; mail < mails; mail++) ahead.taken()
    return ahead.size(now)
  }
  expect(after(0, 0)).toBe(10)
  // One email per millisecond.
  expect(after(20, 20)).toBe(50)
  expect(ahead.current()).toBe(50)
  expect(after(40, 400)).toBe(100)
  // Ten emails per second.
  expect(after(1040, 10)).toBe(10)
  expect(after(9000, 0)).toBe(10)
})
