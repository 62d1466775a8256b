import { describe, expect, it } from 'vitest'
import { createPasswords } from '../../backend/identity/passwords.ts'
import { createTestApp } from '../support/app/app.ts'
import { ada, sessionOf, withCookie } from '../support/app/real-identity.ts'

const { email, password } = ada
const invalid = { message: 'Invalid email or password.' }

describe('signing in', () => {
  it('returns the person and starts a session', async () => {
    const { post, status } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const answer = await post('login', { email: 'ADA@Example.org', password })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().user).toMatchObject({ id: 1, email, isAdmin: false, isEmailVerified: false })
    const { user, isAuthenticated } = (await status(sessionOf(answer))).json()
    expect([user.id, isAuthenticated]).toEqual([1, true])
  })

  it('answers a wrong password and an unknown address the same way, after one Argon2 run each', async () => {
    const { post, passwords } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const before = passwords.runs()
    const wrong = await post('login', { email, password: 'not the one' })
    expect(passwords.runs()).toBe(before + 1)
    const unknown = await post('login', { email: 'nobody@example.org', password })
    expect(passwords.runs()).toBe(before + 2)
    expect([wrong.statusCode, wrong.json()]).toEqual([401, invalid])
    expect([unknown.statusCode, unknown.json()]).toEqual([401, invalid])
    expect(unknown.headers['set-cookie']).toBeUndefined()
  })

  it('rejects every password for an account without one', async () => {
    const { post, accounts, subjects } = await createTestApp({ identity: 'real' })
    const emailHash = subjects.emailHash(email)
    await accounts.restore({
      userId: 5,
      subject: await subjects.forEmail(email),
      email,
      emailHash,
      createdAt: new Date(0).toISOString(),
    })
    expect((await post('login', { email, password })).statusCode).toBe(401)
    expect((await post('register', ada)).statusCode).toBe(409)
  })

  it.each([
    ['is_banned = true', 'This account is banned. Contact us if that is a mistake.'],
    ['is_active = false', 'This account is deactivated. Contact us if you want to use it again.'],
  ])(
    'tells only who knows the password why an account is closed (%s), and ends its sessions',
    async (change, message) => {
      const { post, status, database } = await createTestApp({ identity: 'real' })
      const cookie = sessionOf(await post('register', ada))
      await database.pool.query(`UPDATE app.accounts SET ${change}`)
      expect((await status(cookie)).json()).toEqual({ user: null, isAuthenticated: false })
      const right = await post('login', { email, password })
      expect([right.statusCode, right.json()]).toEqual([403, { message }])
      expect((await post('login', { email, password: 'not the one' })).json()).toEqual(invalid)
    },
  )

  it('never adopts a session id from the browser, and ends the previous session', async () => {
    const { post, status, database } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const planted = `session=${'A'.repeat(43)}`
    const first = sessionOf(await post('login', { email, password }, withCookie(planted)))
    expect(first).not.toBe(planted)
    expect((await status(planted)).json().isAuthenticated).toBe(false)
    const second = sessionOf(await post('login', { email, password }, withCookie(first)))
    expect((await status(first)).json().isAuthenticated).toBe(false)
    expect((await status(second)).json().isAuthenticated).toBe(true)
    const { rows } = await database.pool.query('SELECT sid FROM app.sessions')
    expect(JSON.stringify(rows)).not.toContain(second.slice('session='.length))
  })

  it('gives a retry with the same Idempotency-Key its own session', async () => {
    const { post, status } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const headers = { 'idempotency-key': 'again' }
    const first = sessionOf(await post('login', { email, password }, { headers }))
    const second = sessionOf(await post('login', { email, password }, { headers }))
    expect(second).not.toBe(first)
    expect((await status(second)).json().isAuthenticated).toBe(true)
  })

  it('asks the client to wait after ten attempts for one account, ignoring case', async () => {
    const { post } = await createTestApp({ identity: 'real', rateLimits: 'on' })
    for (let attempt = 0; attempt < 10; attempt++)
      expect(
        (await post('login', { email: attempt % 2 ? email : email.toUpperCase(), password: 'wrong' })).statusCode,
      ).toBe(401)
    const answer = await post('login', { email, password })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)])
    expect((await post('login', { email: 'other@example.org', password })).statusCode).toBe(401)
  })

  it('answers 503 with Retry-After instead of piling up passwords to check', async () => {
    const { post } = await createTestApp({
      identity: 'real',
      passwords: { running: 1, waiting: 1, cost: { memory: 65_536, passes: 4, parallelism: 1 } },
    })
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('login', { email, password })))
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThanOrEqual(2)
    expect(busy.length).toBeGreaterThanOrEqual(1)
    expect(busy.every(({ headers }) => headers['retry-after'] === '5')).toBe(true)
  })

  it('upgrades a password hash to the current cost', async () => {
    const { post, accounts } = await createTestApp({ identity: 'real' })
    await post('register', ada)
    const dearer = createPasswords({ cost: { memory: 128, passes: 2, parallelism: 1 } })
    await accounts.setPasswordHash(1, await dearer.hash(password))
    expect((await post('login', { email, password })).statusCode).toBe(200)
    expect((await accounts.byId(1))?.passwordHash).toContain('$m=64,t=1,p=1$')
    expect((await post('login', { email, password })).statusCode).toBe(200)
  })
})

