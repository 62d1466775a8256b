import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { grantAdmin } from '../../backend/commands/auth/rights.ts'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { createAdminInvitation, createFirstAdminLink } from '../../backend/identity/setup-links.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { type AccountsApp, createTestApp } from '../support/app/app.ts'
import { ada, chief, sessionOf, withCookie } from '../support/app/real-identity.ts'
import { tokenIn } from '../support/mail/link-token.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const other = { ...chief, email: 'other@example.org' }
const publicUrl = 'https://campaign.example/'
const worn =
  'This setup link is no longer valid. Ask an admin for a new invitation, or run "npm run admin" on the server.'

const firstToken = async (auth: AccountsApp) => tokenIn(await createFirstAdminLink({ ...auth, publicUrl }))

describe('the link for the first admin', () => {
  it('carries its token where mail programs keep it', async () => {
    const auth = await createTestApp({ identity: 'real' })
    expect(await createFirstAdminLink({ ...auth, publicUrl })).toMatch(
      /^https:\/\/campaign\.example\/setup\?token=[\w.-]+$/,
    )
  })

  it('creates an admin, signs in for 12 hours, and works only once', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await firstToken(auth)
    const spare = await firstToken(auth)
    const answer = await auth.post('first-admin', { token, ...chief })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().user).toMatchObject({ id: 1, firstName: 'Ada', isAdmin: true })
    expect(answer.cookies.map(({ maxAge }) => maxAge)).toEqual([12 * 3600, 12 * 3600])
    expect((await auth.status(sessionOf(answer))).json().user.isAdmin).toBe(true)
    expect(await auth.eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'UserEmailVerified', 'AdminGranted'])
    const granted = (await auth.log.readStream('user-1')).at(-1)
    expect(JSON.parse(granted?.metadata ?? '')).toMatchObject({ actor: { kind: 'system' }, command: 'GrantAdmin' })

    for (const used of [token, spare])
      for (const person of [chief, other]) {
        const again = await auth.post('first-admin', { token: used, ...person })
        expect([again.statusCode, again.json()]).toEqual([403, { message: worn }])
      }
    expect(await createFirstAdminLink({ ...auth, publicUrl })).toBeNull()
  })

  it('makes an existing account an admin with its own password, and ends its other sessions', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const before = sessionOf(await auth.post('register', chief))
    const token = await firstToken(auth)
    const wrong = await auth.post('first-admin', { token, ...chief, password: 'a long engine no. 8' })
    expect([wrong.statusCode, wrong.json()]).toEqual([401, { message: 'Invalid email or password.' }])
    const answer = await auth.post('first-admin', { token, ...chief })
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
    expect((await auth.status(before)).json().isAuthenticated).toBe(false)
  })

  it('requires 15 characters, and stays valid after a shorter password', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await firstToken(auth)
    const short = await auth.post('first-admin', { token, ...chief, password: '14 characters!' })
    expect([short.statusCode, short.json().message]).toEqual([400, 'Admins need a password of at least 15 characters.'])
    expect((await auth.post('first-admin', { token, ...chief })).statusCode).toBe(201)
  })

  it('is rejected once there is any admin', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await firstToken(auth)
    await auth.post('register', ada)
    await auth.accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
    const answer = await auth.post('first-admin', { token, ...other })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This site already has an admin. Sign in, or ask an admin to give you access.',
    ])
  })

  it('creates only one admin when two people use it at the same time', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await firstToken(auth)
    const answers = await Promise.all([chief, other].map((person) => auth.post('first-admin', { token, ...person })))
    // The slower one gets a bound link (403) or finds an existing admin (409).
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, expect.toBeOneOf([403, 409])])
    expect(await auth.accounts.admins()).toHaveLength(1)
  })

  it('is invalid when forged, expired, or signed without a row', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await firstToken(auth)
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const changed = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9 })).toString('base64url')
    const signed = (jti: string, key: number) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(jti)
        .setAudience('first-admin')
        .setExpirationTime('1h')
        .sign(new Uint8Array(32).fill(key))
    const forgeries = [
      'x',
      `${none}.${body}.`,
      `${head}.${changed}.${signature}`,
      await signed(claims.jti, 8),
      await signed('unknown', 7),
    ]
    for (const forgery of forgeries)
      expect((await auth.post('first-admin', { token: forgery, ...chief })).statusCode).toBe(403)

    await auth.database.pool.query("UPDATE app.one_time_tokens SET expires_at = now() - interval '1 second'")
    expect((await auth.post('first-admin', { token, ...chief })).json()).toEqual({ message: worn })
    expect(await auth.eventTypes()).toEqual([])
  })
})

