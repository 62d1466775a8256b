import { describe, expect, it } from 'vitest'
import { failedBecauseOfUs } from '../domain/mail/refusal-classes.ts'
import { attemptAfter } from './smtp-outcomes.ts'

type Command = 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'message'

/** Fails as nodemailer does. */
const failure = (code: string, response = '', fields: object = {}) =>
  attemptAfter(
    Object.assign(
      new Error('Wrong'),
      { code, response, responseCode: Number(response.slice(0, 3)) || undefined },
      fields,
    ),
  )
const refused = (command: Command, response: string) =>
  command === 'message'
    ? failure('EMESSAGE', response, { command: 'DATA' })
    : failure('EENVELOPE', response, { command })
const limit = (code: string) => ({ kind: 'waits', cause: 'limit', code })
const later = (code: string, isBusy = false) => ({ kind: 'later', code, isBusy })

it.for<[string, Command, string, object]>([
  [
    'no such user',
    'RCPT TO',
    '550 5.1.1 No such user ruth@example.org',
    { kind: 'refused', code: '550 5.1.1', isHard: true },
  ],
  ['no such user, in short', 'RCPT TO', '550 No such user', { kind: 'refused', code: '550', isHard: true }],
  [
    'content refused',
    'message',
    '554 5.7.1 Spam',
    { kind: 'doubted', code: '554 5.7.1', sentence: expect.stringMatching(/refuses our mail, .*\(554 5\.7\.1\)/) },
  ],
  ['busy', 'RCPT TO', '451 4.2.0 Busy', later('451 4.2.0')],
  ['too fast', 'MAIL FROM', '421 4.7.28 Too fast', limit('421 4.7.28')],
  ['too fast for MAIL', 'MAIL FROM', '450 4.7.1 Error: too much mail from 192.0.2.1', limit('450 4.7.1')],
  ['not now', 'MAIL FROM', '451 4.3.0 Try again', limit('451 4.3.0')],
  ['too many recipients', 'RCPT TO', '450 4.7.1 Error: too many recipients from 192.0.2.1', limit('450 4.7.1')],
  ['full', 'RCPT TO', '552 5.2.2 Mailbox full', { kind: 'refused', code: '552 5.2.2', isHard: false }],
  [
    'no such user, in two lines',
    'RCPT TO',
    '550-Requested action not taken:\n550 mailbox unavailable',
    { kind: 'refused', code: '550', isHard: true },
  ],
  ['greylisted', 'RCPT TO', '450 4.7.1 Greylisted', later('450 4.7.1', true)],
  ['a reply to another command', 'DATA', '250 OK', later('no answer')],
  ['words of another protocol', 'MAIL FROM', 'HTTP/1.1 400', later('no answer')],
])('%s', ([, command, words, attempt]) => {
  expect(refused(command, words)).toEqual(attempt)
})

it.for<[string, object, object]>([
  ['broken', { code: 'ECONNECTION', command: 'CONN' }, later('no answer')],
  ['reset', { code: 'ESOCKET', command: 'CONN', originalCode: 'ECONNRESET' }, later('no answer')],
  ['ended by us after the timeout', { code: 'EABORT' }, later('no answer')],
  [
    'closing',
    { code: 'ECONNECTION', command: 'CONN', response: '421 4.3.2 Closing', responseCode: 421 },
    limit('421 4.3.2'),
  ],
])('in the middle of an email the connection is %s', ([, fields, attempt]) => {
  expect(failure('', '', fields)).toEqual(attempt)
})

it.each([
  ['554 Blocked, see https://lists.example/why', '554 about us', true],
  ['550 Message refused as spam', '550 about us', true],
  ['550 5.1.1 Listed at zen.spamhaus.org', '550 5.1.1 about us', true],
  ['450 Greylisted', '450 about us', true],
  ['554 5.7.1 Spam', '554 5.7.1', true],
  ['550 5.7.1 This mailbox is receiving email too quickly', '550 5.7.1 about the mailbox', false],
  ['554 Transaction failed', '554', false],
  ['550 No such user', '550', false],
  ['552 5.2.2 Mailbox full', '552 5.2.2', false],
])('“%s” is recorded as %s, and whether it was because of us: %s', (words, code, isOurs) => {
  expect(refused('RCPT TO', words)).toMatchObject({ code })
  expect(failedBecauseOfUs(code)).toBe(isOurs)
})

