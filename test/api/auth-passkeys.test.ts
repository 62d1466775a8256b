import { describe, expect, it } from 'vitest'
import { tablesWith } from '../support/app/canaries.ts'
import { createOffice } from '../support/app/office.ts'
import { ada, sessionOf } from '../support/app/real-identity.ts'
import { challengeOf } from '../support/app/second-factor.ts'
import { authenticator } from '../support/browser/authenticator.ts'
import { passkeyUser, withPasskey } from '../support/browser/passkeys.ts'

const { email, password } = ada

describe('adding a passkey', () => {
  it('asks the browser for one that verifies its user, and identifies the person by a random name', async () => {
    const { post, cookie } = await withPasskey()
    const options = (await post('passkeys/options', undefined, { headers: { cookie } })).json()
    expect(options).toMatchObject({
      rp: { id: 'campaign.example' },
      user: { name: email, displayName: 'Ada Byron' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [expect.objectContaining({ transports: ['internal'] })],
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16)
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
  })

  it('lists it with its name, and tells the owner', async () => {
    const { list, sent, id } = await withPasskey()
    expect(await list()).toEqual([
      { id, name: 'Phone', isBackedUp: false, createdAt: expect.stringMatching(/Z$/), lastUsedAt: null },
    ])
    expect(sent).toMatchObject([{ kind: 'passkeyAdded', to: email, about: { name: 'Phone' } }])
  })

  it('sends nothing to people who switched security alerts off', async () => {
    const { add, app, cookie, sent } = await withPasskey()
    const choice = {
      campaignNews: true,
      volunteerOpportunities: true,
      eventInvitations: true,
      emailUpdates: true,
      securityAlerts: false,
    }
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await app.inject({ method: 'PUT', url: '/api/preferences', headers, payload: choice })).statusCode).toBe(
      200,
    )
    await add('Laptop')
    expect(sent).toHaveLength(1)
  })

  it('is recorded without the key, its name or the device’s name for it', async () => {
    const { log, decode, database, passkey } = await withPasskey()
    const events = await decode(await log.readAll(null, 100))
    const added = events.filter(({ type }) => type === 'PasskeyAdded')
    expect(added.map(({ data }) => data)).toEqual([{ userId: 1, passkeyId: expect.stringMatching(/^[\da-f-]{36}$/) }])
    expect(JSON.stringify(events)).not.toContain(passkey.id)
    expect(JSON.stringify(events)).not.toContain('Phone')
    expect(await tablesWith(database.pool, 'Phone')).toEqual(['app.passkeys'])
  })

  it('can be one of several, with names that change', async () => {
    const { add, list, call } = await withPasskey()
    const { id } = await add('Laptop')
    expect((await call('PUT', `passkeys/${id}`, { name: '  Blue laptop ' })).json()).toMatchObject({
      name: 'Blue laptop',
    })
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Blue laptop', 'Phone'])
    expect((await call('PUT', `passkeys/${id}`, { name: '' })).statusCode).toBe(400)
    expect((await call('PUT', `passkeys/${id}`, { name: 'x'.repeat(61) })).statusCode).toBe(400)
  })

  it('takes a proof of the last ten minutes', async () => {
    const { call, database } = await withPasskey()
    await database.pool.query("UPDATE app.sessions SET created_at = now() - interval '11 minutes'")
    const refused = { code: 'proof-needed', message: expect.stringContaining('Confirm that it’s you first') }
    const answer = await call('POST', 'passkeys/options')
    expect([answer.statusCode, answer.json()]).toEqual([403, refused])
    expect((await call('POST', 'proof', { password })).statusCode).toBe(200)
    expect((await call('POST', 'passkeys/options')).statusCode).toBe(200)
  })
})

