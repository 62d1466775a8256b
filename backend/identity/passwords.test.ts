import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { spent } from '../../test/support/run/spent.ts'
import { passwordProblem } from './password-rules.ts'
import { createPasswords } from './passwords.ts'

describe('password hashes', () => {
  it('are salted Argon2id in PHC format at OWASP’s cost, and verify', async () => {
    const passwords = createPasswords()
    const [one, two] = [await passwords.hash('engine no. 9'), await passwords.hash('engine no. 9')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify('engine no. 9', one)).toBe(true)
    expect(await passwords.verify('engine no. 8', one)).toBe(false)
  })

  it('agree with the reference implementation', async () => {
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    const passwords = createPasswords()
    expect(await passwords.verify('password', reference)).toBe(true)
    expect(passwords.isOutdated(reference)).toBe(true)
  })

  it('are the same however a keyboard composes its letters, also for older hashes', async () => {
    const passwords = createPasswords({ cost: { memory: 64, passes: 1, parallelism: 1 } })
    const [composed, apart] = ['Zoë’s café', 'Zoë’s café'.normalize('NFD')]
    expect(await passwords.verify(apart, await passwords.hash(composed))).toBe(true)
    expect(await passwords.verify(composed, await passwords.hash(apart))).toBe(true)

    const nonce = Buffer.alloc(16, 7)
    const options = { message: apart, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
    const [salt, tag] = [nonce, argon2Sync('argon2id', options)].map((bytes) =>
      bytes.toString('base64').replace(/=+$/, ''),
    )
    const before = `$argon2id$v=19$m=64,t=1,p=1$${salt}$${tag}`
    expect(await passwords.verify(apart, before)).toBe(true)
    expect(await passwords.verify(composed, before)).toBe(false)
    await expect(passwordProblem('e\u0301'.repeat(7), 'user')).resolves.toBe('Use at least 8 characters.')
  })

  it('do the same work for an unknown account, which no password matches', async () => {
    const passwords = createPasswords({ cost: { memory: 64, passes: 1, parallelism: 1 } })
    expect(await passwords.verify('', null)).toBe(false)
    expect(passwords.runs()).toBe(1)
  })
})

describe('new passwords', () => {
  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'passw0rd!',
    'qwertyuiop',
    '1q2w3e4r5t',
    '12345678',
    '87654321',
    '1234567890',
    'qwerty12345',
    'iloveyou',
    'ILoveYou2024',
    'sunshine1',
    '!!football99',
    'letmein123',
    'aaaaaaaa',
    'abcabcabc',
    'passwordpassword',
    'Password Password',
    'zaq1xsw2cde3',
    'trustno1trustno1',
    'correct horse battery staple',
    'Indianapolis2026!',
  ])('cannot be %j', async (password) => {
    expect(await passwordProblem(password, 'user')).toBe(
      'This password is too common. Choose one that is harder to guess.',
    )
  })

  it.each([
    'engine no. 9',
    'sunshine over the corn',
    'tractor barn creek',
    'xK4!pQz8',
    '花は桜木人は武士',
    'aaaaaaa wabash river',
  ])('can be %j', async (password) => {
    expect(await passwordProblem(password, 'user')).toBeNull()
  })

  const ownMessage =
    'This password is mostly your name or email address, which others know. Choose one that has nothing to do with you.'
  it.each([
    'ada.byron@example.org',
    'ADA.BYRON@EXAMPLE.ORG',
    'AdaByron',
    'byron.ada.1815',
    'gro.elpmaxe@noryb.ada',
    'ada-byron-ada-byron!!',
  ])('cannot be mostly one’s own name or address: %j', async (password) => {
    const own = ['ada.byron@example.org', 'Ada', 'Byron']
    expect(await passwordProblem(password, 'user', own)).toBe(ownMessage)
    expect(await passwordProblem(password, 'user', ['ruth@elsewhere.net', 'Ruth', 'Gray'])).not.toBe(ownMessage)
  })

  const siteMessage =
    'This password is mostly the name of this campaign, which others try first. Choose one that has nothing to do with it.'
  it.each(['Lighthouse-Harbors', 'harbors2026', 'AdaLighthouse1!'])(
    'cannot be mostly the name of the site: %j',
    async (password) => {
      const problem = (site: readonly string[]) => passwordProblem(password, 'user', ['Ada'], site)
      expect(await problem(['Lighthouse Harbors'])).toBe(siteMessage)
      expect(await problem(['Corn and Barns'])).not.toBe(siteMessage)
    },
  )

  it.each(['Byron wabash river', 'lovelace steam engine'])(
    'can contain a name among other words: %j',
    async (password) => {
      expect(await passwordProblem(password, 'user', ['ada.byron@example.org', 'Ada', 'Byron'])).toBeNull()
    },
  )

  it.each(['charlotte1987', 'Jennifer-2001', '19871987abc', 'basketball23!', '0123456789876543210'])(
    'cannot be easy to guess for a program: %j',
    async (password) => {
      expect(await passwordProblem(password, 'user')).toMatch(/^This password is too (easy to guess|common)\./)
    },
  )

  it('of admins withstand more guesses', async () => {
    expect(await passwordProblem('Jennifer-Michael', 'user')).toBeNull()
    expect(await passwordProblem('Jennifer-Michael', 'admin')).toMatch(/^This password is too easy to guess\./)
  })

  it('are judged in bounded time and off the event loop, whatever they are', async () => {
    const hostile = [
      'password'.repeat(16),
      'p4$$w0rd'.repeat(16),
      '1qaz'.repeat(32),
      'aA1!'.repeat(32),
      '2001'.repeat(32),
    ]
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    await Promise.all(hostile.map((password) => passwordProblem(password, 'user', ['ada@example.org'])))
    const { user, system } = process.cpuUsage(all)
    // Other tests of this process may leave work behind, so a share: it would be nearly all of it on the event loop.
    expect(spent(own)).toBeLessThan((user + system) / 1000 / 2)
  })

  it('have 8 to 128 characters (admins at least 15), and an emoji counts as one', async () => {
    expect(await passwordProblem('🌽🚜🌾🐎🌻🏀⛪', 'user')).toBe('Use at least 8 characters.')
    expect(await passwordProblem('🌽🚜🌾🐎🌻🏀⛪🌅', 'user')).toBeNull()
    expect(await passwordProblem('engine no. 9 on', 'admin')).toBeNull()
    expect(await passwordProblem('engine no. 9 o', 'admin')).toBe('Admins need a password of at least 15 characters.')
    expect(await passwordProblem('wabash river '.repeat(10).slice(0, 129), 'user')).toBe('Use at most 128 characters.')
  })
})
