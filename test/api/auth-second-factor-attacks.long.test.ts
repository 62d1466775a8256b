import { expect, it } from 'vitest'
import { ada, sessionOf } from '../support/app/real-identity.ts'
import { challengeOf, withSecondFactor } from '../support/app/second-factor.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { email, password } = ada
const message = 'This code does not work. Enter the newest one; each code works once.'
const refused = [400, { message, errors: [{ path: 'code', message }] }]
const expired = [403, { message: 'This sign-in has expired. Please sign in again.' }]

type Answer = { statusCode: number; json(): unknown }
const statusAndBody = (answer: Answer) => [answer.statusCode, answer.json()]

it('a used code, or an older unused one, is rejected like a wrong code', async () => {
  const { turnOn, firstStep, verify } = await withSecondFactor()
  const { code, codeAt } = await turnOn()
  expect((await verify(code(), await firstStep())).statusCode).toBe(200)
  const again = await firstStep()
  expect(statusAndBody(await verify(code(), again))).toEqual(refused)
  expect(statusAndBody(await verify(codeAt(-30), again))).toEqual(refused)
  expect(statusAndBody(await verify('000000', again))).toEqual(refused)
  expect(statusAndBody(await verify('not-a-code', again))).toEqual(refused)
})

it('the code that turned it on does not sign in', async () => {
  const { phone, ask, now, firstStep, verify } = await withSecondFactor()
  const code = (await phone()).at(now())
  expect((await ask('turn-on', { code })).statusCode).toBe(200)
  expect(statusAndBody(await verify(code, await firstStep()))).toEqual(refused)
})

it('of many simultaneous uses of the same code or recovery code, one succeeds', async () => {
  const { turnOn, firstStep, verify, advance } = await withSecondFactor()
  const { code, recoveryCodes } = await turnOn()
  for (const same of [code(), recoveryCodes[3] ?? '']) {
    const challenges = await Promise.all([1, 2, 3, 4].map(() => firstStep()))
    const answers = await Promise.all(challenges.map((challenge) => verify(same, challenge)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400])
    advance(60)
  }
})