describe('signing in with a passkey', () => {
  it('starts a session, and records the use', async () => {
    const { signIn, passkey, status, list, app } = await withPasskey()
    const answer = await signIn(passkey)
    expect(answer.json()).toMatchObject({ user: { id: 1, email } })
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
    expect(await list()).toEqual([expect.objectContaining({ lastUsedAt: expect.stringMatching(/Z$/) })])
    const history = (await app.inject({ url: '/api/auth/sign-ins', headers: { cookie: sessionOf(answer) } })).json()
    expect(history[0]).toMatchObject({ method: 'passkey', outcome: 'success', secondFactor: null })
  })

  it('needs no second step: the passkey is one, and verified its user', async () => {
    const { signIn, passkey, post, cookie, status } = await withPasskey()
    await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
    const answer = await signIn(passkey)
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
  })

  it('names no account: the request is the same for every visitor', async () => {
    const { begin } = await withPasskey()
    const { request, browser } = await begin()
    expect(Object.keys(request).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
    expect(browser).toMatch(/^passkey_step=[\w-]{43}$/)
  })

  it('is rejected while the account is banned or deactivated, with the reason', async () => {
    const { signIn, passkey, database } = await withPasskey()
    await database.pool.query("UPDATE app.accounts SET is_banned = true, ban_reason = 'Spam'")
    const banned = await signIn(passkey)
    expect([banned.statusCode, banned.json().message]).toEqual([403, expect.stringContaining('Reason: Spam.')])
    await database.pool.query('UPDATE app.accounts SET is_banned = false, is_active = false')
    expect((await signIn(passkey)).statusCode).toBe(403)
  })

  it('emails the person when the device is new, like every sign-in', async () => {
    const { begin, passkey, post, sent } = await withPasskey()
    const { request, browser } = await begin()
    const headers = { cookie: browser, 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/141.0' }
    await post('passkey', { credential: passkey.answer(request) }, { headers })
    expect(sent.at(-1)).toMatchObject({ kind: 'newSignIn', to: email })
  })
})

describe('a passkey as second step', () => {
  async function withTwoSteps() {
    const auth = await withPasskey()
    const { post, cookie } = auth
    const on = await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
    async function begin() {
      const challenge = challengeOf(await post('login', { email, password }))
      const { request } = (
        await post('second-factor/passkey/options', undefined, { headers: { cookie: challenge } })
      ).json()
      return { challenge, request }
    }
    const finish = (credential: unknown, challenge: string) =>
      post('second-factor/passkey', { credential }, { headers: { cookie: challenge } })
    return { ...auth, on, beginStep: begin, finishStep: finish }
  }

  it('is turned on with recovery codes, ends all other sessions, and needs a verified address', async () => {
    const { post, database, cookie, sent, status } = await withPasskey()
    const elsewhere = sessionOf(await post('login', { email, password }))
    const turnOn = () => post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
    await database.pool.query('UPDATE app.accounts SET is_email_verified = false')
    expect((await turnOn()).statusCode).toBe(409)
    await database.pool.query('UPDATE app.accounts SET is_email_verified = true')
    expect((await turnOn()).json().recoveryCodes).toHaveLength(10)
    expect((await status(elsewhere)).json().isAuthenticated).toBe(false)
    expect((await status(cookie)).json().isAuthenticated).toBe(true)
    expect(sent.at(-1)).toMatchObject({ kind: 'secondFactorTurnedOn' })
    expect((await turnOn()).statusCode).toBe(409)
  })

  it('opens the session that the password started', async () => {
    const { beginStep, finishStep, passkey, status, app } = await withTwoSteps()
    const { challenge, request } = await beginStep()
    expect(request.allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
    const answer = await finishStep(passkey.answer(request), challenge)
    const cookie = sessionOf(answer)
    expect((await status(cookie)).json().isAuthenticated).toBe(true)
    const history = (await app.inject({ url: '/api/auth/sign-ins', headers: { cookie } })).json()
    expect(history[0]).toMatchObject({ method: 'password', secondFactor: 'passkey', outcome: 'success' })
  })

  it('also works where the device does not name the owner of the passkey', async () => {
    const { beginStep, finishStep, passkey } = await withTwoSteps()
    const { challenge, request } = await beginStep()
    expect((await finishStep(passkey.answer(request, { userHandle: null }), challenge)).statusCode).toBe(200)
  })

  it('is distinguished from a code, so that the page asks for the right one', async () => {
    const { post, cookie, call, id } = await withPasskey()
    const headers = { cookie }
    const phone = authenticator((await post('second-factor/setup', {}, { headers })).json().secret, Date.now)
    await post('second-factor/turn-on', { code: phone.next() }, { headers })
    await call('DELETE', `passkeys/${id}`)
    const waiting = { headers: { cookie: challengeOf(await post('login', { email, password })) } }
    const told = (await post('second-factor/passkey/options', undefined, waiting)).json()
    expect(told).toEqual({ request: null, hasApp: true })
  })

  it('can be a recovery code instead', async () => {
    const { on, beginStep, post } = await withTwoSteps()
    const { challenge } = await beginStep()
    const code = on.json().recoveryCodes[0]
    const answer = await post('second-factor/verify', { code }, { headers: { cookie: challenge } })
    expect(answer.json()).toMatchObject({ user: { id: 1 }, recoveryCodesLeft: 9 })
  })

  it('stays while it is the only one, and is turned off by itself', async () => {
    const { id, call, passkey, cookie, post, add } = await withTwoSteps()
    const only = await call('DELETE', `passkeys/${id}`)
    expect([only.statusCode, only.json().message]).toEqual([409, expect.stringContaining('your only second step')])
    const second = await add('Laptop')
    expect((await call('DELETE', `passkeys/${second.id}`)).statusCode).toBe(204)
    const request = (await post('proof/passkey/options', undefined, { headers: { cookie } })).json()
    const off = await call('POST', 'second-factor/turn-off', { credential: passkey.answer(request) })
    expect(off.json()).toEqual({ isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, hasApp: false })
    expect((await call('DELETE', `passkeys/${id}`)).statusCode).toBe(204)
  })

  it('keeps strangers from adding an app with session and password alone', async () => {
    const { post, cookie, call, passkey, database } = await withTwoSteps()
    const age = "UPDATE app.sessions SET created_at = now() - interval '11 minutes', proven_at = NULL"
    await database.pool.query(age)
    const setUp = () => post('second-factor/setup', { currentPassword: password }, { headers: { cookie } })
    const refused = await setUp()
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof-needed'])
    const request = (await call('POST', 'proof/passkey/options')).json()
    await call('POST', 'proof/passkey', { credential: passkey.answer(request) })
    expect((await setUp()).statusCode).toBe(200)
  })

  it('of two removals at once, one passkey is left', async () => {
    const { id, call, add, list } = await withTwoSteps()
    const second = await add('Laptop')
    const answers = await Promise.all([call('DELETE', `passkeys/${id}`), call('DELETE', `passkeys/${second.id}`)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
    expect(await list()).toHaveLength(1)
  })
})

describe('removing a passkey', () => {
  it('ends what it can do, and the sessions that started with one', async () => {
    const { call, id, signIn, passkey, list, status, sent, eventTypes, cookie } = await withPasskey()
    const elsewhere = sessionOf(await signIn(passkey))
    expect((await call('DELETE', `passkeys/${id}`)).statusCode).toBe(204)
    expect(await list()).toEqual([])
    expect((await status(elsewhere)).json().isAuthenticated).toBe(false)
    expect((await status(cookie)).json().isAuthenticated).toBe(true)
    const again = await signIn(passkey)
    expect([again.statusCode, again.json().message]).toEqual([400, expect.stringContaining('not known here')])
    expect(sent.at(-1)).toMatchObject({ kind: 'passkeyRemoved', about: { name: 'Phone' } })
    expect((await eventTypes()).at(-1)).toBe('PasskeyRemoved')
    expect((await call('DELETE', `passkeys/${id}`)).statusCode).toBe(404)
  })
})

describe('the data about passkeys', () => {
  it('is in the download of the person: names and times, no key', async () => {
    const { app, cookie, passkey } = await withPasskey()
    const answer = await app.inject({ url: '/api/profile/export', headers: { cookie } })
    expect(answer.json().passkeys).toEqual([
      { name: 'Phone', createdAt: expect.any(String), lastUsedAt: null, isBackedUp: false },
    ])
    expect(answer.body).not.toContain(passkey.id)
  })

  it('goes with an erased account', async () => {
    const { accounts, database } = await withPasskey()
    const account = await accounts.byId(1)
    await accounts.erase(account?.subject ?? '')
    expect((await database.pool.query('SELECT FROM app.passkeys')).rowCount).toBe(0)
  })

  it('is an entry among the actions when any user adds or removes one', async () => {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    const { add, call } = passkeyUser(office, ruth.cookie)
    const { id } = await add()
    await call('DELETE', `passkeys/${id}`)
    const { actions } = await office.get('actions')
    expect(actions.slice(0, 2)).toMatchObject([
      { action: 'Remove passkey', actor: { kind: 'user', id: ruth.id }, targetUser: { email: ruth.email } },
      { action: 'Add passkey', details: { event: 'PasskeyAdded', userId: ruth.id } },
    ])
    const history = await office.get(`history/users/${ruth.id}`)
    expect(JSON.stringify(history)).toContain('PasskeyRemoved')
  })
})
