import { describe, expect, it } from 'vitest'
import { createOffice } from '../support/app/office.ts'
import { chief, sessionOf, withCookie } from '../support/app/real-identity.ts'
import { routesOf, type ServedRoute } from '../support/app/served-routes.ts'
import { authenticator } from '../support/browser/authenticator.ts'
import { passkeySignIn, passkeyUser } from '../support/browser/passkeys.ts'

const { password } = chief

/** An office whose admin signed in eleven minutes ago. */
async function withStaleAdmin() {
  const office = await createOffice()
  const age = () => office.database.pool.query("UPDATE app.sessions SET created_at = now() - interval '11 minutes'")
  const headers = { cookie: office.admin.cookie }
  const prove = (body: object) => office.post('proof', body, { headers })
  const state = async () => (await office.app.inject({ url: '/api/auth/proof', headers })).json()
  await age()
  return { ...office, proveAddress: office.prove, age, prove, state, headers }
}

const refused = {
  message: 'Confirm that it’s you first: you last confirmed it more than ten minutes ago.',
  code: 'proof-needed',
}

/** Every action for which an open session must not be enough. */
const guarded = [
  'DELETE /api/admin/users/:id',
  'DELETE /api/auth/connections/:provider',
  'DELETE /api/auth/passkeys/:id',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/:id',
  'GET /api/admin/emails/export',
  'GET /api/admin/events/:id/rsvps/export',
  'GET /api/admin/exports/actions',
  'GET /api/admin/exports/donations',
  'GET /api/admin/exports/people',
  'GET /api/admin/exports/volunteers',
  'GET /api/email-campaigns/:id/export',
  'GET /api/profile/export',
  'POST /api/admin/api-keys',
  'POST /api/admin/erasures',
  'POST /api/admin/invitations',
  'POST /api/admin/mail-consents/lift-bounces',
  'POST /api/admin/staff-sets',
  'POST /api/admin/users/:id/reset-second-factor',
  'POST /api/admin/users/:id/roles',
  'POST /api/auth/passkeys',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/second-factor/turn-on/passkeys',
  'POST /api/email-campaigns/:id/approve',
  'POST /api/email-campaigns/:id/resume',
  'POST /api/email-campaigns/:id/schedule',
  'POST /api/email-campaigns/:id/send',
  'POST /api/email-campaigns/:id/send-again',
  'POST /api/email-campaigns/donor-thank-you',
  'POST /api/email-campaigns/re-engagement',
  'POST /api/email-campaigns/volunteer-update',
  'PUT /api/admin/staff-sets/:id',
  'PUT /api/email-campaigns/welcome-series',
]

