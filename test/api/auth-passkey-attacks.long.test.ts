import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { chief, origin, sessionOf } from '../support/app/real-identity.ts'
import { challengeOf } from '../support/app/second-factor.ts'
import type { Lies } from '../support/browser/passkey-device.ts'
import { cookiesOf, passkeyUser, withPasskey } from '../support/browser/passkeys.ts'
import { createProjectedDatabase } from '../support/database/database.ts'

type Answer = { statusCode: number; json(): unknown }
const statusAndBody = (answer: Answer) => [answer.statusCode, answer.json()]

const wrong = [400, { message: 'This passkey did not work. Please try again, or use another way.' }]
const expired = [400, { message: 'This took too long, or was done in another window. Please try again.' }]
const unknown = [
  400,
  { message: 'This passkey is not known here: it may have been removed. Please sign in another way.' },
]

describe('an answer is rejected', () => {
  it.each<[string, Lies]>([
    ['from another origin', { origin: 'https://campaign.example.evil.test' }],
    ['from the same name without TLS', { origin: origin.replace('https', 'http') }],
    ['for another site', { rpId: 'evil.test' }],
    ['for a domain above ours', { rpId: 'example' }],
    ['without verification of the user', { isUserVerified: false }],
    ['with a forged signature', { isForged: true }],
    ['of the kind that makes a passkey', { type: 'webauthn.create' }],
    ['for another person’s handle', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['that does not say whose it is', { userHandle: null }],
  ])('%s', async (_what, lies) => {
    const { signIn, passkey, list } = await withPasskey()
    const answer = await signIn(passkey, lies)
    expect(statusAndBody(answer)).toEqual(wrong)
    expect(answer.cookies).toEqual([])
    expect((await list())[0].lastUsedAt).toBeNull()
  })

  it('by an unregistered passkey', async () => {
    const { signIn, passkey } = await withPasskey()
    const credentialId = Buffer.alloc(32, 1).toString('base64url')
    expect(statusAndBody(await signIn(passkey, { credentialId }))).toEqual(unknown)
  })

  it.each<[string, Lies]>([
    ['from another origin', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without verification of the user', { isUserVerified: false }],
    ['of the kind that signs in', { type: 'webauthn.get' }],
  ])('when it creates a passkey %s', async (_what, lies) => {
    const { tryToAdd, list } = await withPasskey()
    expect(statusAndBody((await tryToAdd('Second', lies)).answer)).toEqual(wrong)
    expect(await list()).toHaveLength(1)
  })
})

describe('a challenge', () => {
  it('works once, however many answers arrive at once', async () => {
    const { begin, finish, passkey } = await withPasskey()
    const { request, browser } = await begin()
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(passkey.answer(request), browser)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
    expect(statusAndBody(await finish(passkey.answer(request), browser))).toEqual(expired)
  })

  it('is used up by a wrong answer too', async () => {
    const { begin, finish, passkey } = await withPasskey()
    const { request, browser } = await begin()
    expect(statusAndBody(await finish(passkey.answer(request, { isForged: true }), browser))).toEqual(wrong)
    expect(statusAndBody(await finish(passkey.answer(request), browser))).toEqual(expired)
  })

  it('lasts five minutes', async () => {
    const { begin, finish, passkey, database } = await withPasskey()
    const { request, browser } = await begin()
    const { rows } = await database.pool.query(
      'SELECT extract(epoch FROM expires_at - now())::int AS left FROM app.passkey_challenges',
    )
    expect(rows[0].left).toBeLessThanOrEqual(300)
    await database.pool.query('UPDATE app.passkey_challenges SET expires_at = now()')
    expect(statusAndBody(await finish(passkey.answer(request), browser))).toEqual(expired)
  })

  it('belongs to the browser that asked for it', async () => {
    const { begin, finish, passkey, post } = await withPasskey()
    const { request } = await begin()
    expect(statusAndBody(await finish(passkey.answer(request), cookiesOf(await post('passkey/options'))))).toEqual(
      expired,
    )
    expect(statusAndBody(await finish(passkey.answer((await begin()).request), ''))).toEqual(expired)
  })

  it('belongs to its purpose: no other purpose accepts it', async () => {
    const { begin, passkey, post, cookie, finish, call } = await withPasskey()
    const { request, browser } = await begin()
    const asMe = { headers: { cookie: `${cookie}; ${browser}` } }
    expect(statusAndBody(await post('proof/passkey', { credential: passkey.answer(request) }, asMe))).toEqual(expired)
    const proof = (await call('POST', 'proof/passkey/options')).json()
    expect(statusAndBody(await finish(passkey.answer(proof), `${cookie}; ${browser}`))).toEqual(expired)
  })

  it('made up by the client is rejected', async () => {
    const { signIn, passkey } = await withPasskey()
    expect(statusAndBody(await signIn(passkey, { challenge: Buffer.alloc(32).toString('base64url') }))).toEqual(expired)
  })

  it('of a session that has ended adds nothing', async () => {
    const { call, cookie, post, device, database } = await withPasskey()
    const options = (await call('POST', 'passkeys/options')).json()
    const { credential } = device.make(options)
    await database.pool.query('DELETE FROM app.sessions')
    const answer = await post('passkeys', { name: 'Late', credential }, { headers: { cookie } })
    expect(answer.statusCode).toBe(401)
  })
})

describe('a counter that does not grow', () => {
  it('means a copy: it is rejected, logged and in the history', async () => {
    const { add, signIn, app, cookie } = await withPasskey()
    const { passkey } = await add('Key', { counter: 5 })
    expect((await signIn(passkey, { counter: 9 })).statusCode).toBe(200)
    expect(statusAndBody(await signIn(passkey, { counter: 9 }))).toEqual(wrong)
    expect(statusAndBody(await signIn(passkey, { counter: 7 }))).toEqual(wrong)
    expect(statusAndBody(await signIn(passkey, { counter: 0 }))).toEqual(wrong)
    expect((await signIn(passkey, { counter: 10 })).statusCode).toBe(200)
    const history = (await app.inject({ url: '/api/auth/sign-ins', headers: { cookie } })).json()
    expect(history[1]).toMatchObject({ method: 'passkey', outcome: 'failure' })
  })

  it('is fine where the device does not count', async () => {
    const { signIn, passkey } = await withPasskey()
    expect((await signIn(passkey)).statusCode).toBe(200)
    expect((await signIn(passkey)).statusCode).toBe(200)
  })
})

describe('another person’s passkey', () => {
  async function withTwoPeople() {
    const auth = await withPasskey()
    const other = { ...chief, email: 'eve@example.org' }
    const cookie = sessionOf(await auth.post('register', other))
    await auth.prove(2)
    const eve = passkeyUser(auth, cookie)
    return {
      ...auth,
      eve: { ...eve, ...(await eve.add('Eve’s')), cookie, password: other.password, email: other.email },
    }
  }

  it('is neither a second step nor a proof for this account', async () => {
    const { post, cookie, call, eve } = await withTwoPeople()
    await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
    const challenge = challengeOf(await post('login', { email: 'ada@example.org', password: 'engine no. 9' }))
    const headers = { cookie: challenge }
    const { request } = (await post('second-factor/passkey/options', undefined, { headers })).json()
    const credential = eve.passkey.answer(request)
    expect(statusAndBody(await post('second-factor/passkey', { credential }, { headers }))).toEqual(unknown)
    const proof = (await call('POST', 'proof/passkey/options')).json()
    expect(statusAndBody(await call('POST', 'proof/passkey', { credential: eve.passkey.answer(proof) }))).toEqual(
      unknown,
    )
  })

  it('cannot be renamed or removed, nor added again', async () => {
    const { call, eve, list, tryToAdd } = await withTwoPeople()
    expect((await call('PUT', `passkeys/${eve.id}`, { name: 'Mine' })).statusCode).toBe(404)
    expect((await call('DELETE', `passkeys/${eve.id}`)).statusCode).toBe(404)
    const { answer } = await tryToAdd('Copy', { credentialId: eve.passkey.id })
    expect(answer.statusCode).toBe(409)
    expect([await list(), await eve.list()].map(({ length }) => length)).toEqual([1, 1])
  })

  it('is added to one account, however many requests send it at once, and the log records it', async () => {
    const { call, eve, device, eventTypes } = await withTwoPeople()
    const credentialId = Buffer.alloc(32, 9).toString('base64url')
    const mine = device.make((await call('POST', 'passkeys/options')).json(), { credentialId })
    const theirs = eve.device.make((await eve.call('POST', 'passkeys/options')).json(), { credentialId })
    const answers = await Promise.all([
      call('POST', 'passkeys', { name: 'Same', credential: mine.credential }),
      eve.call('POST', 'passkeys', { name: 'Same', credential: theirs.credential }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const types = await eventTypes()
    const count = (type: string) => types.filter((one) => one === type).length
    expect(count('PasskeyAdded') - count('PasskeyRemoved')).toBe(3)
  })

  it('is removed with everything else a stranger set up, once the owner proves the address', async () => {
    const { app, post, status, signIn, eve, database, sent, eventTypes } = await withTwoPeople()
    await database.pool.query('UPDATE app.accounts SET is_email_verified = false WHERE user_id = 2')
    await post('magic-link/send', { email: eve.email })
    const { token } = Object(sent.findLast(({ kind }) => kind === 'magicLink')?.about)
    const owner = sessionOf(await post('magic-link/verify', { token }))
    expect((await status(owner)).json().user.id).toBe(2)
    expect((await app.inject({ url: '/api/auth/passkeys', headers: { cookie: owner } })).json()).toEqual([])
    expect(statusAndBody(await signIn(eve.passkey))).toEqual(unknown)
    expect((await eventTypes()).filter((type) => type === 'PasskeyRemoved')).toHaveLength(1)
  })
})

describe('input that no browser sends', () => {
  const bytes = 'A'.repeat(20)
  const answer = {
    id: bytes,
    rawId: bytes,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes },
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const saying = (value: unknown) => ({ ...answer, response: { ...answer.response, clientDataJSON: encoded(value) } })

  it.each([
    ['nothing', {}],
    ['no object', null],
    ['a list', []],
    ['unknown fields', { ...answer, more: 1 }],
    ['unknown fields further in', { ...answer, response: { ...answer.response, more: 1 } }],
    ['text that is not base64url', { ...answer, id: 'no/pe+' }],
    ['an id that is too long', { ...answer, id: 'A'.repeat(1400) }],
    ['a signature of 100 KB', { ...answer, response: { ...answer.response, signature: 'A'.repeat(100_000) } }],
    ['client data that is no JSON', answer],
    ['client data that is no object', saying('x')],
    ['client data without a challenge', saying({})],
    ['client data with a challenge that is no text', saying({ challenge: { a: 1 } })],
  ])('%s is a plain rejection', async (_what, credential) => {
    const { finish, begin } = await withPasskey()
    const { browser } = await begin()
    const refused = await finish(credential, browser)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toEqual(expect.any(String))
  })

  it('a broken attestation or authenticator data is a plain rejection', async () => {
    const { call, device, begin, finish, passkey } = await withPasskey()
    const { credential } = device.make((await call('POST', 'passkeys/options')).json())
    const broken = { ...credential, response: { ...credential.response, attestationObject: 'oWNmbXRkbm9uZQ' } }
    expect((await call('POST', 'passkeys', { name: 'Broken', credential: broken })).statusCode).toBe(400)
    const { request, browser } = await begin()
    const signed = passkey.answer(request)
    const cut = { ...signed, response: { ...signed.response, authenticatorData: 'AAAA' } }
    expect(statusAndBody(await finish(cut, browser))).toEqual(wrong)
  })

  it('more than a megabyte is rejected before it is read', async () => {
    const { finish } = await withPasskey()
    expect((await finish({ ...answer, id: 'A'.repeat(3_000_000) }, '')).statusCode).toBe(413)
  })
})

it('a second step with a passkey counts against the same five attempts as codes', async () => {
  const { post, cookie, passkey } = await withPasskey()
  await post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } })
  const headers = { cookie: challengeOf(await post('login', { email: 'ada@example.org', password: 'engine no. 9' })) }
  const step = async (lies: Lies) => {
    const options = await post('second-factor/passkey/options', undefined, { headers })
    if (options.statusCode !== 200) return options.statusCode
    const credential = passkey.answer(options.json().request, lies)
    return (await post('second-factor/passkey', { credential }, { headers })).statusCode
  }
  const statuses: number[] = []
  for (let tries = 0; tries < 5; tries += 1) statuses.push(await step({ isForged: true }))
  expect(statuses).toEqual([400, 400, 400, 400, 400])
  expect(await step({})).toBe(403)
})

it('one process may ask and another one take the answer, once', async () => {
  const { begin, passkey, database, log, subjects } = await withPasskey()
  const shared = { settings: { publicUrl: origin }, overrides: { log, subjects } }
  const { http } = await createTestApp({ identity: 'real', log: 'postgres', database, ...shared })
  const { request, browser } = await begin()
  const finish = () =>
    http.inject({
      method: 'POST',
      url: '/api/auth/passkey',
      headers: { 'sec-fetch-site': 'same-origin', cookie: browser },
      payload: { credential: passkey.answer(request) },
    })
  const answers = await Promise.all([finish(), finish()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
})

it('at a bare IP address there are none, and the API says so', async () => {
  const { http } = await createTestApp({ identity: 'real', log: 'postgres', database: await createProjectedDatabase() })
  const begin = (host: string) =>
    http.inject({
      method: 'POST',
      url: '/api/auth/passkey/options',
      headers: { 'sec-fetch-site': 'same-origin', host },
    })
  const refused = await begin('127.0.0.1:3000')
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('localhost')])
  expect((await begin('localhost:3000')).json()).toMatchObject({ rpId: 'localhost' })
  for (const host of ['evil.test', 'localhost:99999', 'localhost.evil.test', '[::1]:3000'])
    expect((await begin(host)).statusCode).toBe(409)
})
