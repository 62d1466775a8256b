import { expect, it } from 'vitest'
import { connectFailure, sendFailure } from './smtp-outcomes.ts'

const failure = (code: string, command: string, response = '') =>
  Object.assign(new Error(`Server said ${response} about ruth@example.org`), {
    code,
    command,
    response,
    ...(response && { responseCode: Number(response.slice(0, 3)) }),
  })

it.for([
  ['EENVELOPE', 'RCPT TO', '550 5.1.1 No such user ruth@example.org', { kind: 'refused', code: '550 5.1.1' }],
  ['EENVELOPE', 'RCPT TO', '550 No such user', { kind: 'refused', code: '550' }],
  ['EMESSAGE', 'DATA', '554 5.7.1 Spam', { kind: 'refused', code: '554 5.7.1' }],
  ['EENVELOPE', 'API', '', { kind: 'refused', code: '553 5.1.3' }],
  ['EENVELOPE', 'RCPT TO', '451 4.2.0 Busy', { kind: 'later', code: '451 4.2.0', isBusy: false }],
  ['EENVELOPE', 'RCPT TO', '421 4.7.28 Too fast', { kind: 'later', code: '421 4.7.28', isBusy: true }],
  ['EENVELOPE', 'RCPT TO', '450 4.7.1 Greylisted', { kind: 'later', code: '450 4.7.1', isBusy: true }],
  ['ECONNECTION', 'CONN', '', { kind: 'later', code: 'no answer', isBusy: false }],
  ['ETIMEDOUT', 'CONN', '', { kind: 'later', code: 'no answer', isBusy: false }],
] as const)('%s at %s, %j', ([code, command, response, attempt]) => {
  expect(sendFailure(failure(code, command, response))).toEqual(attempt)
})

it('what is wrong with us is not counted against the recipient', () => {
  expect(sendFailure(failure('EENVELOPE', 'MAIL FROM', '553 5.7.1 Not your address'))).toMatchObject({ kind: 'waits' })
  expect(connectFailure(failure('EAUTH', 'AUTH PLAIN', '535 5.7.8 Wrong'))).toMatchObject({
    kind: 'waits',
    sentence: expect.stringContaining('SMTP_URL'),
  })
  expect(connectFailure(failure('ESOCKET', 'CONN'))).toMatchObject({ kind: 'waits' })
  expect(connectFailure('odd')).toMatchObject({ kind: 'waits' })
})
