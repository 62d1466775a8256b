import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { type AccountsOptions, ada, sessionOf, withCookie } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { email, password } = ada
const expired = { message: 'This link has expired or was used before. Please ask for a new one.' }

async function withLink(options: AccountsOptions = {}) {
  const auth = await createTestApp({ identity: 'real', ...options })
  const send = (to: string, next?: string) => auth.post('magic-link/send', { email: to, ...(next && { next }) })
  const verify = (token: string, cookie?: string) =>
    auth.post('magic-link/verify', { token }, cookie === undefined ? {} : withCookie(cookie))
  const signIn = async (to: string, cookie?: string) => {
    await send(to)
    return verify(mailedToken(auth.sent, to), cookie)
  }
  return { ...auth, send, verify, signIn }
}

describe('requesting a magic link', () => {
  it('behaves the same for a known, an unknown and a banned address', async () => {
    const { send, post, sent, passwords, database } = await withLink()
    await post('register', ada)
    await post('register', { ...ada, email: 'ben@example.org' })
    await database.pool.query("UPDATE app.accounts SET is_banned = true WHERE email = 'ben@example.org'")
    const before = passwords.runs()
    const answers = await Promise.all([email, 'nobody@example.org', 'ben@example.org'].map((one) => send(one)))
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toEqual([
        202,
        { message: 'Please check your email for the login link.', codeToken: expect.stringMatching(/^ey/) },
      ])
    expect(sent.map(({ kind, to }) => [kind, to]).sort()).toEqual([
      ['magicLink', email],
      ['magicLink', 'ben@example.org'],
      ['magicLink', 'nobody@example.org'],
    ])
    expect(passwords.runs()).toBe(before)
  })

  it('tells the owner in the mail that it would remove a password that nobody has proven', async () => {
    const { send, post, sent, signIn } = await withLink()
    await post('register', ada)
    await send(email)
    await send('nobody@example.org')
    const links = () => sent.filter(({ kind }) => kind === 'magicLink').map(({ about }) => about)
    expect(links()).toMatchObject([{ removesPassword: true }, { removesPassword: false }])
    await signIn(email)
    await send(email)
    expect(links().at(-1)).toMatchObject({ removesPassword: false })
  })

  it('leads to a page of this site only', async () => {
    const { send, sent } = await withLink()
    for (const next of ['/.//evil.example', '//evil.example', '/%2e//evil.example'])
      expect((await send(email, next)).json().errors).toEqual([
        { path: 'next', message: 'Use a path on this site, such as /events.' },
      ])
    expect(sent).toEqual([])
    expect((await send(email, '/volunteer?team=1')).statusCode).toBe(202)
  })

  it('stores neither token nor address, only hashes', async () => {
    const { send, sent, database } = await withLink()
    await send(email)
    const { rows } = await database.pool.query('SELECT * FROM app.one_time_tokens')
    const [, payload = ''] = mailedToken(sent, email).split('.')
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(jti).toMatch(/^[\w-]{43}$/)
    for (const secret of [jti, email]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('is possible three times an hour per inbox and network, so that a stranger cannot lock out the owner', async () => {
    const { post, send } = await withLink({ rateLimits: 'on' })
    const from = (remoteAddress: string, to = email) => post('magic-link/send', { email: to }, { remoteAddress })
    for (let time = 0; time < 3; time++) expect((await from('192.0.2.1')).statusCode).toBe(202)
    const answer = await from('192.0.2.1', email.toUpperCase())
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await from('192.0.2.2')).statusCode).toBe(202)
    expect((await send('other@example.org')).statusCode).toBe(202)
  })

  it('counts an inbox, not its addresses, together with links to preferences', async () => {
    const { app, post } = await withLink({ rateLimits: 'on' })
    const from = async (to: string) =>
      (await post('magic-link/send', { email: to }, { remoteAddress: '192.0.2.1' })).statusCode
    expect([await from('r.uth+1@gmail.com'), await from('ruth+2@googlemail.com')]).toEqual([202, 202])
    const preferences = async (email: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/mail-consents/link',
          headers: { 'sec-fetch-site': 'same-origin' },
          payload: { email },
          remoteAddress: '192.0.2.1',
        })
      ).statusCode
    expect(await preferences('ruth+3@gmail.com')).toBe(202)
    expect([await preferences('ruth+4@gmail.com'), await from('ruth+5@gmail.com')]).toEqual([429, 429])
    expect(await from('naomi+1@gmail.com')).toBe(202)
  })

  it('is possible twelve times an hour per inbox, from anywhere', async () => {
    const { post } = await withLink({ rateLimits: 'on' })
    const statuses: number[] = []
    for (let time = 0; time < 14; time++)
      statuses.push((await post('magic-link/send', { email }, { remoteAddress: `192.0.2.${time}` })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 202), 429, 429])
  })

  it('reports that the email cannot be sent', async () => {
    const { send } = await withLink({
      wrap: (tools) => ({
        ...tools,
        accountMail: { ...tools.accountMail, magicLink: async () => Promise.reject(new Error('no mail server')) },
      }),
    })
    const answer = await send(email)
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'We could not send the email right now. Please try again later.',
    ])
  })
})

