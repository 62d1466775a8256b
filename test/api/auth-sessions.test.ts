import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { chief, sessionOf } from '../support/app/real-identity.ts'

const { email, password } = chief
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1'

async function person() {
  const auth = await createTestApp({ identity: 'real' })
  const ask = (method: 'GET' | 'DELETE', url: string, cookie: string) =>
    auth.app.inject({ method, url: `/api/auth/${url}`, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const signIn = async (userAgent: string, as = password) =>
    auth.post('login', { email, password: as }, { headers: { 'user-agent': userAgent } })
  const first = sessionOf(await auth.post('register', chief, { headers: { 'user-agent': firefox } }))
  const isSignedIn = async (cookie: string) => (await auth.status(cookie)).json().isAuthenticated
  return { ...auth, ask, signIn, first, isSignedIn }
}

describe('the list of sessions', () => {
  it('shows where the person is signed in, and nothing that allows hijacking a session', async () => {
    const { ask, signIn, first } = await person()
    const second = sessionOf(await signIn(safari))
    const answer = await ask('GET', 'sessions', first)
    expect(answer.json()).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        method: 'password',
        device: 'Firefox on Windows',
        place: null,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Safari on iPhone', isCurrent: false }),
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    for (const cookie of [first, second]) expect(answer.body).not.toContain(cookie.slice('session='.length))
  })

  it('stores neither IP address nor user agent', async () => {
    const { database } = await person()
    const tables = await Promise.all(
      ['sessions', 'sign_ins'].map((table) => database.pool.query(`SELECT * FROM app.${table}`)),
    )
    const kept = JSON.stringify(tables.map(({ rows }) => rows))
    expect(kept).toContain('Firefox on Windows')
    for (const detail of ['127.0.0.1', 'Mozilla', '140.0']) expect(kept).not.toContain(detail)
  })

  it('ends one of them', async () => {
    const { ask, signIn, first, isSignedIn } = await person()
    const second = sessionOf(await signIn(safari))
    const [, other] = (await ask('GET', 'sessions', first)).json()
    expect((await ask('DELETE', `sessions/${other.id}`, first)).statusCode).toBe(204)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
    expect((await ask('DELETE', `sessions/${other.id}`, first)).statusCode).toBe(404)
  })

  it('ends all others', async () => {
    const { ask, signIn, first, isSignedIn } = await person()
    const others = [sessionOf(await signIn(safari)), sessionOf(await signIn(firefox))]
    expect((await ask('DELETE', 'sessions', first)).statusCode).toBe(204)
    expect(await Promise.all([first, ...others].map(isSignedIn))).toEqual([true, false, false])
  })

  it('neither shows nor ends those of others', async () => {
    const { ask, post, first, isSignedIn } = await person()
    const stranger = sessionOf(await post('register', { ...chief, email: 'ben@example.org' }))
    const [own] = (await ask('GET', 'sessions', first)).json()
    expect((await ask('GET', 'sessions', stranger)).json()).toHaveLength(1)
    expect((await ask('DELETE', `sessions/${own.id}`, stranger)).statusCode).toBe(404)
    await ask('DELETE', 'sessions', stranger)
    expect(await isSignedIn(first)).toBe(true)
  })

  it('requires a valid id', async () => {
    const { ask, first } = await person()
    expect((await ask('DELETE', 'sessions/7', first)).statusCode).toBe(400)
  })
})

describe('the login history', () => {
  it('has successes and failures, newest first', async () => {
    const { ask, signIn, first } = await person()
    await signIn(safari, 'not the one')
    await signIn(safari)
    const { json } = await ask('GET', 'sign-ins', first)
    expect(json().map(({ outcome, device }: Record<string, string>) => [outcome, device])).toEqual([
      ['success', 'Safari on iPhone'],
      ['failure', 'Safari on iPhone'],
      ['success', 'Firefox on Windows'],
    ])
  })

  it('deletes entries older than 90 days', async () => {
    const { ask, signIn, first, database } = await person()
    await database.pool.query("UPDATE app.sign_ins SET at = now() - interval '91 days'")
    expect((await ask('GET', 'sign-ins', first)).json()).toEqual([])
    await signIn(safari)
    expect((await database.pool.query('SELECT device FROM app.sign_ins')).rows).toEqual([
      { device: 'Safari on iPhone' },
    ])
  })
})

describe('a mail about a new sign-in', () => {
  it('is sent once for a new device', async () => {
    const { signIn, sent } = await person()
    await signIn(firefox)
    expect(sent).toEqual([])
    await signIn(safari)
    await signIn(safari)
    expect(sent).toEqual([
      { kind: 'newSignIn', to: email, about: { device: 'Safari on iPhone', place: null, at: expect.any(Date) } },
    ])
  })

  it('is not sent to people who switched security alerts off', async () => {
    const { signIn, sent, database } = await person()
    await database.pool.query(
      `INSERT INTO read.preferences
         (user_id, subject, campaign_news, volunteer_opportunities, event_invitations, email_updates, security_alerts)
       SELECT user_id, subject, true, true, true, true, false FROM app.accounts`,
    )
    await signIn(safari)
    expect(sent).toEqual([])
  })

  it('is not sent for a wrong password, after which the device still counts as new', async () => {
    const { signIn, sent } = await person()
    await signIn(safari, 'not the one')
    expect(sent).toEqual([])
    await signIn(safari)
    expect(sent).toHaveLength(1)
  })
})

it.each(['is_banned = true', 'is_active = false'])(
  'an account that is closed (%s) loses every session',
  async (change) => {
    const { ask, first, database } = await person()
    await database.pool.query(`UPDATE app.accounts SET ${change}`)
    expect((await ask('GET', 'sessions', first)).statusCode).toBe(401)
  },
)

it('a demoted admin loses the rights with the next request', async () => {
  const { accounts, signIn, status, database } = await person()
  await accounts.setRights(1, 1, { isAdmin: true, isActive: true, ban: null })
  const cookie = sessionOf(await signIn(firefox))
  expect((await status(cookie)).json().user.isAdmin).toBe(true)
  await database.pool.query('UPDATE app.accounts SET is_admin = false')
  expect((await status(cookie)).json().user.isAdmin).toBe(false)
})
