import { expect, it } from 'vitest'
import { z } from 'zod'
import { HttpProblem } from './problem.ts'
import { validatorCompiler } from './schemas.ts'

function messageFor(field: z.ZodType, value: unknown): string {
  const compiled = validatorCompiler({
    schema: z.object({ field }),
    method: 'POST',
    url: '/',
    httpPart: 'body',
    httpStatus: '',
  })
  const answer = compiled({ field: value })
  if (typeof answer === 'object' && 'error' in answer && answer.error instanceof HttpProblem)
    return answer.error.message
  throw new Error('Nothing was wrong.')
}

it.each([
  ['a time', z.iso.datetime(), 'soon', 'Use a time such as 2026-11-03T18:00:00Z.'],
  ['a date', z.iso.date(), 'soon', 'Use a date such as 2026-11-03.'],
  ['an email address', z.email(), 'soon', 'Use an email address such as name@example.org.'],
  ['an address of the web', z.url(), 'soon', 'Use an address such as https://example.org.'],
  ['another form', z.uuid(), 'soon', 'This does not have the right form.'],
  ['a multiple', z.number().multipleOf(5), 7, 'This value is not accepted.'],
  ['its own rule', z.string().refine(() => false), 'soon', 'This value is not accepted.'],
])('a field that is not %s gets a sentence of ours', (_what, field, value, sentence) => {
  expect(messageFor(field, value)).toBe(`Please check: field — ${sentence}`)
})

it('keeps the sentence of the contract', () => {
  expect(messageFor(z.email('Enter your email.'), 'soon')).toBe('Please check: field — Enter your email.')
})
