import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../backend/tools/admin-command.ts'
import { tablesWith } from '../support/app/canaries.ts'
import { ada, sessionOf, withCookie } from '../support/app/real-identity.ts'
import { challengeOf, withSecondFactor } from '../support/app/second-factor.ts'
import { authenticator, unbase32 } from '../support/browser/authenticator.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { email, password } = ada
const off = { isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, hasApp: false }

describe('turning two-step sign-in on', () => {
  it('shows the secret once, accepts its first code, returns ten recovery codes and ends all other sessions', async () => {
    const { ask, state, now, post, status, cookie, sent, phone } = await withSecondFactor()
    expect(await state()).toEqual(off)
    const elsewhere = sessionOf(await post('login', { email, password }))
    const setup = (await ask('setup', {})).json()
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(setup.uri).toContain(`:ada%40example.org?secret=${setup.secret}&issuer=Campaign&`)
    expect(setup.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(await state()).toEqual(off)

    const answer = await ask('turn-on', { code: (await phone()).at(now()) })
    expect(new Set(answer.json().recoveryCodes).size).toBe(10)
    expect(await state()).toEqual({
      isOn: true,
      turnedOnAt: expect.stringMatching(/Z$/),
      recoveryCodesLeft: 10,
      hasApp: true,
    })
    expect((await status(cookie)).json().isAuthenticated).toBe(true)
    expect((await status(elsewhere)).json().isAuthenticated).toBe(false)
    expect(sent.map(({ kind, to }) => [kind, to])).toEqual([['secondFactorTurnedOn', email]])
  })

  it('changes nothing without a code of the latest secret', async () => {
    const { ask, phone, state, now, post } = await withSecondFactor()
    expect((await ask('turn-on', { code: '123456' })).statusCode).toBe(400)
    const [first, second] = [await phone(), await phone()]
    expect((await ask('turn-on', { code: first.at(now()) })).statusCode).toBe(400)
    expect((await ask('turn-on', { code: 'abcde-fghjk' })).statusCode).toBe(400)
    expect([await state(), (await post('login', { email, password })).json().user.id]).toEqual([off, 1])
    expect((await ask('turn-on', { code: second.at(now()) })).statusCode).toBe(200)
    expect((await ask('setup', {})).statusCode).toBe(409)
    expect((await ask('turn-on', { code: second.at(now()) })).statusCode).toBe(409)
  })

  it('needs a verified address, and the password unless the person has just signed in', async () => {
    const { ask, database } = await withSecondFactor()
    await database.pool.query("UPDATE app.sessions SET created_at = now() - interval '16 minutes'")
    expect((await ask('setup', {})).json().errors[0].path).toBe('currentPassword')
    expect((await ask('setup', { currentPassword: 'not the one' })).statusCode).toBe(400)
    expect((await ask('setup', { currentPassword: password })).statusCode).toBe(200)
    await database.pool.query('UPDATE app.accounts SET is_email_verified = false')
    expect((await ask('setup', { currentPassword: password })).statusCode).toBe(409)
  })

  it('accepts a first code for only 30 minutes', async () => {
    const { ask, phone, now, database } = await withSecondFactor()
    const app = await phone()
    await database.pool.query("UPDATE app.second_factors SET started_at = now() - interval '31 minutes'")
    expect((await ask('turn-on', { code: app.at(now()) })).statusCode).toBe(400)
  })

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { ask, now, database } = await withSecondFactor()
    const { secret } = (await ask('setup', {})).json()
    const codes: string[] = (await ask('turn-on', { code: authenticator(secret).at(now()) })).json().recoveryCodes
    expect(codes).toHaveLength(10)
    for (const text of [secret, Buffer.from(unbase32(secret)).toString('hex'), ...codes])
      expect(await tablesWith(database.pool, text)).toEqual([])
  })
})

