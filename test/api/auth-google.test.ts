import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsApp, createTestApp } from '../support/app/app.ts'
import { type AccountsOptions, ada, origin, sessionOf } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../support/providers/open-id-provider.ts'
import { providerBrowser } from '../support/providers/provider-visits.ts'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider({
    redirectUris: [`${origin}/api/auth/google/callback`, 'https://elsewhere.example/callback'],
  })
})
afterAll(() => provider.close())

const grace = {
  sub: 'grace',
  email: 'grace@example.org',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Lee',
}

async function site(options: AccountsOptions = {}) {
  provider.people.clear()
  provider.people.set('grace', grace)
  const auth = await createTestApp({ identity: 'real', google: provider.settings, ...options })
  const browser = () => providerBrowser(auth.app, 'google')
  /** From the button to the final page, in a new browser. */
  async function signIn(sub: string, query = '') {
    const visitor = browser()
    const ended = await visitor.comeBack(await provider.visit(await visitor.leave(query), sub))
    return { ended, user: await visitor.person(), visitor }
  }
  const problem = (code: string) => `/login?provider=google&problem=${code}`
  return { ...auth, browser, signIn, problem }
}

/** Verifies an address with a link. */
async function proveByLink({ post, sent }: Pick<AccountsApp, 'post' | 'sent'>, email: string) {
  await post('magic-link/send', { email })
  return post('magic-link/verify', { token: mailedToken(sent, email) })
}

