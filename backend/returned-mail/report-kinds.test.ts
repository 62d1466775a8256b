import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reportKinds } from '../../test/support/mail/report-kinds.ts'
import { readReturnedMail } from './returned-mail.ts'

const messageId = `<c7.6f1e2c34-0000-4000-8000-000000000001.${'a'.repeat(24)}@campaign.example>`
const to = 'pat@example.com'
const now = new Date('2026-03-02T00:00:00.000Z')

it.each(reportKinds({ messageId, to }))('$name: $meaning', ({ meaning, source }) => {
  const read = readReturnedMail(Buffer.from(source), now)
  const [isAboutOurs, isForwarded] =
    read?.type === 'bounce'
      ? [read.messageId === messageId, read.recipient !== null && read.recipient !== to]
      : [true, false]
  const found =
    read === null || (meaning === 'ignored' && !isAboutOurs)
      ? 'ignored'
      : read.type === 'bounce'
        ? isForwarded
          ? 'soft'
          : read.kind
        : read.type
  expect([found, isAboutOurs || meaning === 'ignored']).toEqual([meaning, true])
})

const input = (name: string) =>
  readFileSync(new URL(`../../test/support/mail/inputs/${name}.eml`, import.meta.url), 'latin1')
const later = new Date('2026-11-26T00:00:00.000Z')

it.each([
  ['B1-complaint-inline-parts', 'complaint'],
  ['B2-blocked-5.0.0', 'soft'],
  ['B2-our-domain-5.1.8', 'soft'],
  ['B2-sender-rejected-5.1.0', 'soft'],
  ['B2-too-fast-5.2.1', 'soft'],
  ['B2-unknown-user-5.0.0', 'hard'],
  ['B3-exchange-headers-in-words', 'hard'],
  ['B4-no-such-domain-5.4.4', 'hard'],
  ['B4-unknown-at-exchange-online-5.4.1', 'hard'],
])('%s: %s', (name, meaning) => {
  const read = readReturnedMail(Buffer.from(input(name), 'latin1'), later)
  expect(read?.type === 'bounce' ? read.kind : read?.type).toBe(meaning)
})

it('a complaint about a confirmation, and a bounce of a forwarder, say whose mail it was', () => {
  const id = `c0.6f1e2c34-0000-4000-8000-000000000001.${'a'.repeat(24)}.acknowledgment.signUp`
  const complaint = input('C1-complaint-about-acknowledgment').replace('acknowledgment.signUp.SUBJECT-UUID', id)
  expect(readReturnedMail(Buffer.from(complaint), later)).toMatchObject({
    type: 'complaint',
    messageId: `<${id}@www.campaign.example>`,
  })
  const forwarded = input('C2-forwarders-bounce').replace('c1.SUBJECT-UUID', id)
  expect(readReturnedMail(Buffer.from(forwarded), later)).toMatchObject({
    type: 'bounce',
    recipient: 'ann.private@far.example',
  })
})

const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST-_'
it.each([
  ['%20', `Subject: unsubscribe%20${token}`, ''],
  ['+', `Subject: unsubscribe+${token}`, ''],
  ['spaces', `Subject: Unsubscribe   ${token} `, ''],
  ['a folded line', `Subject: unsubscribe ${token.slice(0, 20)}\r\n ${token.slice(20)}`, ''],
  ['an encoded subject', `Subject: =?utf-8?Q?unsubscribe=20${token.replace('_', '=5F')}?=`, ''],
  ['the body', 'Subject: ', `unsubscribe ${token}`],
  ['the body, as in the link', 'Subject: (no subject)', `\r\nunsubscribe%20${token}\r\n`],
  ['%2520', `Subject: unsubscribe%2520${token}`, ''],
  ['a link that became the address', `To: <bounces@campaign.example?subject=unsubscribe%20${token}>`, ''],
  ['the query of the link, in the body', 'Subject: ', `?subject=unsubscribe%20${token}`],
  ['a German word for the subject, in the body', 'Subject: ', `Betreff: unsubscribe ${token}`],
  ['please, in the body', 'Subject: ', `Hello,\r\n\r\nPlease unsubscribe ${token}`],
  ['a line break, in the body', 'Subject: ', `unsubscribe\r\n${token}`],
  ['a bracket, in the body', 'Subject: ', `unsubscribe <${token}>`],
  ['an underscore', `Subject: unsubscribe_${token}`, ''],
  ['%2B', `Subject: unsubscribe%2B${token}`, ''],
  ['a line break within it, in the body', 'Subject: Hello', `unsubscribe ${token.slice(0, 24)}\r\n${token.slice(24)}`],
  ['the whole link, in the body', 'Subject: ', `mailto:bounces@campaign.example?subject=unsubscribe%20${token}`],
  ['a Dutch word for the subject, in the body', 'Subject: ', `Onderwerp: unsubscribe ${token}`],
  ['a tag of a gateway', `Subject: [EXTERNAL] unsubscribe ${token} [SEC=OFFICIAL]`, ''],
])('the token after %s', (_what, subject, body) =>
  expect(readReturnedMail(Buffer.from(`From: ruth@example.org\r\n${subject}\r\n\r\n${body}`), now)).toEqual({
    type: 'unsubscribe',
    token,
  }),
)

it('a quoted mail of ours, a bounce of it or an absence note asks for nothing', () => {
  for (const source of [
    `From: ruth@example.org\r\nSubject: Re: News\r\n\r\nThank you.\r\n> unsubscribe ${token}`,
    ...[
      'Am 1. März 2026 schrieb Wren:',
      'Le 1 mars 2026, Wren a écrit :',
      'El 1 mar 2026, Wren escribió:',
      'Il 1 marzo 2026 Wren ha scritto:',
    ].map((said) => `From: ruth@example.org\r\nSubject: Re: News\r\n\r\nThank you.\r\n${said}\r\nunsubscribe ${token}`),
    `From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\nunsubscribe ${token}`,
    `From: ruth@example.org\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nunsubscribe ${token}`,
  ])
    expect(readReturnedMail(Buffer.from(source), now)).toBeNull()
})