describe('opening a magic link', () => {
  it('signs in, once', async () => {
    const { post, send, verify, sent, status } = await withLink()
    await post('register', ada)
    await send(email)
    const token = mailedToken(sent, email)
    const answer = await verify(token)
    expect([answer.statusCode, answer.json().user]).toEqual([200, expect.objectContaining({ id: 1, email })])
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
    const again = await verify(token)
    expect([again.statusCode, again.json()]).toEqual([403, expired])
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('works for only one of many simultaneous attempts', async () => {
    const { send, verify, sent } = await withLink()
    await send(email)
    const token = mailedToken(sent, email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403, 403, 403, 403])
  })

  it('creates an account for the verified address, without a name or password', async () => {
    const { signIn, eventTypes, accounts } = await withLink()
    const answer = await signIn('new@example.org')
    expect(answer.json().user).toMatchObject({ id: 1, firstName: null, isEmailVerified: true })
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'UserEmailVerified'])
    expect((await accounts.byId(1))?.passwordHash).toBeNull()
    expect((await signIn('new@example.org')).json().user.id).toBe(1)
  })

  it('invalidates all other links for the same address, and none for other addresses', async () => {
    const { send, verify, sent } = await withLink()
    await send(email)
    const first = mailedToken(sent, email)
    await send(email)
    await send('ben@example.org')
    expect((await verify(mailedToken(sent, email))).statusCode).toBe(200)
    expect((await verify(first)).statusCode).toBe(403)
    expect((await verify(mailedToken(sent, 'ben@example.org'))).statusCode).toBe(200)
  })

  it.each([
    ['looked at by a mail scanner', 'GET'],
    ['probed', 'HEAD'],
  ] as const)('%s, it stays valid', async (_who, method) => {
    const { send, verify, sent, app } = await withLink()
    await send(email)
    const token = mailedToken(sent, email)
    await app.inject({ method, url: `/api/auth/magic-link/verify?token=${token}` })
    expect((await verify(token)).statusCode).toBe(200)
  })

  it('expires after 15 minutes, both in the database and in the token', async () => {
    const { send, verify, sent, database } = await withLink()
    await send(email)
    const token = mailedToken(sent, email)
    const [, payload = ''] = token.split('.')
    const { iat, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    expect(exp - iat).toBe(900)
    await database.pool.query("UPDATE app.one_time_tokens SET expires_at = now() - interval '1 second'")
    expect((await verify(token)).json()).toEqual(expired)
  })

  it.each(['x', 'a.b.c'])('forged (%s), it is rejected', async (token) => {
    const { verify } = await withLink()
    expect((await verify(token)).statusCode).toBe(403)
  })

  it('for a setup or an address change does not sign in', async () => {
    const { verify, tokens, subjects } = await withLink()
    const emailHash = subjects.emailHash(email)
    for (const purpose of ['first-admin', 'admin-invitation', 'email-change'] as const)
      expect((await verify(await tokens.issue(purpose, { seconds: 60, emailHash, email }))).statusCode).toBe(403)
  })

  it.each([
    ['is_banned = true', 'This account is banned. Contact us if that is a mistake.'],
    ['is_active = false', 'This account is deactivated. Contact us if you want to use it again.'],
  ])('tells the owner of a closed account the reason, and changes nothing (%s)', async (change, message) => {
    const { post, signIn, database, eventTypes } = await withLink()
    await post('register', ada)
    await database.pool.query(`UPDATE app.accounts SET ${change}`)
    const account = async () => (await database.pool.query('SELECT * FROM app.accounts')).rows
    const before = await account()
    const answer = await signIn(email)
    expect([answer.statusCode, answer.json()]).toEqual([403, { message }])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await account()).toEqual(before)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
  })
})

describe('an address registered by someone who never verified it', () => {
  it('goes to its owner: the previous password and sessions become invalid', async () => {
    const { post, signIn, status } = await withLink()
    const strangers = sessionOf(await post('register', ada))
    const answer = await signIn(email)
    expect(answer.json()).toMatchObject({ isPasswordRemoved: true, user: { id: 1, isEmailVerified: true } })
    expect((await status(strangers)).json().isAuthenticated).toBe(false)
    expect((await post('login', { email, password })).statusCode).toBe(401)
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
  })

  it('keeps its password when it is verified in the signed-in browser', async () => {
    const { post, signIn } = await withLink()
    const own = sessionOf(await post('register', ada))
    expect((await signIn(email, own)).json().isPasswordRemoved).toBe(false)
    expect((await post('login', { email, password })).statusCode).toBe(200)
  })

  it('rejects a sign-in whose password was being checked at that moment', async () => {
    const holding = Promise.withResolvers<void>()
    const checked = Promise.withResolvers<void>()
    const { post, signIn, database } = await withLink({
      wrap: (tools) => ({
        ...tools,
        passwords: {
          ...tools.passwords,
          async verify(...words) {
            const isRight = await tools.passwords.verify(...words)
            checked.resolve()
            await holding.promise
            return isRight
          },
        },
      }),
    })
    await post('register', ada)
    const slow = post('login', { email, password })
    await checked.promise
    await signIn(email)
    holding.resolve()
    expect((await slow).statusCode).toBe(401)
    expect((await database.pool.query('SELECT method FROM app.sessions')).rows).toEqual([{ method: 'magic-link' }])
  })

  it('keeps the password once it was verified', async () => {
    const { post, signIn } = await withLink()
    const own = sessionOf(await post('register', ada))
    await signIn(email, own)
    expect((await signIn(email)).json().isPasswordRemoved).toBe(false)
    expect((await post('login', { email, password })).statusCode).toBe(200)
  })
})
