import { describe, expect, it } from 'vitest'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { createTestApp } from '../support/app/app.ts'
import { ada, sessionOf } from '../support/app/real-identity.ts'
import { authenticator } from '../support/browser/authenticator.ts'
import { passkeySignIn, passkeyUser, withPasskey } from '../support/browser/passkeys.ts'
import { heldBack } from '../support/held-back.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { email, password } = ada
const strangers = 'the words of a stranger'
const owners = 'a bridge of nine stones'

/** `pending` runs once, in the middle of the function that `wrap` replaces. */
async function interrupted(wrap: (tools: AuthTools, interrupt: () => Promise<void>) => Partial<AuthTools>) {
  let pending: (() => Promise<unknown>) | null = null
  async function interrupt() {
    const now = pending
    pending = null
    await now?.()
  }
  const auth = await createTestApp({ identity: 'real', wrap: (tools) => ({ ...tools, ...wrap(tools, interrupt) }) })
  const { app, post, sent } = auth
  const cookie = sessionOf(await post('register', ada))
  const change = (body: object, session = cookie) =>
    app.inject({
      method: 'PUT',
      url: '/api/auth/password',
      headers: { cookie: session, 'sec-fetch-site': 'same-origin' },
      payload: body,
    })
  async function openLink() {
    await post('magic-link/send', { email })
    return sessionOf(await post('magic-link/verify', { token: mailedToken(sent, email) }))
  }
  const signInWith = async (one: string) => (await post('login', { email, password: one })).statusCode
  const isSignedIn = async (session: string) => (await auth.status(session)).json().isAuthenticated
  return {
    ...auth,
    cookie,
    change,
    openLink,
    signInWith,
    isSignedIn,
    during<Answer>(asked: () => Promise<Answer>, happens: () => Promise<unknown>) {
      pending = happens
      return asked()
    },
  }
}

const hashing = ({ passwords }: AuthTools, interrupt: () => Promise<void>) => ({
  passwords: {
    ...passwords,
    async hash(one: string) {
      const hash = await passwords.hash(one)
      await interrupt()
      return hash
    },
  },
})

describe('a new password that is being set while', () => {
  it('the owner of the address opens a link is not set', async () => {
    const { during, change, openLink, signInWith, isSignedIn } = await interrupted(hashing)
    let session = ''
    const answer = await during(
      () => change({ currentPassword: password, newPassword: strangers }),
      async () => {
        session = await openLink()
      },
    )
    expect([answer.statusCode, answer.cookies]).toEqual([401, []])
    expect(await signInWith(strangers)).toBe(401)
    expect(await isSignedIn(session)).toBe(true)
  })

  it('the owner sets another one is not set', async () => {
    const { during, change, post, signInWith, isSignedIn } = await interrupted(hashing)
    const other = sessionOf(await post('login', { email, password }))
    let session = ''
    const answer = await during(
      () => change({ currentPassword: password, newPassword: strangers }, other),
      async () => {
        session = sessionOf(await change({ currentPassword: password, newPassword: owners }))
      },
    )
    expect([answer.statusCode, answer.cookies]).toEqual([401, []])
    expect([await signInWith(strangers), await signInWith(owners)]).toEqual([401, 200])
    expect(await isSignedIn(session)).toBe(true)
  })
})

it('a sign-in that renews an outdated hash does not bring back a changed password', async () => {
  const { during, change, signInWith } = await interrupted((tools, interrupt) => ({
    passwords: { ...hashing(tools, interrupt).passwords, isOutdated: () => true },
  }))
  const answer = await during(
    () => signInWith(password),
    () => change({ currentPassword: password, newPassword: owners }),
  )
  expect(answer).toBe(401)
  expect([await signInWith(password), await signInWith(owners)]).toEqual([401, 200])
})

it('a passkey that is being added while the owner of the address opens a link is not added', async () => {
  const auth = await interrupted(({ handle }, interrupt) => ({
    async handle(decider, stream, command, ...rest) {
      const handled = await handle(decider, stream, command, ...rest)
      if (command.type === 'AddPasskey') await interrupt()
      return handled
    },
  }))
  const { cookie, during, openLink, eventTypes } = auth
  const stranger = passkeyUser(auth, cookie)
  const { answer, passkey } = await during(() => stranger.tryToAdd('Phone'), openLink)
  expect(answer.statusCode).toBe(401)
  expect((await passkeySignIn(auth).signIn(passkey)).statusCode).toBe(400)
  expect((await eventTypes()).filter((type) => type.startsWith('Passkey'))).toEqual(['PasskeyAdded', 'PasskeyRemoved'])
})