describe('a recent proof', () => {
  it('is needed for exactly these, and requested before the body is read', async () => {
    const { app, admin } = await withStaleAdmin()
    const isRefused = async ({ method, url }: ServedRoute) => {
      const answer = await app.inject({
        method: method === 'GET' || method === 'DELETE' || method === 'PUT' ? method : 'POST',
        url: url.replace(':id', '999999'),
        headers: {
          cookie: admin.cookie,
          'sec-fetch-site': 'same-origin',
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { payload: '{' }),
      })
      return answer.statusCode === 403 && answer.body === JSON.stringify(refused)
    }
    const routes = routesOf({ http: app })
    const areRefused = await Promise.all(routes.map(isRefused))
    const found = routes.filter((_, index) => areRefused[index]).map(({ method, url }) => `${method} ${url}`)
    expect(found.sort()).toEqual(guarded)
  })

  it('takes the second step before a password or an address is changed, or a provider disconnected', async () => {
    const { app, login, signUp, prove, post, database, sent } = await createOffice()
    const ruth = await signUp('Ruth')
    await prove(ruth.id)
    const phone = authenticator(
      (await post('second-factor/setup', {}, withCookie(ruth.cookie))).json().secret,
      Date.now,
    )
    const turnOn = await post('second-factor/turn-on', { code: phone.at(Date.now()) }, withCookie(ruth.cookie))
    const [recoveryCode] = turnOn.json().recoveryCodes
    await database.pool.query(
      `UPDATE app.sessions SET created_at = created_at - interval '1 hour', proven_at = proven_at - interval '1 hour'`,
    )
    const asRuth = (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
      app.inject({
        method,
        url: `/api/auth/${url}`,
        headers: { cookie: ruth.cookie, 'sec-fetch-site': 'same-origin' },
        ...(payload && { payload }),
      })
    const acts = [
      () => asRuth('POST', 'email-change', { email: 'new@example.org', currentPassword: password }),
      () => asRuth('DELETE', 'connections/google'),
      () => asRuth('PUT', 'password', { currentPassword: password, newPassword: 'another long engine no. 9' }),
    ]
    sent.length = 0
    for (const act of acts) {
      const answer = await act()
      expect([answer.statusCode, answer.json()]).toEqual([403, refused])
    }
    expect(sent).toEqual([])
    expect((await asRuth('POST', 'proof', { code: recoveryCode })).statusCode).toBe(200)
    for (const act of acts) expect((await act()).statusCode).toBeLessThan(300)
    expect((await login(ruth.email)).statusCode).toBe(401)
  })

  it('is needed for making a person an admin, or changing one, and for no other edit', async () => {
    const { put, signUp, proveAddress, prove, age } = await withStaleAdmin()
    const ruth = await signUp('Ruth')
    await proveAddress(ruth.id)
    await age()
    expect((await put(ruth.id, { isEmailVerified: true, firstName: 'Anna' })).statusCode).toBe(200)
    const answer = await put(ruth.id, { isAdmin: true })
    expect([answer.statusCode, answer.json()]).toEqual([403, refused])
    expect((await prove({ password: 'not the one' })).statusCode).toBe(400)
    expect((await put(ruth.id, { isAdmin: true })).statusCode).toBe(403)
    expect((await prove({ password })).statusCode).toBe(200)
    expect((await put(ruth.id, { isAdmin: true })).json()).toMatchObject({ isAdmin: true })
  })

  it('is needed for giving an account another address, which decides who can sign in to it', async () => {
    const { put, signUp, prove, age, typesOf } = await withStaleAdmin()
    const ruth = await signUp('Ruth')
    await age()
    expect((await put(ruth.id, { email: 'RUTH@example.org', firstName: 'Anna' })).statusCode).toBe(200)
    const answer = await put(ruth.id, { email: 'anna@example.org' })
    expect([answer.statusCode, answer.json()]).toEqual([403, refused])
    expect(await typesOf(ruth.id)).not.toContain('UserEmailChanged')
    // The address of the refused edit is still free.
    expect((await signUp('Anna')).id).not.toBe(ruth.id)
    await prove({ password })
    expect((await put(ruth.id, { email: 'other@example.org' })).json()).toMatchObject({ email: 'other@example.org' })
  })

  it('is needed for rewriting a mail that is already scheduled, and not for a draft', async () => {
    const { app, admin, prove, age, database } = await withStaleAdmin()
    const text = { name: 'June', preheader: '', segmentIds: ['newsletter-subscribers'] }
    const call = (method: 'POST' | 'PUT', path: string, payload: object) =>
      app.inject({
        method,
        url: `/api/email-campaigns${path}`,
        headers: { 'sec-fetch-site': 'same-origin', cookie: admin.cookie },
        payload,
      })
    const { id } = (await call('POST', '', { ...text, subject: 'Summer', body: 'Hello' })).json()
    const edit = (subject: string) => call('PUT', `/${id}`, { ...text, subject, body: 'Hello' })
    expect((await edit('Early summer')).json()).toMatchObject({ subject: 'Early summer' })
    await prove({ password })
    const list = { email: 'reader@example.org', firstName: 'Ruth' }
    expect((await app.inject({ method: 'POST', url: '/api/email-signup', payload: list })).statusCode).toBe(201)
    expect((await call('POST', `/${id}/schedule`, { at: '2099-06-01T09:00' })).json()).toMatchObject({
      status: 'scheduled',
    })
    await age()
    await database.pool.query('UPDATE app.sessions SET proven_at = NULL')
    const answer = await edit('Late summer')
    expect([answer.statusCode, answer.json()]).toEqual([403, refused])
    await prove({ password })
    expect((await edit('Late summer')).json()).toMatchObject({ subject: 'Late summer', status: 'scheduled' })
  })

  it('is a sign-in, the password or a passkey, and lasts ten minutes', async () => {
    const { as, admin, headers, age, prove, state, login, app, post, database } = await withStaleAdmin()
    const exported = async (cookie = admin.cookie) =>
      (await as({ cookie }, 'GET', 'emails/export?format=csv')).statusCode
    expect(await state()).toEqual({ isFresh: false, hasPassword: true, hasCodes: false, hasPasskeys: false })
    expect(await exported()).toBe(403)
    expect((await prove({ password })).json()).toMatchObject({ isFresh: true })
    expect(await exported()).toBe(200)
    const { add, call } = passkeyUser({ app, post }, admin.cookie)
    const { passkey } = await add()
    await age()
    await database.pool.query("UPDATE app.sessions SET proven_at = now() - interval '10 minutes'")
    expect(await exported()).toBe(403)
    const credential = passkey.answer((await call('POST', 'proof/passkey/options')).json())
    expect((await post('proof/passkey', { credential }, { headers })).json()).toMatchObject({
      isFresh: true,
      hasPasskeys: true,
    })
    expect(await exported()).toBe(200)
    await database.pool.query('UPDATE app.sessions SET proven_at = NULL')
    expect(await exported(sessionOf(await login(admin.email)))).toBe(200)
  })

  it('counts for one session only', async () => {
    const { as, admin, login, prove, age } = await withStaleAdmin()
    const elsewhere = sessionOf(await login(admin.email))
    await age()
    await prove({ password })
    expect((await as({ cookie: elsewhere }, 'GET', 'emails/export?format=csv')).statusCode).toBe(403)
  })

  it('with two-step sign-in is a code or a passkey: the password alone is not', async () => {
    const { headers, post, prove, state, database, age } = await withStaleAdmin()
    await prove({ password })
    const setup = await post('second-factor/setup', {}, { headers })
    const phone = authenticator(setup.json().secret, Date.now)
    const on = await post('second-factor/turn-on', { code: phone.next() }, { headers })
    await age()
    await database.pool.query('UPDATE app.sessions SET proven_at = NULL')
    expect(await state()).toEqual({ isFresh: false, hasPassword: false, hasCodes: true, hasPasskeys: false })
    expect((await prove({ password })).statusCode).toBe(409)
    expect((await prove({ code: '000000' })).json().errors[0].path).toBe('code')
    expect((await prove({ code: on.json().recoveryCodes[0] })).json()).toMatchObject({ isFresh: true })
  })

  it('leaves a rejected request unanswered: the same key works after the proof', async () => {
    const { as, admin, prove } = await withStaleAdmin()
    const send = () =>
      as(admin, 'POST', 'erasures', { email: 'nobody@example.org' }, { 'idempotency-key': 'the-same-key-twice' })
    expect((await send()).statusCode).toBe(403)
    await prove({ password })
    expect((await send()).json()).toEqual({ erased: false })
  })

  it('is not open to guessing: it has the limits of signing in', async () => {
    const office = await createOffice({ rateLimits: 'on' })
    const headers = { cookie: office.admin.cookie }
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await office.post('proof', { password: `guess ${tries}` }, { headers })).statusCode)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect((await office.post('proof', { password, code: '1' }, { headers })).statusCode).toBe(400)
  })

  it('is rejected to visitors', async () => {
    const { app, post } = await createOffice()
    expect((await app.inject({ url: '/api/auth/proof' })).statusCode).toBe(401)
    expect((await post('proof', { password })).statusCode).toBe(401)
  })

  it('is not a denied attempt in the log of actions', async () => {
    const { as, admin, eventTypes } = await withStaleAdmin()
    await as(admin, 'GET', 'emails/export?format=csv')
    expect(await eventTypes()).not.toContain('AccessRefused')
  })
})