describe('signing in with a code', () => {
  it('starts a session only after the code', async () => {
    const { turnOn, post, verify, status, history } = await withSecondFactor()
    const { code } = await turnOn()
    const first = await post('login', { email, password })
    expect([first.statusCode, first.json()]).toEqual([200, { isCodeNeeded: true }])
    expect(first.cookies).toEqual([
      expect.objectContaining({ name: 'sign_in_step', httpOnly: true, sameSite: 'Strict', maxAge: 300, path: '/' }),
    ])
    expect((await status(challengeOf(first))).json().isAuthenticated).toBe(false)

    const answer = await verify(`${code().slice(0, 3)} ${code().slice(3)}`, challengeOf(first))
    expect(answer.json()).toMatchObject({ user: { id: 1, email }, recoveryCodesLeft: null })
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
    expect(answer.cookies.find(({ name }) => name === 'sign_in_step')?.value).toBe('')
    expect((await history(sessionOf(answer)))[0]).toMatchObject({
      method: 'password',
      outcome: 'success',
      secondFactor: 'code',
    })
  })

  it('also follows a magic link', async () => {
    const { turnOn, post, verify, sent, status, history } = await withSecondFactor()
    const { code } = await turnOn()
    await post('magic-link/send', { email })
    const first = await post('magic-link/verify', { token: mailedToken(sent, email) })
    expect([first.json(), first.cookies.map(({ name }) => name)]).toEqual([{ isCodeNeeded: true }, ['sign_in_step']])
    const session = sessionOf(await verify(code(), challengeOf(first)))
    expect((await status(session)).json().isAuthenticated).toBe(true)
    expect((await history(session))[0]).toMatchObject({ method: 'magic-link', secondFactor: 'code' })
  })

  it('accepts a recovery code instead, once, and notifies the person', async () => {
    const { turnOn, firstStep, verify, sent, history } = await withSecondFactor()
    const { recoveryCodes } = await turnOn()
    const [code = ''] = recoveryCodes
    const answer = await verify(code.toUpperCase().replace('-', ' '), await firstStep())
    expect(answer.json()).toMatchObject({ user: { id: 1 }, recoveryCodesLeft: 9 })
    expect(sent.find(({ kind }) => kind === 'recoveryCodeUsed')).toMatchObject({ to: email, about: { left: 9 } })
    expect((await history(sessionOf(answer)))[0].secondFactor).toBe('recovery-code')
    expect((await verify(code, await firstStep())).statusCode).toBe(400)
  })

  it('works with a clock that is one step off in either direction, and no further', async () => {
    const { turnOn, firstStep, verify, advance } = await withSecondFactor()
    const { codeAt } = await turnOn()
    const statuses: number[] = []
    for (const seconds of [-60, 60, -30, 30]) {
      statuses.push((await verify(codeAt(seconds), await firstStep())).statusCode)
      advance(90)
    }
    expect(statuses).toEqual([400, 400, 200, 200])
  })
})

describe('turning it off', () => {
  it('needs a new code; afterwards the password is enough, and the recovery codes are invalid', async () => {
    const { turnOn, ask, state, post, sent, database } = await withSecondFactor()
    const { code } = await turnOn()
    expect((await ask('turn-off', { code: '000000' })).statusCode).toBe(400)
    expect((await state()).isOn).toBe(true)
    expect((await ask('turn-off', { code: code() })).json()).toEqual(off)
    expect((await post('login', { email, password })).json().user.id).toBe(1)
    expect(sent.map(({ kind }) => kind)).toEqual(['secondFactorTurnedOn', 'secondFactorTurnedOff'])
    expect((await database.pool.query('SELECT 1 FROM app.recovery_codes')).rowCount).toBe(0)
    expect((await ask('turn-off', { code: code() })).statusCode).toBe(409)
  })

  it('new recovery codes replace the old ones', async () => {
    const { turnOn, ask, firstStep, verify } = await withSecondFactor()
    const { code, recoveryCodes } = await turnOn()
    expect((await ask('recovery-codes', { code: '000000' })).statusCode).toBe(400)
    const renewed: string[] = (await ask('recovery-codes', { code: code() })).json().recoveryCodes
    expect(renewed).toHaveLength(10)
    const challenge = await firstStep()
    expect((await verify(recoveryCodes[0] ?? '', challenge)).statusCode).toBe(400)
    expect((await verify(renewed[0] ?? '', challenge)).statusCode).toBe(200)
  })

  it('an operator can do it for someone who lost both', async () => {
    const auth = await withSecondFactor()
    await auth.turnOn()
    const lines: string[] = []
    const reset = () =>
      runAdmin(['reset-second-factor', email.toUpperCase()], {
        ...auth,
        publicUrl: '',
        mailInvitation: null,
        erasing: {
          ...auth,
          knex: auth.database.knex,
          photos: { forget: async () => {} },
          forgetMail: async () => {},
          emailCampaignSending: { forget: async () => {} },
        },
        now: () => new Date(),
        print: (line) => void lines.push(line),
      })
    expect([await reset(), await reset()]).toEqual([0, 1])
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'Two-step sign-in is now off for ADA@EXAMPLE.ORG, and their passkeys are removed',
      'ADA@EXAMPLE.ORG has no two-step sign-in and no passkey.',
    ])
    expect((await auth.post('login', { email, password })).json().user.id).toBe(1)
  })

  it('is deleted with an erased account', async () => {
    const { turnOn, firstStep, accounts, database } = await withSecondFactor()
    await turnOn()
    await firstStep()
    const account = await accounts.byId(1)
    await accounts.erase(account?.subject ?? '')
    for (const table of ['second_factors', 'recovery_codes', 'sign_in_challenges'])
      expect((await database.pool.query(`SELECT 1 FROM app.${table}`)).rowCount).toBe(0)
  })
})

it('a new password or address keeps the current session, without another code', async () => {
  const { turnOn, app, cookie, status, firstStep, verify } = await withSecondFactor()
  const { code } = await turnOn()
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/auth/password',
    headers: { ...withCookie(cookie).headers, 'sec-fetch-site': 'same-origin' },
    payload: { currentPassword: password, newPassword: password },
  })
  expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
  expect((await verify(code(), await firstStep())).statusCode).toBe(200)
})
