import { describe, expect, it } from 'vitest'
import { spent } from '../../test/support/run/spent.ts'
import { failedBecauseOfUs, type RefusalClass, refusalClass, refusalIn } from './refusal-classes.ts'

const classOf = (answer: string): RefusalClass => refusalClass(refusalIn(answer))

const answers: { [Class in RefusalClass]: string[] } = {
  hard: [
    '550 5.1.1',
    '550 5.1.1 <pat@example.com>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking https://support.example/policy',
    '550 5.1.2 <pat@nowhere.example>... Host unknown (Name server: nowhere.example: host not found)',
    '553 5.1.3 <pat@>... Bad recipient address syntax',
    '551 5.1.6 The mailbox has moved',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '556 5.1.10 Recipient address has null MX',
    '550 5.4.4 host not found',
    '550 5.2.1 The email account that you tried to reach is disabled',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281)',
    '550 5.4.310 DNS domain voters.example does not exist',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)',
    '550 Requested action not taken: mailbox unavailable',
    '550 Unknown user',
    '550 5.0.0 User unknown',
    '550 No such user here',
    '550 #5.1.0 Address rejected.',
    '550 5.1.0 Address rejected.',
    '550 Invalid recipient: <pat@example.com>',
    '550 unrouteable address',
    '550 sorry, no mailbox here by that name',
    '550 There is no one at this address',
    "554 delivery error: dd This user doesn't have a yahoo.com account (pat@yahoo.example)",
    '550 User pat not listed in Domino Directory',
    '550 unknown or illegal alias: pat@example.com',
    '550 5.0.0 Mailbox not found',
    '550 That account has been deactivated',
    '553 5.3.0 <pat@example.com>... No such user here',
    '550 Empfänger unbekannt',
    '550 user_unknown',
  ],
  about_us: [
    '550 5.0.0 Blocked: 192.0.2.7 is on a block list',
    '550 5.1.1 <pat@example.com>: rejected because 192.0.2.7 is listed in bl.spamcop.net',
    '550 5.1.0 <bounces@wren.example> sender rejected. See our page on error codes. AUP#1',
    '553 5.1.8 domain of sender address does not exist',
    '550 5.1.8',
    '550 5.1.7 Invalid address',
    '550 Sender verify failed: No such user here',
    '550 Sender address is unknown',
    '550 5.7.1 Message rejected due to local policy',
    '550 5.7.26 Unauthenticated email from wren.example is not accepted',
    '554 5.7.1 <ann@voters.example>: Relay access denied',
    '553 5.7.1 <bounces@campaign.example>: Sender address rejected: not owned by user relay@campaign.example',
    '554 5.7.1 <client.example[192.0.2.1]>: Client host rejected: Access denied',
    '530 5.7.0 Authentication required',
    '535 5.7.8 Bad credentials',
    '550 SPF check failed',
    '550 DKIM signature did not verify',
    '554 Message is spam',
    '554 Your IP address has a poor reputation',
    '552 5.3.4 Message size exceeds fixed limit',
    '552 Message too large',
    '550 5.2.3 Message exceeds the size that the mailbox takes',
    '503 5.5.1 Bad sequence of commands',
    '554 5.5.1 Error: no valid recipients',
    '550 5.6.0 Headers are not compliant',
    '550 Relaying denied',
    '550 5.1.1 Mail rejected by SPAM policy',
    '550 mail not accepted from blacklisted IP address',
  ],
  mailbox: [
    '550',
    '554',
    '550 5.0.0',
    '552 5.2.2 Mailbox full',
    '550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages',
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly',
    '451 4.3.0 Temporary failure',
    '450 4.1.1 User unknown, try again later',
    '450 mailbox unavailable',
    '550 mailbox temporarily unavailable',
    '550 5.2.0 Mailbox error',
    '550 5.4.1 No answer from host',
    '4.4.7 Delivery expired',
  ],
  relay_limit: [
    '421',
    '421 4.7.0 Try again later',
    '450 4.7.1 Error: too much mail from 192.0.2.1',
    '421 4.7.28 Our system has detected an unusual rate',
    '452 4.5.3 Too many recipients',
    '554 5.7.1 You have exceeded the hourly limit of messages',
    '550 5.7.1 Rate limit exceeded',
    '421 Too many connections from your host',
  ],
}

describe.each(Object.entries(answers))('%s', (expected, all) => {
  it.each(all)('%s', (answer) => expect(classOf(answer)).toBe(expected))
})

it.each([
  ['smtp; 550 5.1.1 <ada550@example.org>: user unknown', 550, '5.1.1'],
  ['550 No such user', 550, null],
  ['5.2.2', null, '5.2.2'],
  ['smtp; 421 try again, 10.5.1.1', 421, null],
  ['511 sorry, no mailbox here by that name (#5.1.1 - chkuser)', 511, '5.1.1'],
  ['The address 1550@example.org at 192.5.1.1 is gone', null, null],
  ['', null, null],
])('the codes in “%s” are %s and %s', (answer, code, enhanced) =>
  expect(refusalIn(answer)).toMatchObject({ code, enhanced }),
)

it.each([
  ['553 5.7.1', true],
  ['554 5.7.1', true],
  ['530 5.7.0', true],
  ['535 5.7.8', true],
  ['550 5.1.8', true],
  ['450 4.1.8', true],
  ['450 4.7.1', true],
  ['421 4.7.0', true],
  ['550 5.1.1', false],
  ['550', false],
  ['554', false],
  ['554 about us', true],
  ['550 5.1.1 about us', true],
  ['550 5.7.1 about the mailbox', false],
  ['452 4.2.2', false],
  ['451 4.3.0', false],
  ['no answer', false],
  ['cancelled', false],
])('whether an email given up with “%s” failed because of us: %s', (code, isOurs) =>
  expect(failedBecauseOfUs(code)).toBe(isOurs),
)

it('200,000 characters of text are read within a moment', () => {
  const since = process.threadCpuUsage()
  for (const text of ['user '.repeat(40_000), 'a.'.repeat(100_000), '@'.repeat(200_000), '['.repeat(200_000)])
    refusalClass({ code: 550, enhanced: null, text })
  expect(spent(since)).toBeLessThan(500)
})
