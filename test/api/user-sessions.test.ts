import { describe, expect, it } from 'vitest'
import { createOffice, type Office } from '../support/app/office.ts'
import { sessionOf } from '../support/app/real-identity.ts'
import { authenticator } from '../support/browser/authenticator.ts'

const sessionsOf = ({ get }: Office, id: number): Promise<{ id: string }[]> => get(`users/${id}/sessions`)

describe('the sessions of a user', () => {
  it('are listed with device and place, without anything that could be used', async () => {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    await office.login(ruth.email)
    const listed = await sessionsOf(office, ruth.id)
    expect(listed).toHaveLength(2)
    for (const session of listed)
      expect(session).toEqual({
        id: expect.any(String),
        method: 'password',
        device: expect.any(String),
        place: null,
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: false,
      })
    expect(await sessionsOf(office, office.admin.id)).toMatchObject([{ isCurrent: true }])
  })

  it('are ended one by one', async () => {
    const office = await createOffice()
    const { signUp, login, remove, isSignedIn, typesOf } = office
    const ruth = await signUp('Ruth')
    const other = { cookie: sessionOf(await login(ruth.email)) }
    const [newest] = await sessionsOf(office, ruth.id)
    expect((await remove(`${ruth.id}/sessions/${newest?.id}`)).statusCode).toBe(204)
    expect([await isSignedIn(ruth), await isSignedIn(other)]).toEqual([true, false])
    const again = await remove(`${ruth.id}/sessions/${newest?.id}`)
    expect([again.statusCode, again.json().message]).toEqual([404, 'This session has already ended.'])
    expect(await typesOf(ruth.id)).toEqual(['UserRegistered', 'UserSessionsEnded'])
  })

  it('of another person cannot be ended under this user’s id', async () => {
    const office = await createOffice()
    const [ruth, anna] = [await office.signUp('Ruth'), await office.signUp('Anna')]
    const [session] = await sessionsOf(office, ruth.id)
    expect((await office.remove(`${anna.id}/sessions/${session?.id}`)).statusCode).toBe(404)
    expect((await office.remove(`${ruth.id}/sessions/me`)).statusCode).toBe(400)
    expect(await office.isSignedIn(ruth)).toBe(true)
  })

  it('are ended all at once, which appears in the log of actions', async () => {
    const { signUp, login, remove, isSignedIn, get, typesOf, put } = await createOffice()
    const ruth = await signUp('Ruth')
    await login(ruth.email)
    for (const _twice of [1, 2]) expect((await remove(`${ruth.id}/sessions`)).statusCode).toBe(204)
    expect(await isSignedIn(ruth)).toBe(false)
    expect(await typesOf(ruth.id)).toEqual(['UserRegistered', 'UserSessionsEnded'])
    expect((await get('actions')).actions[0]).toMatchObject({
      action: 'End user sessions',
      targetUser: { email: ruth.email },
    })
    // An open form does not become outdated by it.
    expect((await put(ruth.id, { firstName: 'Anna' }, { 'if-match': '"0"' })).statusCode).toBe(200)
  })
})

describe('two-step sign-in of a user', () => {
  async function withPhone() {
    const office = await createOffice()
    const ruth = await office.signUp('Ruth')
    await office.prove(ruth.id)
    const ask = (what: string, body: object) =>
      office.post(`second-factor/${what}`, body, { headers: { cookie: ruth.cookie } })
    const phone = authenticator((await ask('setup', {})).json().secret, Date.now)
    expect((await ask('turn-on', { code: phone.at(Date.now()) })).statusCode).toBe(200)
    return { ...office, ruth }
  }

  it('is reset by an admin: the next sign-in asks for no code, and its owner is told', async () => {
    const { as, admin, ruth, login, sent, typesOf, get } = await withPhone()
    expect((await login(ruth.email)).json()).toEqual({ isCodeNeeded: true })
    const reset = () => as(admin, 'POST', `users/${ruth.id}/reset-second-factor`)
    const answer = await reset()
    expect([answer.statusCode, answer.json().id]).toEqual([200, ruth.id])
    expect((await login(ruth.email)).json().user.id).toBe(ruth.id)
    expect(sent.at(-1)).toEqual({ kind: 'secondFactorTurnedOff', to: ruth.email, about: null })
    expect((await get('actions')).actions[0]).toMatchObject({
      action: 'Reset second factor',
      targetUser: { email: ruth.email },
    })
    const again = await reset()
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This account has no two-step sign-in and no passkey.',
    ])
    expect((await typesOf(ruth.id)).filter((type) => type === 'SecondFactorReset')).toHaveLength(1)
  })

  it('is not reset by oneself: an open session is not enough', async () => {
    const { as, put, login, ruth, database } = await withPhone()
    await put(ruth.id, { isAdmin: true })
    await database.pool.query('UPDATE app.accounts SET has_second_factor = false WHERE user_id = $1', [ruth.id])
    const cookie = sessionOf(await login(ruth.email))
    await database.pool.query('UPDATE app.accounts SET has_second_factor = true WHERE user_id = $1', [ruth.id])
    const answer = await as({ cookie }, 'POST', `users/${ruth.id}/reset-second-factor`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Turn off your own two-step sign-in in your settings: that needs a code.',
    ])
  })
})