it('one first step leads to one session, however many codes arrive at once', async () => {
  const { turnOn, firstStep, verify } = await withSecondFactor()
  const { code, recoveryCodes } = await turnOn()
  const challenge = await firstStep()
  const answers = await Promise.all([code(), ...recoveryCodes.slice(0, 3)].map((one) => verify(one, challenge)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(statusAndBody(await verify(recoveryCodes[9] ?? '', challenge))).toEqual(expired)
})

it('after five wrong codes even the right one is rejected, also when they arrive at once', async () => {
  const { turnOn, firstStep, verify, history } = await withSecondFactor()
  const { code } = await turnOn()
  const challenge = await firstStep()
  const wrong = await Promise.all(
    ['000001', '000002', '000003', '000004', '000005', '000006'].map((one) => verify(one, challenge)),
  )
  expect(wrong.map(({ statusCode }) => statusCode).sort()).toEqual([400, 400, 400, 400, 400, 403])
  expect(statusAndBody(await verify(code(), challenge))).toEqual(expired)
  const session = sessionOf(await verify(code(), await firstStep()))
  const failures = (await history(session)).filter(({ outcome }: { outcome: string }) => outcome === 'failure')
  expect(failures.map((one: object) => one)).toEqual(
    Array.from({ length: 5 }, () => expect.objectContaining({ method: 'password', secondFactor: 'code' })),
  )
})

it('guessing from many addresses is limited per account, and only someone with the password can cause that', async () => {
  const { turnOn, post, ask, app, firstStep } = await withSecondFactor({ rateLimits: 'on' })
  const { code } = await turnOn()
  for (let guess = 0; guess < 30; guess++)
    await app.inject({
      method: 'POST',
      url: '/api/auth/second-factor/verify',
      payload: { code: '000000' },
      remoteAddress: '198.51.100.9',
    })
  const statuses: number[] = []
  for (let address = 1; address <= 3; address++) {
    const remoteAddress = `192.0.2.${address}`
    const challenge = challengeOf(await post('login', { email, password }, { remoteAddress }))
    for (let guess = 0; guess < 4; guess++)
      statuses.push(
        (await post('second-factor/verify', { code: '000000' }, { remoteAddress, headers: { cookie: challenge } }))
          .statusCode,
      )
  }
  // One of the ten was the code that turned it on.
  expect(statuses).toEqual([...Array(9).fill(400), 429, 429, 429])
  expect((await ask('verify', { code: code() }, await firstStep())).statusCode).toBe(429)
})

it('the code does not work in another browser than the first step', async () => {
  const { turnOn, firstStep, verify, cookie } = await withSecondFactor()
  const { code } = await turnOn()
  const challenge = await firstStep()
  expect(statusAndBody(await verify(code(), 'theme=dark'))).toEqual(expired)
  expect(statusAndBody(await verify(code(), 'sign_in_step=x'))).toEqual(expired)
  expect(statusAndBody(await verify(code(), cookie))).toEqual(expired)
  expect((await verify(code(), challenge)).statusCode).toBe(200)
})

it('a challenge planted in a browser is not used', async () => {
  const { turnOn, firstStep, verify, database } = await withSecondFactor()
  const { code } = await turnOn()
  const planted = await firstStep()
  const own = await firstStep(planted)
  expect(own).not.toBe(planted)
  expect(statusAndBody(await verify(code(), planted))).toEqual(expired)
  const answer = await verify(code(), own)
  expect(answer.statusCode).toBe(200)
  const { rows } = await database.pool.query("SELECT encode(id_hash, 'hex') AS id FROM app.sign_in_challenges")
  expect(rows).toEqual([])
})

it('the resulting session has a new id, whatever the browser sent', async () => {
  const { turnOn, firstStep, ask } = await withSecondFactor()
  const { code } = await turnOn()
  const brought = `session=${'A'.repeat(43)}`
  const session = sessionOf(await ask('verify', { code: code() }, `${await firstStep()}; ${brought}`))
  expect(session).not.toBe(brought)
})

it('a challenge ends when the password changes, when the account is closed, and after five minutes', async () => {
  const { turnOn, firstStep, verify, app, cookie, database, advance, sent } = await withSecondFactor()
  const { code } = await turnOn()
  const before = await firstStep()
  await app.inject({
    method: 'PUT',
    url: '/api/auth/password',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    payload: { currentPassword: password, newPassword: 'a bridge of nine stones' },
  })
  expect(statusAndBody(await verify(code(), before))).toEqual(expired)

  const inbox = await byLink()
  await database.pool.query('UPDATE app.accounts SET is_banned = true')
  expect(statusAndBody(await verify(code(), inbox))).toEqual(expired)
  await database.pool.query('UPDATE app.accounts SET is_banned = false')
  await database.pool.query('UPDATE app.sign_in_challenges SET expires_at = now()')
  expect(statusAndBody(await verify(code(), inbox))).toEqual(expired)
  advance(60)
  expect((await verify(code(), await byLink())).statusCode).toBe(200)

  async function byLink() {
    const send = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/auth/magic-link/${url}`, payload })
    await send('send', { email })
    return challengeOf(await send('verify', { token: mailedToken(sent, email) }))
  }
})

it('an open session is not enough to turn it off or to get new recovery codes', async () => {
  const { turnOn, ask, state } = await withSecondFactor()
  await turnOn()
  for (const what of ['turn-off', 'recovery-codes']) {
    expect((await ask(what, {})).statusCode).toBe(400)
    expect(statusAndBody(await ask(what, { code: '000000' }))).toEqual(refused)
  }
  expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
})

it('someone else’s code opens no account', async () => {
  const { turnOn, post, ask, database, firstStep, verify } = await withSecondFactor()
  const { code, recoveryCodes } = await turnOn()
  const eve = sessionOf(await post('register', { ...ada, email: 'eve@example.org' }))
  await database.pool.query('UPDATE app.accounts SET is_email_verified = true')
  const setup = await ask('setup', {}, eve)
  expect(setup.statusCode).toBe(200)
  expect(statusAndBody(await ask('turn-on', { code: code() }, eve))).toEqual(refused)
  expect((await ask('turn-off', { code: recoveryCodes[0] ?? '' }, eve)).statusCode).toBe(409)
  expect((await verify(recoveryCodes[0] ?? '', await firstStep())).statusCode).toBe(200)
})

it('in production browsers keep the challenge only for this host over https', async () => {
  const { firstStep, turnOn, ask } = await withSecondFactor({ isProduction: true })
  const { code } = await turnOn()
  const challenge = await firstStep()
  expect(challenge).toMatch(/^__Host-sign_in_step=[\w-]{43}$/)
  expect((await ask('verify', { code: code() }, challenge)).statusCode).toBe(200)
})
