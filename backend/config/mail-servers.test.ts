import { describe, expect, it } from 'vitest'
import { mailServersErrors } from './mail-servers.ts'

const bounces = { BOUNCES_IMAP_URL: 'imaps://bounces:secret@mail.example.org', BOUNCES_ADDRESS: 'bounces@example.org' }
const imap = (url: string) => ({ ...bounces, BOUNCES_IMAP_URL: url })

describe('addresses of mail servers', () => {
  it.each([
    {},
    bounces,
    { SMTP_URL: 'smtp://mail.example.org:587/' },
    { SMTP_URL: 'smtps://us%40example.org:s%25%2F@mail.example.org' },
    imap('imap://bounces@example.org:secret@[::1]:1143'),
  ])('%j can be used', (variables) => {
    expect(mailServersErrors(variables)).toEqual([])
  })

  it.each([
    ['half a pair', { BOUNCES_IMAP_URL: bounces.BOUNCES_IMAP_URL }, 'BOUNCES_ADDRESS is missing'],
    ['the other half', { BOUNCES_ADDRESS: bounces.BOUNCES_ADDRESS }, 'BOUNCES_IMAP_URL is missing'],
    [
      'plus addresses without an address',
      { BOUNCES_PLUS_ADDRESSES: 'on' },
      'BOUNCES_PLUS_ADDRESSES needs BOUNCES_ADDRESS',
    ],
    [
      'an address that is too long for a token',
      { ...bounces, BOUNCES_ADDRESS: 'returned-letters@example.org', BOUNCES_PLUS_ADDRESSES: 'on' },
      'BOUNCES_ADDRESS has more than 15 characters in front of its @',
    ],
    ['no user', imap('imaps://mail.example.org'), 'BOUNCES_IMAP_URL names no user'],
    ['no password', imap('imaps://bounces@mail.example.org'), 'BOUNCES_IMAP_URL has a user but no password'],
    ['a folder', imap('imaps://bounces:secret@mail.example.org/Bounces'), 'BOUNCES_IMAP_URL must end after the host'],
    ['a bare %', imap('imaps://bounces:secret%@mail.example.org'), 'BOUNCES_IMAP_URL has a % that starts no code'],
    ['options', { SMTP_URL: 'smtp://mail.example.org?pool=true' }, 'SMTP_URL must end after the host'],
    ['another bare %', { SMTP_URL: 'smtp://us:100%secret@mail.example.org' }, 'SMTP_URL has a % that starts no code'],
    ['a user alone', { SMTP_URL: 'smtp://us@mail.example.org' }, 'SMTP_URL has a user but no password'],
    ['no host', { SMTP_URL: 'smtp:mail' }, 'SMTP_URL names no host'],
  ])('%s is refused in one sentence without the password', (_what, variables, sentence) => {
    const sentences = mailServersErrors(variables)
    expect(sentences).toEqual([expect.stringContaining(sentence)])
    expect(sentences.join()).not.toContain('secret')
  })
})