describe('an invitation from the command line', () => {
  it('works only for its address, even when there are other admins', async () => {
    const auth = await createTestApp({ identity: 'real' })
    await auth.post('register', ada)
    await auth.accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
    const { token } = await createAdminInvitation({ ...auth, publicUrl }, auth.subjects.emailHash(other.email))
    const wrong = await auth.post('first-admin', { token, ...chief, email: 'third@example.org' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'This setup link is for another email address.'])
    const answer = await auth.post('first-admin', { token, ...other })
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
  })
})

describe('an invitation to an address that another person registered without proving it', () => {
  const invite = async (auth: AccountsApp) =>
    (await createAdminInvitation({ ...auth, publicUrl }, auth.subjects.emailHash(chief.email))).token
  const stranger = { ...chief, password: 'of a stranger no. 9', firstName: 'Mallory' }

  it('gives the account to the invited person, and nothing to the stranger', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const squatting = sessionOf(await auth.post('register', stranger))
    const answer = await auth.post('first-admin', { token: await invite(auth), ...chief })
    expect([answer.statusCode, answer.json().user]).toMatchObject([
      201,
      { id: 1, isAdmin: true, isEmailVerified: true },
    ])
    expect((await auth.status(squatting)).json().isAuthenticated).toBe(false)
    const { email, password } = stranger
    expect((await auth.post('login', { email, password })).statusCode).toBe(401)
    expect((await auth.post('login', { email, password: chief.password })).json().user.isAdmin).toBe(true)
  })

  it('takes the second factor of the stranger away too', async () => {
    const auth = await createTestApp({ identity: 'real' })
    await auth.post('register', stranger)
    await auth.database.pool.query('UPDATE app.accounts SET has_second_factor = true')
    const answer = await auth.post('first-admin', { token: await invite(auth), ...chief })
    expect(answer.json().user).toMatchObject({ isAdmin: true })
  })

  it('still asks for the password of an account whose owner has proved it in between', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const token = await invite(auth)
    await auth.post('register', stranger)
    await auth.prove(1)
    expect((await auth.post('first-admin', { token, ...chief })).statusCode).toBe(401)
    expect((await auth.post('first-admin', { token, ...chief, password: stranger.password })).statusCode).toBe(201)
  })
})

describe('an admin whose password is older than their rights', () => {
  it('signs in with a link, and sets one of 15 characters', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const { email, password } = ada
    await auth.post('register', ada)
    await auth.prove(1)
    expect((await auth.post('login', { email, password })).statusCode).toBe(200)
    await grantAdmin(auth, 1, systemContext())
    const refused = await auth.post('login', { email, password })
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Admins need a password of at least 15 characters. Sign in with a magic link and set a new one in your settings.',
    ])
    // A person who does not know the password learns nothing.
    expect((await auth.post('login', { email, password: 'engine no. 8' })).statusCode).toBe(401)
    await auth.post('magic-link/send', { email })
    const session = sessionOf(await auth.post('magic-link/verify', { token: mailedToken(auth.sent, email) }))
    const changed = await auth.post(
      'password',
      { newPassword: chief.password },
      { method: 'PUT', ...withCookie(session) },
    )
    expect(changed.statusCode).toBe(200)
    expect((await auth.post('login', { email, password: chief.password })).json().user.isAdmin).toBe(true)
  })
})

const steps = ['RegisterUser', 'bind', 'VerifyUserEmail', 'GrantAdmin', 'setRights', 'use'] as const

/** The process crashes right after this step, once. */
function dieAfter(step: (typeof steps)[number]) {
  let isArmed = true
  const pass = <T>(here: string, value: T): T => {
    if (here !== step || !isArmed) return value
    isArmed = false
    throw new Error('The process died here.')
  }
  return ({ handle, accounts, tokens, ...tools }: AuthTools): AuthTools => ({
    ...tools,
    handle: async (decider, stream, command, context, options) =>
      pass(command.type, await handle(decider, stream, command, context, options)),
    accounts: { ...accounts, setRights: async (...words) => pass('setRights', await accounts.setRights(...words)) },
    tokens: {
      ...tokens,
      bind: async (...words) => pass('bind', await tokens.bind(...words)),
      use: async (idHash) => pass('use', await tokens.use(idHash)),
    },
  })
}

describe.each(steps)('a setup that crashes after %s', (step) => {
  it('is completed by a retry', async () => {
    const auth = await createTestApp({ identity: 'real', wrap: dieAfter(step) })
    const token = await firstToken(auth)
    const request = () => auth.post('first-admin', { token, ...chief }, { headers: { 'idempotency-key': 'one' } })
    expect((await request()).statusCode).toBe(503)
    const answer = await request()
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
    expect(await auth.eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'UserEmailVerified', 'AdminGranted'])
    expect((await auth.post('first-admin', { token, ...chief })).statusCode).toBe(403)
  })
})
