import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { createAdminInvitation, createFirstAdminLink } from '../../backend/identity/setup-links.ts'
import { type AuthApp, ada, createAuthApp, sessionOf } from '../support/auth-app.ts'

const chief = { ...ada, password: 'a long engine no. 9' }
const other = { ...chief, email: 'other@example.org' }
const publicUrl = 'https://campaign.example/'
const worn = 'This setup link is no longer valid. Restart the server, or run "npm run admin", to get a new one.'

const tokenOf = (link: string | null) => link?.split('#token=')[1] ?? ''
const firstToken = async (auth: AuthApp) => tokenOf(await createFirstAdminLink({ ...auth, publicUrl }))

describe('the link for the first admin', () => {
  it('carries its token where no server logs it', async () => {
    const auth = await createAuthApp()
    expect(await createFirstAdminLink({ ...auth, publicUrl })).toMatch(
      /^https:\/\/campaign\.example\/setup#token=[\w.-]+$/,
    )
  })

  it('creates an admin, signs in for 12 hours, and works only once', async () => {
    const auth = await createAuthApp()
    const token = await firstToken(auth)
    const spare = await firstToken(auth)
    const answer = await auth.post('first-admin', { token, ...chief })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().user).toMatchObject({ id: 1, firstName: 'Ada', isAdmin: true })
    expect(answer.cookies.map(({ maxAge }) => maxAge)).toEqual([12 * 3600, 12 * 3600])
    expect((await auth.status(sessionOf(answer))).json().user.isAdmin).toBe(true)
    expect(await auth.eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'AdminGranted'])
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
    const auth = await createAuthApp()
    const before = sessionOf(await auth.post('register', chief))
    const token = await firstToken(auth)
    const wrong = await auth.post('first-admin', { token, ...chief, password: 'a long engine no. 8' })
    expect([wrong.statusCode, wrong.json()]).toEqual([401, { message: 'Invalid email or password.' }])
    const answer = await auth.post('first-admin', { token, ...chief })
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
    expect((await auth.status(before)).json().isAuthenticated).toBe(false)
  })

  it('requires 15 characters, and stays valid after a shorter password', async () => {
    const auth = await createAuthApp()
    const token = await firstToken(auth)
    const short = await auth.post('first-admin', { token, ...chief, password: '14 characters!' })
    expect([short.statusCode, short.json().message]).toEqual([400, 'Admins need a password of at least 15 characters.'])
    expect((await auth.post('first-admin', { token, ...chief })).statusCode).toBe(201)
  })

  it('is rejected once there is any admin', async () => {
    const auth = await createAuthApp()
    const token = await firstToken(auth)
    await auth.post('register', ada)
    await auth.accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
    const answer = await auth.post('first-admin', { token, ...other })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This site has an admin already. Sign in, or ask an admin for the right.',
    ])
  })

  it('creates only one admin when two people use it at the same time', async () => {
    const auth = await createAuthApp()
    const token = await firstToken(auth)
    const answers = await Promise.all([chief, other].map((person) => auth.post('first-admin', { token, ...person })))
    // The slower one gets a bound link (403) or finds an existing admin (409).
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, expect.toBeOneOf([403, 409])])
    expect(await auth.accounts.admins()).toHaveLength(1)
  })

  it('is invalid when forged, expired, or signed without a row', async () => {
    const auth = await createAuthApp()
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
    const auth = await createAuthApp()
    await auth.post('register', ada)
    await auth.accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
    const token = tokenOf(await createAdminInvitation({ ...auth, publicUrl }, auth.subjects.emailHash(other.email)))
    const wrong = await auth.post('first-admin', { token, ...chief, email: 'third@example.org' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'This setup link is for another email address.'])
    const answer = await auth.post('first-admin', { token, ...other })
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
  })
})

const steps = ['RegisterUser', 'bind', 'GrantAdmin', 'setRights', 'use'] as const

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
    const auth = await createAuthApp({ wrap: dieAfter(step) })
    const token = await firstToken(auth)
    const request = () => auth.post('first-admin', { token, ...chief }, { headers: { 'idempotency-key': 'one' } })
    expect((await request()).statusCode).toBe(503)
    const answer = await request()
    expect([answer.statusCode, answer.json().user.isAdmin]).toEqual([201, true])
    expect(await auth.eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'AdminGranted'])
    expect((await auth.post('first-admin', { token, ...chief })).statusCode).toBe(403)
  })
})
