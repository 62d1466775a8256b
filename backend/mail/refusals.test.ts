import { expect, it } from 'vitest'
import { refusalOf } from './refusals.ts'

const failed = (details: object) => refusalOf(Object.assign(new Error('of <ada@example.org>'), details))
const reply = (response: string, command = 'DATA', code = 'EMESSAGE') =>
  failed({ code, command, response, responseCode: Number(response.slice(0, 3)) })

it.each([
  ['550 5.1.1 <ada@example.org> is unknown', 'RCPT TO', 'given_up', '550 5.1.1 after RCPT TO'],
  ['554 rejected', 'DATA', 'given_up', '554 after DATA'],
  ['554 5.7.1 <ada@example.org>: Relay access denied', 'RCPT TO', 'waiting', '554 5.7.1 after RCPT TO'],
  [
    '553 5.7.1 <us@example.org>: Sender address rejected: not owned by user us',
    'RCPT TO',
    'waiting',
    '553 5.7.1 after RCPT TO',
  ],
  ['450 4.7.1 Error: too much mail from 192.0.2.1', 'MAIL FROM', 'busy', '450 4.7.1 after MAIL FROM'],
  ['552 5.3.4 too large', 'MAIL FROM', 'given_up', '552 5.3.4 after MAIL FROM'],
  ['550 5.1.8 bad sender', 'MAIL FROM', 'waiting', '550 5.1.8 after MAIL FROM'],
  ['452-4.2.2 full', 'RCPT TO', 'waiting', '452 4.2.2 after RCPT TO'],
  ['451 4.7.1 greylisted', 'DATA', 'waiting', '451 4.7.1 after DATA'],
  ['421 4.7.0 too fast', 'RCPT TO', 'busy', '421 4.7.0 after RCPT TO'],
  ['530 5.7.0 sign in first', 'MAIL FROM', 'away', '530 5.7.0 after MAIL FROM'],
  ['535 5.7.8 wrong password', 'MAIL FROM', 'away', '535 5.7.8 after MAIL FROM'],
])('%s after %s: %s', (response, command, kind, reason) => {
  expect(reply(response, command)).toEqual({ kind, reason })
})

it.each([
  [{ code: 'EENVELOPE', command: 'API' }, 'given_up'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'lost'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, 'lost'],
  [{ code: 'ECONNECTION', command: 'CONN', response: '421 bye', responseCode: 421 }, 'busy'],
  [{ code: 'EAUTH', responseCode: 535 }, 'away'],
  [{ code: 'ETLS' }, 'away'],
  [{ code: 'EDNS' }, 'away'],
  [{ code: 'ENOSPC' }, 'away'],
  [{}, 'away'],
])('%j: %s, without the server’s words', (details, kind) => {
  expect(failed(details).kind).toBe(kind)
  expect(failed(details).reason).not.toContain('ada')
})

it('accepts any thrown value', () => {
  for (const thrown of [undefined, null, 'no', { code: 'EENVELOPE' }]) expect(refusalOf(thrown).kind).toBe('away')
})
