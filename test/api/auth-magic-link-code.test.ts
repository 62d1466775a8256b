import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { type AccountsOptions, ada, sessionOf, withCookie } from '../support/app/real-identity.ts'
import { mailedCode, mailedToken } from '../support/mail/sent-account-mail.ts'

const { email } = ada
const wrong = 'This code does not work. Enter the one from the newest email, or open the link in it.'

async function withCode(options: AccountsOptions = {}) {
  const auth = await createTestApp({ identity: 'real', ...options })
  const ask = async (to = email): Promise<string> =>
    (await auth.post('magic-link/send', { email: to })).json().codeToken
  const enter = (codeToken: string, code: string, remoteAddress = '192.0.2.1') =>
    auth.post('magic-link/code', { codeToken, code }, { remoteAddress })
  const code = (to = email) => mailedCode(auth.sent, to)
  return { ...auth, ask, enter, code }
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('the code in the mail with a magic link', () => {
  it('signs in on the page that asked, once', async () => {
    const { post, ask, enter, code, status } = await withCode()
    await post('register', ada)
    const codeToken = await ask()
    const answer = await enter(codeToken, code())
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { user: expect.objectContaining({ id: 1, email, isEmailVerified: true }), isPasswordRemoved: true },
    ])
    expect((await status(sessionOf(answer))).json().isAuthenticated).toBe(true)
    const again = await enter(codeToken, code())
    expect([again.statusCode, again.json()]).toEqual([
      400,
      { message: wrong, errors: [{ path: 'code', message: wrong }] },
    ])
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it('has six digits, and may be typed in groups', async () => {
    const { ask, enter, code } = await withCode()
    const codeToken = await ask()
    expect(code()).toMatch(/^\d{6}$/)
    expect((await enter(codeToken, ` ${code().slice(0, 3)} ${code().slice(3)} `)).statusCode).toBe(200)
  })

  it.each(['', '12345', '1234567', 'abcdef', '12345６', '1'.repeat(5000)])('%j is no code', async (typed) => {
    const { ask, enter } = await withCode()
    expect((await enter(await ask(), typed)).statusCode).toBe(400)
  })

  it('creates an account for a new address', async () => {
    const { ask, enter, code } = await withCode()
    const answer = await enter(await ask('new@example.org'), code('new@example.org'))
    expect(answer.json().user).toMatchObject({ email: 'new@example.org', isEmailVerified: true, firstName: null })
  })

  it('works nowhere else: not with the token of another page, nor with a token of another kind', async () => {
    const { ask, enter, code, sent, tokens, subjects } = await withCode()
    const mine = await ask()
    const first = code()
    const stranger = await ask()
    if (first !== code()) expect((await enter(stranger, first)).statusCode).toBe(400)
    const emailHash = subjects.emailHash(email)
    for (const token of [
      mailedToken(sent, email),
      await tokens.issue('magic-link-code', { seconds: 60, emailHash, email }),
      'x',
      'a.b.c',
    ])
      expect((await enter(token, code())).statusCode).toBe(400)
    expect((await enter(mine, first)).statusCode).toBe(200)
  })

  it('is not a link: the token of the page alone opens nothing', async () => {
    const { ask, post } = await withCode()
    const codeToken = await ask()
    expect((await post('magic-link/verify', { token: codeToken })).statusCode).toBe(403)
  })

  it('using the code also invalidates the link', async () => {
    const { ask, enter, code, post, sent } = await withCode()
    const first = await ask()
    await enter(first, code())
    expect((await post('magic-link/verify', { token: mailedToken(sent, email) })).statusCode).toBe(403)
    const second = await ask()
    expect((await post('magic-link/verify', { token: mailedToken(sent, email) })).statusCode).toBe(200)
    expect((await enter(second, code())).statusCode).toBe(400)
  })

  it('may be guessed five times: after that the right one is rejected too, also when all guesses come at once', async () => {
    const { ask, enter, code, database } = await withCode()
    const codeToken = await ask()
    const guesses = await Promise.all(Array.from({ length: 20 }, () => enter(codeToken, other(code()))))
    expect(guesses.every(({ statusCode }) => statusCode === 400)).toBe(true)
    expect((await enter(codeToken, code())).json().message).toBe(wrong)
    expect((await database.pool.query('SELECT max(tries) AS tries FROM app.one_time_tokens')).rows).toEqual([
      { tries: 5 },
    ])
  })

  it('may be guessed ten times a day for one address, from anywhere and with any number of mails', async () => {
    const { ask, enter, code, post, sent } = await withCode({ rateLimits: 'on' })
    const statuses: number[] = []
    for (let mail = 0; mail < 3; mail++) {
      const codeToken = await ask()
      for (let guess = 0; guess < 5; guess++)
        statuses.push((await enter(codeToken, other(code()), `192.0.2.${mail * 5 + guess}`)).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), ...Array.from({ length: 5 }, () => 429)])
    expect((await post('magic-link/verify', { token: mailedToken(sent, email) })).statusCode).toBe(200)
  })

  it('expires after 15 minutes', async () => {
    const { ask, enter, code, database } = await withCode()
    const codeToken = await ask()
    await database.pool.query("UPDATE app.one_time_tokens SET expires_at = now() - interval '1 second'")
    expect((await enter(codeToken, code())).statusCode).toBe(400)
  })

  it('is stored only as a keyed hash', async () => {
    const { ask, code, database } = await withCode()
    const codeToken = await ask()
    const { rows } = await database.pool.query('SELECT * FROM app.one_time_tokens')
    expect(rows.filter(({ code_hash }) => code_hash !== null)).toHaveLength(1)
    for (const secret of [code(), codeToken]) expect(JSON.stringify(rows)).not.toContain(`"${secret}`)
  })

  it('does not open a banned account', async () => {
    const { post, ask, enter, code, database } = await withCode()
    await post('register', ada)
    await database.pool.query('UPDATE app.accounts SET is_banned = true')
    expect((await enter(await ask(), code())).statusCode).toBe(403)
  })

  it('signs the same person in without removing their password', async () => {
    const { post, ask, enter, code } = await withCode()
    const own = sessionOf(await post('register', ada))
    const codeToken = await ask()
    const answer = await post('magic-link/code', { codeToken, code: code() }, withCookie(own))
    expect(answer.json().isPasswordRemoved).toBe(false)
    expect((await enter(codeToken, code())).statusCode).toBe(400)
  })
})
