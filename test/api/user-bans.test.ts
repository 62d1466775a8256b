import { describe, expect, it } from 'vitest'
import { createOffice, instant } from '../support/app/office.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('a ban', () => {
  it('counts at the next request, and shows its reason and end only after the right password', async () => {
    const { signUp, ban, isSignedIn, post } = await createOffice()
    const ruth = await signUp('Ruth')
    const until = '2099-11-30T22:00:00.000Z'
    const answer = await ban(ruth.id, {
      banned: true,
      reason: ' Insults in the forum ',
      until: '2099-11-30T17:00:00-05:00',
    })
    expect(answer.json()).toMatchObject({ isBanned: true, banReason: 'Insults in the forum', bannedUntil: until })
    expect(await isSignedIn(ruth)).toBe(false)

    const right = await post('login', { email: ruth.email, password: 'a long engine no. 9' })
    expect([right.statusCode, right.json().message]).toEqual([
      403,
      expect.stringMatching(
        /^This account is banned until Nov 30, 2099, 5:00.PM\. Reason: Insults in the forum\. Contact us if that is a mistake\.$/,
      ),
    ])
    const wrong = await post('login', { email: ruth.email, password: 'a long engine no. 8' })
    const unknown = await post('login', { email: 'nobody@example.org', password: 'a long engine no. 8' })
    expect([wrong.statusCode, wrong.json()]).toEqual([401, unknown.json()])
  })

  it('is lifted, and old sessions stay ended', async () => {
    const { signUp, ban, isSignedIn, login, typesOf } = await createOffice()
    const ruth = await signUp('Ruth')
    for (const _twice of [1, 2]) expect((await ban(ruth.id, { banned: true })).statusCode).toBe(200)
    for (const _twice of [1, 2])
      expect((await ban(ruth.id, { banned: false })).json()).toMatchObject({ isBanned: false, banReason: null })
    expect(await isSignedIn(ruth)).toBe(false)
    expect((await login(ruth.email)).statusCode).toBe(200)
    expect(await typesOf(ruth.id)).toEqual(['UserRegistered', 'UserBanned', 'UserUnbanned'])
  })

  it('ends by itself at its end, before any timer runs', async () => {
    const { signUp, ban, login, database, get } = await createOffice()
    const ruth = await signUp('Ruth')
    await ban(ruth.id, { banned: true, until: inAnHour() })
    await database.pool.query("UPDATE app.accounts SET banned_until = now() - interval '1 second' WHERE user_id = $1", [
      ruth.id,
    ])
    await database.pool.query("UPDATE read.users SET banned_until = now() - interval '1 second' WHERE id = $1", [
      ruth.id,
    ])
    expect((await login(ruth.email)).statusCode).toBe(200)
    expect(await get(`users/${ruth.id}`)).toMatchObject({ isBanned: false })
  })

  it('has a reason of up to 500 characters', async () => {
    const { signUp, ban } = await createOffice()
    const { id } = await signUp('Ruth')
    expect((await ban(id, { banned: true, reason: '😀'.repeat(501) })).json().errors).toEqual([
      { path: 'reason', message: 'Use at most 500 characters.' },
    ])
    expect((await ban(id, { banned: true, reason: '😀'.repeat(500) })).statusCode).toBe(200)
  })

  it.each([
    [{ banned: true, until: '2020-01-01T00:00:00Z' }, 'The end of a ban must be in the future.'],
    [{ banned: true, until: 'tomorrow' }, 'Use a date and time like 2026-11-30T17:00:00Z.'],
    [{ banned: true, until: '2026-02-30T00:00:00Z' }, 'Use a date and time like 2026-11-30T17:00:00Z.'],
    [{ banned: true, until: '0000-01-01T00:00:00Z' }, 'Use a time from 1900 to 2199.'],
    [{ banned: true, until: '2200-01-01T00:00:00Z' }, 'Use a time from 1900 to 2199.'],
    [{ banned: true, until: 4_000_000_000 }, 'Use a date and time like 2026-11-30T17:00:00Z.'],
    [{ banned: 'yes' }, 'This must be true or false.'],
    [{}, 'This field is required.'],
    [{ banned: false, reason: 'Sorry' }, 'Only a ban has a reason and an end.'],
    [{ banned: true, forever: true }, 'is not a known field'],
  ])('rejects %j', async (body, message) => {
    const { signUp, ban, typesOf } = await createOffice()
    const { id } = await signUp('Ruth')
    const answer = await ban(id, body)
    expect(answer.statusCode).toBe(400)
    if (!message.startsWith('is not')) expect(JSON.stringify(answer.json())).toContain(message)
    expect(await typesOf(id)).toEqual(['UserRegistered'])
  })

  it('has a history: who, when, why, until when, and how it ended', async () => {
    const { signUp, signUpAdmin, ban, as, get, admin } = await createOffice()
    const [ruth, boaz] = [await signUp('Ruth'), await signUpAdmin('Boaz')]
    const until = inAnHour()
    await ban(ruth.id, { banned: true, reason: 'Spam' })
    await as(boaz, 'POST', `users/${ruth.id}/ban`, { banned: true, reason: 'Spam and insults', until })
    await as(boaz, 'POST', `users/${ruth.id}/ban`, { banned: false })
    await ban(ruth.id, { banned: true })
    const [byNaomi, byBoaz] = [admin, boaz].map(({ id }) => expect.objectContaining({ id, lastName: 'Moab' }))
    const common = { bannedAt: instant, until: null, endedAt: null, liftedBy: null }
    expect(await get(`users/${ruth.id}/bans`)).toEqual([
      { ...common, reason: null, bannedBy: byNaomi, status: 'in force' },
      {
        ...common,
        reason: 'Spam and insults',
        bannedBy: byBoaz,
        until,
        status: 'lifted',
        endedAt: instant,
        liftedBy: byBoaz,
      },
      { ...common, reason: 'Spam', bannedBy: byNaomi, status: 'replaced', endedAt: instant },
    ])
    expect(await get(`users/${admin.id}/bans`)).toEqual([])
  })

  it('and its end appear in the history and in the log of actions, with both people', async () => {
    const { signUp, ban, get, put, admin } = await createOffice()
    const ruth = await signUp('Ruth')
    await ban(ruth.id, { banned: true, reason: 'Spam' })
    await put(ruth.id, { isBanned: false, isEmailVerified: true })
    const { actions } = await get('actions')
    const naomi = { firstName: 'Naomi', lastName: 'Moab', email: admin.email }
    const target = { firstName: 'Ruth', lastName: 'Moab', email: ruth.email }
    expect(
      actions.map(({ action, admin, targetUser }: { [field: string]: unknown }) => [action, admin, targetUser]),
    ).toEqual(
      expect.arrayContaining([
        ['Ban user', naomi, target],
        ['Unban user', naomi, target],
        ['Vouch for user email', naomi, target],
      ]),
    )
    const details = actions.map((action: { details: object }) => action.details)
    expect(JSON.stringify(details)).not.toContain('Spam')
    const history = await get(`history/users/${ruth.id}`)
    expect(
      history.map(({ type, state }: { type: string; state: { status: string; reason: unknown } }) => [
        type,
        state.status,
        state.reason,
      ]),
    ).toEqual([
      ['UserRegistered', 'Registered', undefined],
      ['UserBanned', 'Banned', 'Spam'],
      ['UserEmailVouched', 'Banned', 'Spam'],
      ['UserUnbanned', 'Registered', null],
    ])
  })
})