describe('two-step sign-in that is being turned on', () => {
  const held = 'SELECT FROM app.accounts FOR NO KEY UPDATE'

  async function withApp() {
    const auth = await createTestApp({ identity: 'real' })
    const cookie = sessionOf(await auth.post('register', ada))
    await auth.prove(1)
    const as = { headers: { cookie } }
    const begin = async () => authenticator((await auth.post('second-factor/setup', {}, as)).json().secret, Date.now)
    const turnOn = (code: string) => auth.post('second-factor/turn-on', { code }, as)
    return { ...auth, begin, turnOn }
  }

  it('while all sessions end stays off', async () => {
    const { database, begin, turnOn, accounts } = await withApp()
    const code = (await begin()).at(Date.now())
    const answer = await heldBack(
      database.pool,
      held,
      () => turnOn(code),
      (holder) => holder.query('DELETE FROM app.sessions'),
    )
    expect(answer.statusCode).toBe(400)
    expect((await accounts.byId(1))?.hasSecondFactor).toBe(false)
  })

  it('with a passkey while all sessions end stays off', async () => {
    const { database, post, cookie, accounts } = await withPasskey()
    const answer = await heldBack(
      database.pool,
      held,
      () => post('second-factor/turn-on/passkeys', undefined, { headers: { cookie } }),
      (holder) => holder.query('DELETE FROM app.sessions'),
    )
    expect(answer.statusCode).toBe(409)
    expect((await accounts.byId(1))?.hasSecondFactor).toBe(false)
  })

  it('is not turned on with a secret without a valid code', async () => {
    const { database, begin, turnOn, accounts } = await withApp()
    const code = (await begin()).at(Date.now())
    const answer = await heldBack(database.pool, held, () => turnOn(code), begin)
    expect(answer.statusCode).toBe(400)
    expect((await accounts.byId(1))?.hasSecondFactor).toBe(false)
  })
})

it('recovery codes that are renewed twice at once are ten, not twenty', async () => {
  const auth = await createTestApp({ identity: 'real' })
  const { database, post, prove } = auth
  const as = { headers: { cookie: sessionOf(await post('register', ada)) } }
  await prove(1)
  const codes = authenticator((await post('second-factor/setup', {}, as)).json().secret, Date.now)
  expect((await post('second-factor/turn-on', { code: codes.at(Date.now()) }, as)).statusCode).toBe(200)
  await database.pool.query('UPDATE app.second_factors SET last_step = 0')
  const [now, next] = [codes.at(Date.now()), codes.at(Date.now() + 30_000)]
  const renew = (code: string) => post('second-factor/recovery-codes', { code }, as)
  const renewals: ReturnType<typeof renew>[] = []
  const blocked = () =>
    database.pool.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
    )
  await heldBack(
    database.pool,
    'LOCK TABLE app.recovery_codes IN EXCLUSIVE MODE',
    async () => renewals.push(renew(now)),
    async () => {
      renewals.push(renew(next))
      await expect.poll(async () => (await blocked()).rowCount).toBe(2)
    },
  )
  expect((await Promise.all(renewals)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { rowCount } = await database.pool.query('SELECT FROM app.recovery_codes')
  expect(rowCount).toBe(10)
})

it('a link to change the address does nothing once a new password withdrew it', async () => {
  const auth = await interrupted(({ tokens }, interrupt) => ({
    tokens: {
      ...tokens,
      async read(token, purpose) {
        const found = await tokens.read(token, purpose)
        await interrupt()
        return found
      },
    },
  }))
  const { cookie, during, change, post, sent, accounts } = auth
  const other = sessionOf(await post('login', { email, password }))
  const headers = { cookie: other }
  await post('email-change', { email: 'stranger@example.org', currentPassword: password }, { headers })
  const answer = await during(
    () => post('email-change/verify', { token: mailedToken(sent, 'stranger@example.org') }, { headers }),
    () => change({ currentPassword: password, newPassword: owners }, cookie),
  )
  expect(answer.statusCode).toBe(403)
  expect((await accounts.byId(1))?.email).toBe(email)
})
