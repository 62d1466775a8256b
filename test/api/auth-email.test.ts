import { describe, expect, it } from 'vitest'
import type { AuthTools } from '../../backend/commands/auth/tools.ts'
import { accountRepairs } from '../../backend/commands/users/account-repairs.ts'
import type { UserEvent } from '../../backend/domain/accounts/users.ts'
import { createCodec } from '../../backend/kernel/eventlog/codec.ts'
import { accountsReactor } from '../../backend/reactors/accounts.ts'
import { personalFields } from '../../backend/topics/index.ts'
import { createTestApp } from '../support/app/app.ts'
import { forgetKey } from '../support/app/forget-key.ts'
import { type AccountsOptions, ada, sessionOf } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'
import { noFiles } from '../support/no-files.ts'

const { email, password } = ada
const newEmail = 'ada@analytical.example'

async function person(options: AccountsOptions = {}) {
  const auth = await createTestApp({ identity: 'real', ...options })
  let cookie = sessionOf(await auth.post('register', ada))
  const ask = (url: string, body: object, session = cookie) =>
    auth.post(`email-change${url}`, body, { headers: { cookie: session } })
  const verify = async (session = cookie) => {
    const answer = await ask('/verify', { token: mailedToken(auth.sent, newEmail) }, session)
    if (answer.statusCode === 200) cookie = sessionOf(answer)
    return answer
  }
  const age = (interval: string) =>
    auth.database.pool.query('UPDATE app.sessions SET created_at = now() - $1::interval', [interval])
  const kinds = () => auth.sent.map(({ kind, to }) => [kind, to])
  return { ...auth, cookie, ask, verify, age, kinds }
}

describe('requesting another address', () => {
  it('changes nothing yet, and mails the new and the current address', async () => {
    const { ask, kinds, accounts, eventTypes } = await person()
    expect((await ask('', { email: newEmail })).statusCode).toBe(202)
    expect(kinds()).toEqual([
      ['confirmEmail', newEmail],
      ['emailChangeAsked', email],
    ])
    expect((await accounts.byId(1))?.email).toBe(email)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered'])
  })

  it('gives the same answer for an address that has an account; only its owner is notified', async () => {
    const { ask, post, sent } = await person()
    await post('register', { ...ada, email: newEmail })
    const taken = await ask('', { email: newEmail })
    const free = await ask('', { email: 'free@example.org' })
    expect([taken.statusCode, taken.body.replace(newEmail, '')]).toEqual([
      free.statusCode,
      free.body.replace('free@example.org', ''),
    ])
    expect(sent.filter(({ to }) => to === newEmail).map(({ kind }) => kind)).toEqual(['accountExists'])
  })

  it('needs the password some time after the sign-in', async () => {
    const { ask, age } = await person()
    await age('16 minutes')
    expect((await ask('', { email: newEmail })).json().errors).toEqual([
      { path: 'currentPassword', message: 'Enter your current password, or sign in with a magic link first.' },
    ])
    expect((await ask('', { email: newEmail, currentPassword: 'not the one' })).statusCode).toBe(400)
    expect((await ask('', { email: newEmail, currentPassword: password })).statusCode).toBe(202)
  })

  it('is rejected for the current address', async () => {
    const { ask } = await person()
    expect((await ask('', { email: email.toUpperCase() })).statusCode).toBe(409)
  })
})