describe('a problem on our side never counts against the recipient:', () => {
  // The words of Postfix, which reports at RCPT what it found at any earlier step.
  it.each([
    [
      '553 5.7.1 <bounces@campaign.example>: Sender address rejected: not owned by user relay@campaign.example',
      /does not accept our sender address\. Let the user of SMTP_URL send as MAIL_FROM and BOUNCES_ADDRESS/,
    ],
    ['554 5.7.1 <ann@voters.example>: Relay access denied', /does not pass on mail from us/],
    ['530 5.7.0 Authentication required', /wants a user name and a password/],
    [
      '550 5.1.8 <bounces@campaign.example>: Sender address rejected: Domain not found',
      /does not find the domain of our sender address/,
    ],
    [
      '450 4.1.8 <bounces@campaign.example>: Sender address rejected: Domain not found',
      /does not find the domain of our sender address/,
    ],
    ['554 5.7.1 <client.example[192.0.2.1]>: Client host rejected: Access denied', /refuses this machine/],
    ['530 5.7.0 Must issue a STARTTLS command first', /offers no safe connection/],
    ['535 5.7.8 Error: authentication failed', /does not accept our user name and password/],
    // Of hosted relays.
    ['554 Message rejected: Email address is not verified.', /does not accept our sender address/],
    ['554 5.2.252 SendAsDenied; relay@tenant.example not allowed to send as', /does not accept our sender address/],
    ['554 Message rejected: Sending paused for this account.', /has stopped or limited our account there/],
    ['550 5.7.1 Your account has been suspended', /has stopped or limited our account there/],
    ['550 Insufficient credits', /has stopped or limited our account there/],
    ['550 5.7.1 You are not allowed to use this sender address', /does not accept our sender address/],
    ['550 From address not verified', /does not accept our sender address/],
    ['554 5.7.8 Sending from domain campaign.example is not allowed', /does not accept our sender address/],
    ['550 5.7.1 This account is not yet activated for sending', /has stopped or limited our account there/],
    ['550 Unauthenticated senders not allowed', /wants a user name and a password/],
    ['503 5.5.1 Authenticate first', /wants a user name and a password/],
    ['523 5.7.10 Encryption required', /offers no safe connection/],
  ])('%s', (words, sentence) => {
    const waits = { kind: 'waits', cause: 'fault', sentence: expect.stringMatching(sentence) }
    for (const command of ['MAIL FROM', 'RCPT TO', 'DATA', 'message'] as const)
      expect(refused(command, words)).toEqual(waits)
  })

  it('an email that is too large for every recipient', () => {
    const tooLarge = {
      kind: 'waits',
      cause: 'fault',
      sentence: expect.stringMatching(/^This mail is larger than the mail server takes\./),
    }
    expect(refused('MAIL FROM', '552 5.3.4 Message size exceeds fixed limit')).toEqual(tooLarge)
    // nodemailer compares it with the limit that the server announced.
    expect(failure('EMESSAGE', '', { command: 'MAIL FROM' })).toEqual(tooLarge)
  })

  it('any other refusal of MAIL FROM', () => {
    expect(refused('MAIL FROM', '553 5.7.1 Not your address')).toMatchObject({
      kind: 'waits',
      sentence: expect.stringContaining('MAIL_FROM'),
    })
  })

  it('a connection that cannot be made', () => {
    expect(failure('EAUTH')).toMatchObject({ cause: 'fault', sentence: expect.stringContaining('SMTP_URL') })
    expect(failure('EAUTH', '454 4.7.0 Temporary authentication failure')).toMatchObject({ cause: 'limit' })
    expect(attemptAfter(Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' }))).toMatchObject({
      cause: 'fault',
      sentence: expect.stringContaining('a certificate that cannot be checked'),
    })
    expect(failure('ESOCKET')).toMatchObject({ kind: 'waits', cause: 'away' })
    expect(failure('ESOCKET', '', { originalCode: 'ECONNREFUSED' })).toMatchObject({ cause: 'away' })
    expect(failure('ETIMEDOUT', '', { timeoutType: 'CONNECT_TIMEOUT' })).toMatchObject({ cause: 'away' })
    expect(failure('ECONNECTION')).toMatchObject({ cause: 'away' })
    expect(failure('EPROTOCOL', '421 4.7.0 Error: too many connections from 192.0.2.1')).toEqual({
      kind: 'waits',
      cause: 'connections',
      code: '421 4.7.0',
    })
    expect(failure('EPROTOCOL', '554 5.7.1 No service for you')).toMatchObject({
      sentence: expect.stringContaining('refuses this machine'),
    })
    expect(attemptAfter('odd')).toMatchObject({ kind: 'waits' })
  })
})
