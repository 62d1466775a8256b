import { describe, expect, it } from 'vitest'
import { recordExpired } from '../../backend/identity/session-ends.ts'
import { deleteOld } from '../../backend/traffic/retention.ts'
import { createTestApp } from '../support/app/app.ts'
import { createOffice, type Office } from '../support/app/office.ts'
import { chief, sessionOf } from '../support/app/real-identity.ts'

const { email, password } = chief
const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const otherPassword = 'seven wooden llamas'

type Past = { end: string; endedBy: { id: number } | null; duration: number; createdAt: string; endedAt: string }

async function person() {
  const auth = await createTestApp({ identity: 'real' })
  const first = sessionOf(await auth.post('register', chief, { headers: { 'user-agent': firefox } }))
  const signIn = async (cookie = '', as = password) =>
    sessionOf(await auth.post('login', { email, password: as }, { headers: { cookie, 'user-agent': firefox } }))
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, cookie: string, payload?: object) =>
    auth.app.inject({
      method,
      url: `/api/auth/${url}`,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      ...(payload && { payload }),
    })
  const past = async (cookie: string) => (await ask('GET', 'sessions/past', cookie)).json()
  const ends = async (cookie: string) => (await past(cookie)).map(({ end }: Past) => end)
  return { ...auth, first, signIn, ask, past, ends }
}

const pastOf = ({ get }: Office, id: number): Promise<Past[]> => get(`users/${id}/sessions/past`)

describe('a session that ended', () => {
  it('is listed to its person with sign-in, end, duration, device and place, and nothing that could be used', async () => {
    const { database, first, ask, signIn, past } = await person()
    await database.pool.query(
      `UPDATE app.sessions SET created_at = now() - interval '2 hours', city = 'Muncie', region = 'Indiana', country = 'United States'`,
    )
    await ask('POST', 'logout', first)
    const listed: Past[] = await past(await signIn())
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        method: 'password',
        device: 'Firefox on Windows',
        place: { city: 'Muncie', region: 'Indiana', country: 'United States' },
        createdAt: expect.any(String),
        endedAt: expect.any(String),
        duration: 7200,
        end: 'signed-out',
      },
    ])
    for (const { createdAt, endedAt, duration } of listed)
      expect((Date.parse(endedAt) - Date.parse(createdAt)) / 1000).toBeCloseTo(duration, 0)
  })

  it('names the person’s action that ended it', async () => {
    const { first, ask, signIn, ends } = await person()
    const second = await signIn(first)
    expect(await ends(second)).toEqual(['signed-in-again'])
    const third = await signIn()
    await ask('DELETE', 'sessions', third)
    expect(await ends(third)).toEqual(['signed-out-elsewhere', 'signed-in-again'])
    const changed = await ask('PUT', 'password', third, { currentPassword: password, newPassword: otherPassword })
    expect(await ends(sessionOf(changed))).toEqual(['password-changed', 'signed-out-elsewhere', 'signed-in-again'])
  })

  it('that ran out ended at that moment, whether or not its row was moved yet', async () => {
    const { database, first, signIn, past } = await person()
    const second = await signIn()
    await database.pool.query(
      `UPDATE app.sessions SET created_at = now() - interval '3 days', expires_at = now() - interval '1 day'
       WHERE id = (SELECT id FROM app.sessions ORDER BY created_at LIMIT 1)`,
    )
    expect((await database.pool.query('SELECT FROM app.past_sessions')).rowCount).toBe(0)
    const before = await past(second)
    expect(before).toMatchObject([{ end: 'expired', duration: 2 * 24 * 3600 }])
    await signIn(first) // carries the one that ran out
    expect((await database.pool.query('SELECT FROM app.past_sessions')).rowCount).toBe(1)
    expect(await past(second)).toEqual(before)
  })

  it('is kept for 90 days, also when there was no sign-in since', async () => {
    const { database, first, ask, signIn, past } = await person()
    await ask('POST', 'logout', first)
    const cookie = await signIn()
    await signIn()
    await database.pool.query(
      `UPDATE app.sessions SET expires_at = now() - interval '91 days' WHERE created_at = (SELECT max(created_at) FROM app.sessions)`,
    )
    expect(await past(cookie)).toMatchObject([{ end: 'signed-out' }])
    await deleteOld(database.pool)
    expect((await database.pool.query('SELECT FROM app.user_sessions')).rowCount).toBe(2)
    await database.pool.query("UPDATE app.past_sessions SET ended_at = now() - interval '91 days'")
    expect(await past(cookie)).toEqual([])
    await deleteOld(database.pool)
    expect((await database.pool.query('SELECT FROM app.past_sessions')).rowCount).toBe(0)
  })

  it('is hidden from other people', async () => {
    const { first, ask, post, past } = await person()
    const stranger = sessionOf(await post('register', { ...chief, email: 'ben@example.org' }))
    await ask('POST', 'logout', first)
    expect(await past(stranger)).toEqual([])
    expect((await ask('GET', 'sessions/past', first)).statusCode).toBe(401)
  })

  it('goes with the account', async () => {
    const { database, first, ask } = await person()
    await ask('POST', 'logout', first)
    await database.pool.query('DELETE FROM app.accounts')
    expect((await database.pool.query('SELECT FROM app.past_sessions')).rowCount).toBe(0)
  })
})

describe('in the console, a session that ended', () => {
  it('names the admin who ended it', async () => {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    const [session]: { id: string }[] = await office.get(`users/${ruth.id}/sessions`)
    await office.remove(`${ruth.id}/sessions/${session?.id}`)
    await office.login(ruth.email)
    await office.remove(`${ruth.id}/sessions`)
    const by = { end: 'admin', endedBy: { id: office.admin.id, firstName: 'Naomi', lastName: 'Moab' } }
    expect(await pastOf(office, ruth.id)).toMatchObject([by, by])
    expect((await office.as(office.admin, 'GET', 'users/999/sessions/past')).statusCode).toBe(404)
  })

  it('tells a ban from a change of rights', async () => {
    const office = await createOffice()
    const [ruth, anna] = [await office.signUp('Ruth'), await office.signUp('Anna')]
    await office.ban(ruth.id, { banned: true })
    await office.prove(anna.id)
    expect((await office.put(anna.id, { isAdmin: true })).statusCode).toBe(200)
    expect(await pastOf(office, ruth.id)).toMatchObject([{ end: 'account-closed', endedBy: null }])
    expect(await pastOf(office, anna.id)).toMatchObject([{ end: 'rights-changed', endedBy: null }])
  })
})

it('many statements that end the same sessions at once all succeed, and each session is recorded once', async () => {
  const { database, signIn, sessions } = await person()
  for (let count = 0; count < 8; count++) await signIn()
  await database.pool.query("UPDATE app.sessions SET expires_at = now() - interval '1 second'")
  const all = Array.from({ length: 6 }, () => [
    sessions.endAllOf(1, { reason: 'operator' }),
    recordExpired(database.pool),
  ])
  await Promise.all(all.flat())
  const { rows } = await database.pool.query(
    'SELECT end_reason, count(*) FROM app.past_sessions GROUP BY 1 UNION ALL SELECT NULL, count(*) FROM app.sessions',
  )
  expect(rows).toEqual([
    { end_reason: 'expired', count: 9 },
    { end_reason: null, count: 0 },
  ])
})