describe('with Google', () => {
  it('a new person gets an account with a verified address, and the same one next time', async () => {
    const { signIn, eventTypes } = await site()
    const { ended, user } = await signIn('grace')
    expect(ended).toBe('/login?signed-in=google')
    expect(user).toMatchObject({ id: 1, email: 'grace@example.org', isEmailVerified: true })
    expect((await signIn('grace')).user.id).toBe(1)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'UserEmailVerified'])
  })

  it('a person who verified the same address with both is the same person', async () => {
    const auth = await site()
    await proveByLink(auth, 'Grace@Example.org')
    expect((await auth.signIn('grace')).user.id).toBe(1)
    expect(await auth.eventTypes()).toContain('ProviderConnected')
  })

  it('a person with two-step sign-in is asked for the code before being signed in', async () => {
    const { signIn, database } = await site()
    await signIn('grace')
    await database.pool.query('UPDATE app.accounts SET has_second_factor = true')
    const { ended, user, visitor } = await signIn('grace', '?next=/volunteer')
    expect([ended, user]).toEqual(['/login/code?next=%2Fvolunteer', null])
    expect([...visitor.cookies.keys()]).toContain('sign_in_step')
    expect((await signIn('grace')).ended).toBe('/login/code')
  })

  it('starts with PKCE, state and nonce, and requests no more than necessary', async () => {
    const { browser } = await site()
    const url = new URL(await browser().leave())
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'campaign',
      response_type: 'code',
      redirect_uri: `${origin}/api/auth/google/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{30,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
  })

  it('starts at a button of ours or an address that was typed, and not from another site', async () => {
    const { app, browser, problem } = await site()
    const start = async (headers: { [name: string]: string }) => {
      const { headers: answer, cookies } = await app.inject({ url: '/api/auth/google?next=/volunteer', headers })
      return { location: String(answer.location), cookies }
    }
    const ours: { [name: string]: string }[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { referer: `${origin}/login` },
      {},
    ]
    for (const headers of ours) expect((await start(headers)).location).toContain(provider.settings.authorizeUrl)
    const theirs: { [name: string]: string }[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', referer: `${origin}/login` },
      { referer: 'https://elsewhere.example/page' },
      { referer: `${origin}.elsewhere.example/` },
      { referer: 'about:blank' },
    ]
    for (const headers of theirs)
      expect(await start(headers)).toEqual({ location: `${problem('from-elsewhere')}&next=%2Fvolunteer`, cookies: [] })
    expect(await browser().leave('?next=/volunteer')).toContain(provider.settings.authorizeUrl)
  })

  it('in production binds the flow to https and this host', async () => {
    const { app } = await site({ isProduction: true })
    const { cookies } = await app.inject('/api/auth/google')
    expect(cookies).toEqual([
      {
        name: expect.stringMatching(/^__Host-oauth2-flow-[\w-]{22}$/),
        value: expect.stringMatching(/^[\w-]{20,}$/),
        path: '/',
        maxAge: 600,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
      },
    ])
  })

  it('signs in from each of two concurrent tabs, and leaves no cookie of the attempt', async () => {
    const { browser } = await site()
    const tabs = browser()
    const [one, two] = [await tabs.leave(), await tabs.leave()]
    for (const leaving of [one, two]) {
      expect(await tabs.comeBack(await provider.visit(leaving, 'grace'))).toBe('/login?signed-in=google')
    }
    expect([...tabs.cookies.keys()].filter((name) => name.includes('flow'))).toEqual([])
  })

  it('keeps no more than eight attempts of one browser', async () => {
    const { browser } = await site()
    const tabs = browser()
    for (let tab = 0; tab < 20; tab++) await tabs.leave()
    expect(tabs.cookies.size).toBeLessThanOrEqual(8)
  })

  it('returns to the previous page, and rejects one of another site', async () => {
    const { app, signIn } = await site()
    expect((await signIn('grace', '?next=/volunteer')).ended).toBe('/login?signed-in=google&next=%2Fvolunteer')
    for (const next of ['//evil.example', '/.//evil.example', 'https://evil.example']) {
      const answer = await app.inject(`/api/auth/google?${new URLSearchParams({ next })}`)
      expect([answer.statusCode, answer.json().errors]).toEqual([
        400,
        [{ path: 'next', message: 'Use a path on this site, such as /events.' }],
      ])
    }
  })

  it('is rejected with a sentence when it is not configured', async () => {
    const auth = await createTestApp({ identity: 'real' })
    const leaving = await providerBrowser(auth.app, 'google').leave('?next=/volunteer')
    expect(leaving).toBe('/login?provider=google&problem=not-configured&next=%2Fvolunteer')
  })

  it.each([
    ['is_banned = true', 'banned'],
    ['is_active = false', 'inactive'],
  ])('does not open a closed account (%s)', async (change, code) => {
    const { signIn, database, problem } = await site()
    await signIn('grace')
    await database.pool.query(`UPDATE app.accounts SET ${change}`)
    const { ended, user } = await signIn('grace')
    expect([ended, user]).toEqual([problem(code), null])
  })

  it.each([
    ['is_banned = true', 'banned'],
    ['is_active = false', 'inactive'],
  ])('is connected to no closed account (%s)', async (change, code) => {
    const auth = await site()
    await proveByLink(auth, grace.email)
    await auth.database.pool.query(`UPDATE app.accounts SET ${change}`)
    expect((await auth.signIn('grace')).ended).toBe(auth.problem(code))
    expect(await auth.eventTypes()).not.toContain('ProviderConnected')
    expect((await auth.database.pool.query('SELECT FROM app.identities')).rowCount).toBe(0)
  })

  it('a person who declines at the provider returns to the sign-in page', async () => {
    const { browser, problem } = await site()
    const visitor = browser()
    const state = new URL(await visitor.leave()).searchParams.get('state')
    const ended = await visitor.comeBack(`${origin}/api/auth/google/callback?error=access_denied&state=${state}`)
    expect(ended).toBe(problem('cancelled'))
  })
})

describe('an attack with Google', () => {
  it('replay: a callback URL does not work a second time', async () => {
    const { browser, problem } = await site()
    const visitor = browser()
    const back = await provider.visit(await visitor.leave(), 'grace')
    const cookies = new Map(visitor.cookies)
    expect(await visitor.comeBack(back)).toBe('/login?signed-in=google')
    const thief = browser()
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    expect(await thief.comeBack(back)).toBe(problem('expired'))
    expect(await thief.person()).toBeNull()
  })

  it('foreign callback: another browser cannot finish what one browser started', async () => {
    const { browser, problem } = await site()
    const attacker = browser()
    const back = await provider.visit(await attacker.leave(), 'grace')
    const victim = browser()
    await victim.leave()
    expect(await victim.comeBack(back)).toBe(problem('expired'))
    expect(await victim.person()).toBeNull()
  })

  it('swapped code: someone else’s code with your own state fails', async () => {
    const { browser, problem } = await site()
    provider.people.set('mallory', { ...grace, sub: 'mallory', email: 'mallory@example.org' })
    const [victim, attacker] = [browser(), browser()]
    const theirs = new URL(await provider.visit(await victim.leave(), 'grace'))
    const own = new URL(await provider.visit(await attacker.leave(), 'mallory'))
    own.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(await attacker.comeBack(own.href)).toBe(problem('failed'))
    expect(await attacker.person()).toBeNull()
  })

  it('an answer from another provider is rejected', async () => {
    const { browser, problem } = await site()
    const visitor = browser()
    const back = new URL(await provider.visit(await visitor.leave(), 'grace'))
    back.searchParams.set('iss', 'https://evil.example')
    expect(await visitor.comeBack(back.href)).toBe(problem('failed'))
  })

  it.each([false, 'true'])('unverified address (email_verified: %j): it opens no account', async (verified) => {
    const auth = await site()
    await proveByLink(auth, 'victim@example.org')
    provider.people.set('mallory', { sub: 'mallory', email: 'victim@example.org', email_verified: verified })
    const { ended, user } = await auth.signIn('mallory')
    expect([ended, user]).toEqual([auth.problem('address-taken'), null])
  })

  it('swapped subject: another person with the same address never gets the account', async () => {
    const { signIn, problem } = await site()
    await signIn('grace')
    provider.people.set('mallory', { ...grace, sub: 'mallory' })
    const { ended, user } = await signIn('mallory')
    expect([ended, user]).toEqual([problem('linked-elsewhere'), null])
  })

  it('changed address: the person keeps their account, and gets no other', async () => {
    const auth = await site()
    await auth.signIn('grace')
    await proveByLink(auth, 'victim@example.org')
    provider.people.set('grace', { ...grace, email: 'victim@example.org' })
    expect((await auth.signIn('grace')).user).toMatchObject({ id: 1, email: 'grace@example.org' })
  })

  it('registered before by a stranger: the owner does not share that account, and verifies the address once', async () => {
    const auth = await site()
    const attackers = sessionOf(await auth.post('register', { ...ada, email: 'grace@example.org' }))
    expect((await auth.signIn('grace')).ended).toBe(auth.problem('address-unconfirmed'))

    const proven = await proveByLink(auth, 'grace@example.org')
    expect(proven.json()).toMatchObject({ isPasswordRemoved: true, user: { isEmailVerified: true } })
    expect((await auth.status(attackers)).json().isAuthenticated).toBe(false)
    expect((await auth.post('login', { email: 'grace@example.org', password: ada.password })).statusCode).toBe(401)
    expect((await auth.signIn('grace')).user.id).toBe(1)
  })

  it('connected before by a stranger: verifying the address ends that too', async () => {
    const auth = await site()
    provider.people.set('mallory', { sub: 'mallory', email: 'victim@example.org', email_verified: false })
    expect((await auth.signIn('mallory')).user).toMatchObject({ id: 1, isEmailVerified: false })
    await proveByLink(auth, 'victim@example.org')
    const { ended, user } = await auth.signIn('mallory')
    expect([ended, user]).toEqual([auth.problem('address-taken'), null])
  })

  it('a stranger’s connection is refused when the owner verifies the address at the same moment', async () => {
    let prove: (() => Promise<unknown>) | null = null
    const auth = await site({
      wrap: (tools) => ({
        ...tools,
        async waitForProjection(position, request) {
          const now = prove
          prove = null
          await now?.()
          return tools.waitForProjection(position, request)
        },
      }),
    })
    provider.people.set('mallory', { sub: 'mallory', email: 'victim@example.org', email_verified: false })
    prove = () => proveByLink(auth, 'victim@example.org')
    const { ended, user } = await auth.signIn('mallory')
    expect([ended, user]).toEqual([auth.problem('linked-elsewhere'), null])
    expect((await auth.signIn('mallory')).ended).toBe(auth.problem('address-taken'))
  })
})

describe('connecting Google to an existing account', () => {
  async function withPassword(options: AccountsOptions = {}) {
    const auth = await site(options)
    const [, value = ''] = sessionOf(await auth.post('register', ada)).split('=')
    const visitor = auth.browser()
    visitor.cookies.set('session', value)
    return { ...auth, visitor }
  }

  it('works with any address, can be undone, and is in the log once', async () => {
    const { visitor, signIn, app, sent, eventTypes } = await withPassword()
    const ended = await visitor.comeBack(await provider.visit(await visitor.leave('?connect=true'), 'grace'))
    expect(ended).toBe('/settings?tab=security&connected=google')
    expect(sent).toEqual([{ kind: 'providerConnected', to: ada.email, about: 'google' }])
    await visitor.comeBack(await provider.visit(await visitor.leave('?connect=true'), 'grace'))
    expect((await eventTypes()).filter((type) => type === 'ProviderConnected')).toHaveLength(1)
    expect((await signIn('grace')).user).toMatchObject({ id: 1, email: ada.email })
    expect((await visitor.get('/api/auth/connections')).json()).toEqual([
      { provider: 'google', isAvailable: true, isConnected: true },
      { provider: 'facebook', isAvailable: false, isConnected: false },
    ])
    const headers = { cookie: `session=${visitor.cookies.get('session')}`, 'sec-fetch-site': 'same-origin' }
    await app.inject({ method: 'DELETE', url: '/api/auth/connections/google', headers })
    expect((await signIn('grace')).user).toMatchObject({ id: 2, email: 'grace@example.org' })
  })

  it('needs a sign-in of the last 15 minutes', async () => {
    const { visitor, database, sent } = await withPassword()
    await database.pool.query("UPDATE app.sessions SET created_at = now() - interval '16 minutes'")
    expect(await visitor.leave('?connect=true')).toBe('/settings?tab=security&provider=google&problem=not-proven')
    expect((await visitor.get('/api/auth/connections')).json()[0]).toMatchObject({ isConnected: false })
    expect(sent).toEqual([])
  })

  it('cannot be started from another site', async () => {
    const { visitor } = await withPassword()
    const answer = await visitor.get('/api/auth/google?connect=true', { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
  })

  it('is not completed for a different person who signed in in between', async () => {
    const { visitor, post } = await withPassword()
    const back = await provider.visit(await visitor.leave('?connect=true'), 'grace')
    const other = sessionOf(await post('register', { ...ada, email: 'ben@example.org' }))
    visitor.cookies.set('session', other.slice('session='.length))
    expect(await visitor.comeBack(back)).toBe('/settings?tab=security&provider=google&problem=expired')
  })

  it('is not completed when the owner of the address verified it in between', async () => {
    let prove: (() => Promise<unknown>) | null = null
    const { visitor, signIn, post, sent } = await withPassword({
      wrap: (tools) => ({
        ...tools,
        async handle(decider, stream, command, ...rest) {
          if (command.type === 'ConnectProvider') await prove?.()
          return tools.handle(decider, stream, command, ...rest)
        },
      }),
    })
    prove = () => proveByLink({ post, sent }, ada.email)
    const ended = await visitor.comeBack(await provider.visit(await visitor.leave('?connect=true'), 'grace'))
    expect(ended).toBe('/settings?tab=security&provider=google&problem=linked-elsewhere')
    expect((await signIn('grace')).user).toMatchObject({ id: 2, email: 'grace@example.org' })
  })

  it('never moves a person from one account to another', async () => {
    const { visitor, signIn } = await withPassword()
    await signIn('grace')
    const ended = await visitor.comeBack(await provider.visit(await visitor.leave('?connect=true'), 'grace'))
    expect(ended).toBe('/settings?tab=security&provider=google&problem=linked-elsewhere')
  })
})
