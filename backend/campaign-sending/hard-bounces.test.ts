import { expect, it } from 'vitest'
import { hardBounces } from './hard-bounces.ts'

const outcome = { subject: '11111111-1111-4111-8111-111111111111', attempts: 1, at: '2026-03-01T12:00:00.000Z' }
const isHard = (code: string | null, status: 'sent' | 'failed' | 'skipped' = 'failed') =>
  hardBounces([{ ...outcome, status, code }]).length === 1

it.each(['550 5.1.1', '550', '553 5.1.3', '550 5.1.10', '551'])('%s: the mailbox does not exist', (code) =>
  expect(isHard(code)).toBe(true),
)
it.each(['550 5.7.1', '554', '552 5.2.2', '553 5.6.7', '451', 'no answer', null])('%s: it may exist', (code) =>
  expect(isHard(code)).toBe(false),
)
it('only refusals count', () => expect([isHard('550', 'sent'), isHard('cancelled', 'skipped')]).toEqual([false, false]))