describe('cookies', () => {
  const month = 30 * 24 * 3600

  it('work over plain http in development', async () => {
    const { post } = await createTestApp({ identity: 'real' })
    expect((await post('register', ada)).cookies).toEqual([
      {
        name: 'session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        maxAge: month,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      },
      { name: 'signed_in', value: '1', maxAge: month, path: '/', sameSite: 'Lax' },
    ])
  })

  it('are bound to https and this host in production, where the development name is ignored', async () => {
    const { post, status } = await createTestApp({ identity: 'real', isProduction: true })
    const answer = await post('register', ada)
    expect(answer.cookies).toEqual([
      {
        name: '__Host-session',
        value: expect.any(String),
        maxAge: month,
        path: '/',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
      { name: '__Host-signed_in', value: '1', maxAge: month, path: '/', secure: true, sameSite: 'Lax' },
    ])
    const cookie = sessionOf(answer)
    expect((await status(cookie)).json().isAuthenticated).toBe(true)
    expect((await status(cookie.replace('__Host-', ''))).json().isAuthenticated).toBe(false)
  })

  it.each(['', 'x', 'A'.repeat(44), '%00', "' OR 1=1"])(
    'without a valid session (%j) mean a visitor',
    async (value) => {
      const { status } = await createTestApp({ identity: 'real' })
      const answer = await status(`session=${value}`)
      expect([answer.statusCode, answer.json()]).toEqual([200, { user: null, isAuthenticated: false }])
    },
  )
})

describe('status and signing out', () => {
  it('returns null when no one is signed in, uncached, and clears a stale hint', async () => {
    const { status } = await createTestApp({ identity: 'real' })
    const answer = await status('signed_in=1')
    expect(answer.json()).toEqual({ user: null, isAuthenticated: false })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.cookies).toMatchObject([{ name: 'signed_in', value: '' }])
  })

  it('ends the session and clears both cookies', async () => {
    const { post, status } = await createTestApp({ identity: 'real' })
    const cookie = sessionOf(await post('register', ada))
    const answer = await post('logout', undefined, withCookie(cookie))
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['session', ''],
      ['signed_in', ''],
    ])
    expect((await status(cookie)).json().isAuthenticated).toBe(false)
  })

  it('succeeds when no one is signed in', async () => {
    const { post } = await createTestApp({ identity: 'real' })
    expect((await post('logout')).statusCode).toBe(200)
  })
})
