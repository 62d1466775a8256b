import { expect, it } from 'vitest'
import { reportKinds } from '../../test/support/mail/report-kinds.ts'
import { kindsWithoutCopy, ownServer, vouchedFor } from '../../test/support/mail/report-parts.ts'
import { proofIn } from './report-proof.ts'

const id = (campaign: number) =>
  `<c${campaign}.6f1e2c34-0000-4000-8000-000000000001.${'a'.repeat(24)}@campaign.example>`
const messageId = id(7)
const token = '0123456789abcdefghijklmnopqrstuv0123456789abcdef'
const proof = (...lines: string[]) => proofIn(Buffer.from(lines.join('\r\n')))
const kinds = reportKinds({ messageId, to: 'pat@example.com' })

it('all kinds of reports that act bring back a copy, but for four in words alone', () => {
  const acting = kinds.filter(({ meaning }) => meaning !== 'ignored')
  const without = acting.filter(({ source }) => !proofIn(Buffer.from(source)).copied.messageIds.includes(messageId))
  expect(without.map(({ name }) => name)).toEqual(kindsWithoutCopy)
})

it('a letter that quotes a Message-ID or a return address copies nothing, whatever copy of another mail it brings', () => {
  const words = [`The mail ${messageId} to bounces+${token}@campaign.example failed.`, `Message-ID: ${messageId}`]
  const letter = proof('From: mailer-daemon@evil.example', 'To: bounces@campaign.example', '', ...words)
  expect(letter).toMatchObject({ cameTo: [], copied: { messageIds: [], tokens: [] } })
  const mixed = proof(
    'From: mailer-daemon@evil.example',
    'Content-Type: multipart/mixed; boundary="B"',
    '',
    ...['--B', 'Content-Type: text/plain', '', ...words],
    ...['--B', 'Content-Type: message/rfc822', '', `Message-ID: ${id(8)}`, 'To: me@evil.example', '', 'Hi.', '--B--'],
  )
  expect(mixed.copied).toEqual({ messageIds: [id(8)], tokens: [] })
})

it('the address that it came to stands in its headers', () =>
  expect(proof(`Delivered-To: bounces+${token}@campaign.example`, '', 'Words.').cameTo).toEqual([token]))

it.each([
  ['by the domain of its sender', 'dkim=pass header.d=isp.example', [ownServer]],
  ['by an address there', 'dkim=pass header.i=@mail.isp.example', [ownServer]],
  ['by another domain', 'dkim=pass header.d=evil.example', []],
  ['wrongly', 'dkim=fail header.d=isp.example', []],
  ['not at all', 'spf=pass smtp.mailfrom=isp.example', []],
])('signed %s, as our server says', (_how, said, servers) =>
  expect(
    proof(`Authentication-Results: ${ownServer};`, ` ${said}`, 'From: FBL <fbl@mail.isp.example>', '', 'Words.')
      .signedAccordingTo,
  ).toEqual(servers),
)

it('what others wrote in the name of our server stands below its own words and does not count', () => {
  const forged = vouchedFor(vouchedFor('From: fbl@isp.example\r\n\r\nWords.').replace('dkim=pass', 'dkim=none'))
  const [first = '', second = '', ...rest] = forged.split('\r\n')
  expect(proof(second, first, ...rest).signedAccordingTo).toEqual([])
  expect(proof('From: fbl@isp.example', '', first).signedAccordingTo).toEqual([])
})
