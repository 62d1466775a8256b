import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { type AccountsOptions, ada, sessionOf } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

const { email, password } = ada
const newPassword = 'a bridge of nine stones'

async function person(options: AccountsOptions = {}) {
  const auth = await createTestApp({ identity: 'real', ...options })
  const cookie = sessionOf(await auth.post('register', ada))
  const headers = (session: string) => ({ cookie: session, 'sec-fetch-site': 'same-origin' })
  const change = (body: object, session = cookie) =>
    auth.app.inject({ method: 'PUT', url: '/api/auth/password', headers: headers(session), payload: body })
  const requirement = async (session = cookie) =>
    (await auth.app.inject({ url: '/api/auth/password', headers: headers(session) })).json()
  async function byLink() {
    await auth.post('magic-link/send', { email })
    return sessionOf(
      await auth.post('magic-link/verify', { token: mailedToken(auth.sent, email) }, { headers: { cookie } }),
    )
  }
  const age = (interval: string) =>
    auth.database.pool.query('UPDATE app.sessions SET created_at = now() - $1::interval', [interval])
  const signInWith = async (one: string) => (await auth.post('login', { email, password: one })).statusCode
  const isSignedIn = async (session: string) => (await auth.status(session)).json().isAuthenticated
  return { ...auth, cookie, change, requirement, byLink, age, signInWith, isSignedIn }
}

describe('a new password', () => {
  it('replaces the old one and ends all other sessions; this one gets a new id', async () => {
    const { change, signInWith, isSignedIn, cookie, post, sent } = await person()
    const other = sessionOf(await post('login', { email, password }))
    const answer = await change({ currentPassword: password, newPassword })
    expect([answer.statusCode, answer.json().user.id]).toEqual([200, 1])
    const renewed = sessionOf(answer)
    expect(renewed).not.toBe(cookie)
    expect(await Promise.all([cookie, other, renewed].map(isSignedIn))).toEqual([false, false, true])
    expect([await signInWith(password), await signInWith(newPassword)]).toEqual([401, 200])
    expect(sent).toEqual([{ kind: 'passwordChanged', to: email, about: null }])
  })

  it('cannot be set by someone who does not know the current one', async () => {
    const { change, signInWith, sent } = await person()
    const wrong = await change({ currentPassword: 'not the one', newPassword })
    const message = 'This is not your current password.'
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { message, errors: [{ path: 'currentPassword', message }] }])
    expect((await change({ newPassword })).json().errors).toEqual([
      { path: 'currentPassword', message: 'Enter your current password, or sign in with a magic link first.' },
    ])
    expect(await signInWith(password)).toBe(200)
    expect(sent).toEqual([])
  })

  it('can be set right after a magic link when it was forgotten', async () => {
    const { change, byLink, signInWith, requirement } = await person()
    const session = await byLink()
    expect(await requirement(session)).toEqual({
      hasPassword: true,
      isNeededForPassword: false,
      isNeededForEmail: false,
    })
    const answer = await change({ newPassword }, session)
    expect(answer.statusCode).toBe(200)
    expect(await signInWith(newPassword)).toBe(200)
    // The link was used up: the next change requires the password.
    expect((await requirement(sessionOf(answer))).isNeededForPassword).toBe(true)
  })

  it('requires the current one again 15 minutes after the link', async () => {
    const { change, byLink, age, requirement } = await person()
    const session = await byLink()
    await age('14 minutes 50 seconds')
    expect((await requirement(session)).isNeededForPassword).toBe(false)
    await age('15 minutes 2 seconds')
    expect(await requirement(session)).toEqual({ hasPassword: true, isNeededForPassword: true, isNeededForEmail: true })
    expect((await change({ newPassword }, session)).statusCode).toBe(400)
  })

  it('can be the first one of an account, right after a sign-in', async () => {
    const { change, age, requirement, cookie, database } = await person()
    await database.pool.query('UPDATE app.accounts SET password_hash = NULL')
    await age('16 minutes')
    expect((await change({ newPassword })).statusCode).toBe(403)
    await age('1 minute')
    expect((await requirement()).hasPassword).toBe(false)
    expect((await change({ newPassword }, cookie)).statusCode).toBe(200)
  })

  it.each([
    ['seven77', 'Use at least 8 characters.'],
    ['password123', 'This password is too common. Choose one that is harder to guess.'],
  ])('%s is rejected at its field', async (bad, message) => {
    const { change } = await person()
    const answer = await change({ currentPassword: password, newPassword: bad })
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'newPassword', message }]])
  })

  it('of an admin has at least 15 characters', async () => {
    const { change, database } = await person()
    await database.pool.query('UPDATE app.accounts SET is_admin = true')
    const answer = await change({ currentPassword: password, newPassword: 'fourteen chars' })
    expect(answer.json().message).toBe('Admins need a password of at least 15 characters.')
  })

  it('cannot be guessed from an unattended session', async () => {
    const { change } = await person({ rateLimits: 'on' })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await change({ currentPassword: 'a guess', newPassword })).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })
})