describe('administrators in production', () => {
  const inProduction = () => createOffice({ isProduction: true })
  type Office = Awaited<ReturnType<typeof inProduction>>
  const due = async ({ status }: Office, cookie: string) => (await status(cookie)).json().secondFactorDue
  const list = async ({ as }: Office, cookie: string) => (await as({ cookie }, 'GET', 'prayers')).statusCode

  it('may use the console after one sign-in, and then only with two-step sign-in', async () => {
    const office = await inProduction()
    const { admin, login, as, post, app } = office
    expect([await due(office, admin.cookie), await list(office, admin.cookie)]).toEqual(['soon', 200])
    const cookie = sessionOf(await login(admin.email))
    expect(await due(office, cookie)).toBe('now')
    for (const url of ['prayers', 'users', 'dashboard', 'actions']) {
      const answer = await as({ cookie }, 'GET', url)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'second-factor-needed'])
    }
    const others = ['/api/moderation/queue', '/api/email-campaigns', '/api/genetic-test/analytics', '/api/volunteers']
    for (const url of others) expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(403)

    await passkeyUser(office, cookie).add()
    expect(await list(office, cookie)).toBe(403)
    const on = await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
    expect(on.statusCode).toBe(200)
    expect([await due(office, cookie), await list(office, cookie)]).toEqual([undefined, 200])
  })

  it('keep the console with a passkey as the second factor', async () => {
    const office = await inProduction()
    const { admin, post } = office
    const { passkey } = await passkeyUser(office, admin.cookie).add()
    await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie: admin.cookie } })
    const cookie = sessionOf(await passkeySignIn(office).signIn(passkey))
    expect([await due(office, cookie), await list(office, cookie)]).toEqual([undefined, 200])
  })

  it('who turn it off have no second grace period', async () => {
    const office = await inProduction()
    const { admin, post } = office
    const headers = { cookie: admin.cookie }
    const phone = authenticator((await post('second-factor/setup', {}, { headers })).json().secret, Date.now)
    const on = (await post('second-factor/turn-on', { code: phone.next() }, { headers })).json()
    await post('second-factor/turn-off', { code: on.recoveryCodes[0] }, { headers })
    const cookie = sessionOf(await office.login(admin.email))
    expect([await due(office, cookie), await list(office, cookie)]).toEqual(['now', 403])
  })

  it('who lost everything get in once more after a reset', async () => {
    const office = await inProduction()
    const { admin, signUpAdmin, as, login, post } = office
    const { passkey } = await passkeyUser(office, admin.cookie).add()
    await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie: admin.cookie } })
    const other = await signUpAdmin('Ruth')
    expect((await as(other, 'POST', `users/${admin.id}/reset-second-factor`)).statusCode).toBe(200)
    const cookie = sessionOf(await login(admin.email))
    expect([await due(office, cookie), await list(office, cookie)]).toEqual(['soon', 200])
    expect((await passkeySignIn(office).signIn(passkey)).statusCode).toBe(400)
    expect(await office.typesOf(admin.id)).toEqual(expect.arrayContaining(['SecondFactorReset', 'PasskeyRemoved']))
    expect(await due(office, sessionOf(await login(admin.email)))).toBe('now')
  })

  it('does not concern others: supporters need none, nor do admins in development', async () => {
    const office = await inProduction()
    const ruth = await office.signUp('Ruth')
    expect(await due(office, ruth.cookie)).toBeUndefined()
    const development = await createOffice()
    const again = sessionOf(await development.login(development.admin.email))
    expect([await due(development, again), await list(development, again)]).toEqual([undefined, 200])
  })
})