describe('confirming another address', () => {
  it('moves the account: new sign-ins, a verified address, other sessions ended, the old address notified and free', async () => {
    const { ask, verify, kinds, post, status, cookie, eventTypes } = await person()
    const other = sessionOf(await post('login', { email, password }))
    await ask('', { email: newEmail })
    const answer = await verify()
    expect([answer.statusCode, answer.json().user]).toEqual([
      200,
      expect.objectContaining({ id: 1, email: newEmail, isEmailVerified: true }),
    ])
    for (const ended of [cookie, other]) expect((await status(ended)).json().isAuthenticated).toBe(false)
    expect(kinds().at(-1)).toEqual(['emailChanged', email])
    expect((await post('login', { email: newEmail, password })).json().user.id).toBe(1)
    expect((await post('login', { email, password })).statusCode).toBe(401)
    expect(await eventTypes()).toEqual(['EmailReserved', 'UserRegistered', 'EmailReserved', 'UserEmailChanged'])

    expect((await post('register', { ...ada, password: 'somebody else' })).json().user.id).toBe(2)
  })

  it('stores neither address in the log in plain text', async () => {
    const { ask, verify, log } = await person()
    await ask('', { email: newEmail })
    await verify()
    const bytes = JSON.stringify(await log.readStream('user-1'))
    for (const address of [email, newEmail]) expect(bytes).not.toContain(address)
  })

  it('is only for the person who asked: a stranger cannot attach another person’s address', async () => {
    const { ask, verify, post, accounts } = await person()
    await ask('', { email: newEmail })
    const victim = sessionOf(await post('register', { ...ada, email: 'victim@example.org' }))
    expect((await verify(victim)).statusCode).toBe(403)
    expect((await verify('session=none')).statusCode).toBe(401)
    expect((await accounts.byId(1))?.email).toBe(email)
  })

  it('works once', async () => {
    const { ask, verify } = await person()
    await ask('', { email: newEmail })
    await verify()
    expect((await verify()).statusCode).toBe(403)
  })

  it('is rejected when the address got an account in the meantime', async () => {
    const { ask, verify, post } = await person()
    await ask('', { email: newEmail })
    await post('register', { ...ada, email: newEmail })
    const answer = await verify()
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This address already belongs to another account.',
    ])
  })

  it('is invalid after a new password, or after requesting yet another address', async () => {
    const { ask, verify, app, sent, cookie } = await person()
    await ask('', { email: newEmail })
    const first = mailedToken(sent, newEmail)
    await ask('', { email: 'third@example.org' })
    expect((await ask('/verify', { token: first })).statusCode).toBe(403)
    await ask('', { email: newEmail })
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const payload = { currentPassword: password, newPassword: 'a bridge of nine stones' }
    const changed = await app.inject({ method: 'PUT', url: '/api/auth/password', headers, payload })
    expect((await verify(sessionOf(changed))).statusCode).toBe(403)
  })

  it('allows both addresses of an erased person to be registered again', async () => {
    const { ask, verify, post, accounts, ...core } = await person()
    await ask('', { email: newEmail })
    await verify()
    for (const subject of [(await accounts.byId(1))?.subject ?? '']) {
      await forgetKey(core, subject)
      await accounts.erase(subject)
    }
    const statuses = await Promise.all([email, newEmail].map((one) => post('register', { ...ada, email: one })))
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  })
})

describe('a confirmation that crashes after its event', () => {
  const dying = () => {
    let isArmed = true
    return (tools: AuthTools): AuthTools => ({
      ...tools,
      accounts: {
        ...tools.accounts,
        async changeEmail(change) {
          if (!isArmed) return tools.accounts.changeEmail(change)
          isArmed = false
          throw new Error('The process died here.')
        },
      },
    })
  }

  it('is completed by a second click', async () => {
    const { ask, verify } = await person({ wrap: dying() })
    await ask('', { email: newEmail })
    expect((await verify()).statusCode).toBe(503)
    expect((await verify()).json().user.email).toBe(newEmail)
  })

  it('is completed by the reactor', async () => {
    const auth = await person({ wrap: dying() })
    const { ask, verify, subjects, log, post } = auth
    await ask('', { email: newEmail })
    await verify()
    const { on } = accountsReactor({
      ...auth,
      reached: async () => true,
      ...accountRepairs({ ...auth, ...noFiles, knex: auth.database.knex }),
    })
    const codec = createCodec({ keys: subjects, personalFields, upcasters: {} })
    for (const event of await codec.decode<UserEvent>(await log.readStream('user-1')))
      if (event.type === 'UserEmailChanged') for (const _twice of [1, 2]) await on.UserEmailChanged(event)
    expect((await post('login', { email: newEmail, password })).json().user.id).toBe(1)
    expect(await subjects.find(email)).toBeNull()
  })
})
