import { describe, expect, it } from 'vitest'
import { noSource } from '../../contract/sources.ts'
import { tablesWith } from '../support/app/canaries.ts'
import { createOffice, instant } from '../support/app/office.ts'
import type { Answer } from '../support/app/real-identity.ts'
import { mailedToken } from '../support/mail/sent-account-mail.ts'

describe('an account in the console', () => {
  it('shows who it is, its rights, and nothing secret', async () => {
    const { signUp, get } = await createOffice()
    const ruth = await signUp('Ruth')
    expect(await get(`users/${ruth.id}`)).toEqual({
      id: ruth.id,
      firstName: 'Ruth',
      lastName: 'Moab',
      email: 'ruth@example.org',
      ...{ firstSource: noSource, actSource: noSource, viewId: null, wording: null },
      isActive: true,
      isAdmin: false,
      roles: [],
      isBanned: false,
      banReason: null,
      bannedUntil: null,
      isEmailVerified: false,
      createdAt: instant,
      lastActiveAt: instant,
      isErased: false,
      mailSuppression: null,
      revision: 0,
    })
  })

  it.each([
    ['GET', ''],
    ['GET', '/bans'],
    ['GET', '/sessions'],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/ban'],
    ['DELETE', '/sessions'],
    ['DELETE', '/sessions/6f1e2c34-0000-4000-8000-000000000001'],
    ['POST', '/reset-second-factor'],
  ] as const)('%s users/:id%s: 404 for an unknown user, 400 for an invalid number', async (method, path) => {
    const { as, admin } = await createOffice()
    const body = method === 'PUT' ? {} : path === '/ban' ? { banned: true } : undefined
    const unknown = await as(admin, method, `users/999${path}`, body)
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'User not found.'])
    for (const id of ['0', '-1', '2147483648', 'me'])
      expect((await as(admin, method, `users/${id}${path}`, body)).statusCode).toBe(400)
  })
})

describe('editing a user', () => {
  it('changes what is sent, as one fact each, and answers with the row', async () => {
    const { signUp, put, typesOf, get } = await createOffice()
    const { id } = await signUp('Ruth')
    const answer = await put(id, { firstName: 'Anna', lastName: ' ', isActive: false, isEmailVerified: true })
    expect(answer.statusCode).toBe(200)
    const row = { firstName: 'Anna', lastName: null, isActive: false, isEmailVerified: true, revision: 3 }
    expect(answer.json()).toMatchObject(row)
    expect(await get(`users/${id}`)).toEqual(answer.json())
    expect(await typesOf(id)).toEqual(['UserRegistered', 'ProfileUpdated', 'UserEmailVouched', 'UserDeactivated'])
  })

  it('changes nothing the second time', async () => {
    const { signUp, put, prove, typesOf } = await createOffice()
    const { id } = await signUp('Ruth')
    await prove(id)
    const fields = { firstName: 'Anna', isEmailVerified: true, isAdmin: true, isBanned: false }
    await put(id, fields)
    expect((await put(id, fields)).statusCode).toBe(200)
    expect(await typesOf(id)).toEqual(['UserRegistered', 'UserEmailVerified', 'ProfileUpdated', 'AdminGranted'])
  })

  it.each([
    [{ phone: '1' }],
    [{ firstName: 'x'.repeat(101) }],
    [{ lastName: 7 }],
    [{ email: 'no address' }],
    [{ email: '' }],
    [{ email: null }],
    [{ isAdmin: 'true' }],
    [{ isBanned: null }],
  ])('rejects %j', async (fields) => {
    const { signUp, put, typesOf } = await createOffice()
    const { id } = await signUp('Ruth')
    expect((await put(id, fields)).statusCode).toBe(400)
    expect(await typesOf(id)).toEqual(['UserRegistered'])
  })

  it('accepts names of 100 characters', async () => {
    const { signUp, put } = await createOffice()
    const { id } = await signUp('Ruth')
    expect((await put(id, { firstName: 'x'.repeat(100) })).json().firstName).toHaveLength(100)
  })

  it('all or nothing: a forbidden step stops the others', async () => {
    const { signUp, put, typesOf, login } = await createOffice()
    const { id, email } = await signUp('Ruth')
    const answer = await put(id, { firstName: 'Anna', email: 'anna@example.org', isBanned: true, isAdmin: true })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'A banned person cannot become an administrator. Lift the ban first.',
    ])
    expect(await typesOf(id)).toEqual(['UserRegistered'])
    expect((await login(email)).statusCode).toBe(200)
    // The address of the rejected edit is still free.
    expect((await signUp('Anna')).id).not.toBe(id)
  })

  it('tells the second of two admins what changed, and overwrites nothing', async () => {
    const { signUp, put } = await createOffice()
    const { id } = await signUp('Ruth')
    expect((await put(id, { firstName: 'Anna', isActive: false }, { 'if-match': '"0"' })).statusCode).toBe(200)
    const answer = await put(id, { lastName: 'Gray' }, { 'if-match': '"0"' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      message:
        'Someone else changed the first name and whether it is active while you were editing. Compare, then save again.',
      changed: ['firstName', 'isActive'],
      current: expect.objectContaining({ id, firstName: 'Anna', lastName: 'Moab', isActive: false, revision: 2 }),
    })
    expect((await put(id, { lastName: 'Gray' }, { 'if-match': '"2"' })).json()).toMatchObject({ lastName: 'Gray' })
    expect((await put(id, { lastName: 'Green' })).json()).toMatchObject({ lastName: 'Green' })
  })

  it('ignores changes in between that the form does not show', async () => {
    const { signUp, put, app } = await createOffice()
    const { id, cookie } = await signUp('Ruth')
    const headers = { 'sec-fetch-site': 'same-origin', cookie }
    await app.inject({ method: 'PUT', url: '/api/profile', payload: { city: 'Muncie' }, headers })
    expect((await put(id, { firstName: 'Anna' }, { 'if-match': '"0"' })).statusCode).toBe(200)
  })
})

describe('a new address from an admin', () => {
  it('moves the account, unverified; both sign-in and mail follow', async () => {
    const { signUp, put, login, isSignedIn, sent, subjects } = await createOffice()
    const ruth = await signUp('Ruth')
    await put(ruth.id, { isEmailVerified: true })
    const answer = await put(ruth.id, { email: 'gray@example.org' })
    expect(answer.json()).toMatchObject({ email: 'gray@example.org', isEmailVerified: false })
    expect(await isSignedIn(ruth)).toBe(false)
    expect((await login(ruth.email)).statusCode).toBe(401)
    const signedIn = await login('GRAY@example.org')
    expect(signedIn.json().user).toMatchObject({ id: ruth.id, isEmailVerified: false })
    expect(await subjects.find(ruth.email)).toBeNull()
    expect(sent.at(-1)).toMatchObject({ to: ruth.email })
  })

  it('is verified when the switch says so', async () => {
    const { signUp, put } = await createOffice()
    const { id } = await signUp('Ruth')
    const answer = await put(id, { email: 'gray@example.org', isEmailVerified: true })
    expect(answer.json()).toMatchObject({ email: 'gray@example.org', isEmailVerified: true })
  })

  it('cannot be that of another account, and a free one can be taken again', async () => {
    const { signUp, put } = await createOffice()
    const [ruth, anna] = [await signUp('Ruth'), await signUp('Anna')]
    const taken = await put(ruth.id, { email: 'ANNA@example.org' })
    expect([taken.statusCode, taken.json().message]).toEqual([409, 'This address already belongs to another account.'])
    await put(anna.id, { email: 'other@example.org' })
    expect((await put(ruth.id, { email: anna.email })).json().email).toBe(anna.email)
  })

  it('is ignored when only the case differs', async () => {
    const { signUp, put, typesOf, isSignedIn } = await createOffice()
    const ruth = await signUp('Ruth')
    expect((await put(ruth.id, { email: 'RUTH@example.org' })).statusCode).toBe(200)
    expect(await typesOf(ruth.id)).toEqual(['UserRegistered'])
    expect(await isSignedIn(ruth)).toBe(true)
  })

  it('is not for oneself: that takes a click in the new inbox', async () => {
    const { admin, put } = await createOffice()
    const answer = await put(admin.id, { email: 'new@example.org' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Change your own email address in your profile: it has to be confirmed.',
    ])
  })

  it('that was marked as not verified is verified by the next magic link', async () => {
    const { signUp, put, prove, accounts } = await createOffice()
    const { id } = await signUp('Ruth')
    await prove(id)
    expect((await put(id, { isEmailVerified: false })).json().isEmailVerified).toBe(false)
    expect(await accounts.byId(id)).toMatchObject({ isEmailVerified: false })
  })
})

describe('an address that only an admin says is theirs', () => {
  const isRefused = {
    statusCode: 409,
    message: 'This person has not proved their email address yet. Ask them to sign in with an emailed link first.',
  }
  const rejection = (answer: Answer) => ({ statusCode: answer.statusCode, message: answer.json().message })

  it.each<[string, { email?: string }]>([
    ['the one they typed', {}],
    ['a new one', { email: 'gray@example.org' }],
  ])('is shown as verified, and makes no admin of the person who registered: %s', async (_, address) => {
    const { signUp, put, status } = await createOffice()
    const squatter = await signUp('Ruth')
    const asAdmin = await put(squatter.id, { ...address, isEmailVerified: true, isAdmin: true })
    expect(rejection(asAdmin)).toEqual(isRefused)
    expect((await put(squatter.id, { ...address, isEmailVerified: true })).json().isEmailVerified).toBe(true)
    expect(rejection(await put(squatter.id, { isAdmin: true }))).toEqual(isRefused)
    // A new address ended their sessions.
    const { user } = (await status(squatter.cookie)).json()
    expect(user?.isEmailVerified).toBe(address.email === undefined ? false : undefined)
  })

  it('shows the squatter nothing that its reader sends, and no place at an event', async () => {
    const { app, signUp, put } = await createOffice()
    const squatter = await signUp('Ruth')
    await put(squatter.id, { isEmailVerified: true })
    const prayer = { firstName: 'Ruth', email: squatter.email, prayer: 'For my mother, who is ill.' }
    expect((await app.inject({ method: 'POST', url: '/api/prayers', payload: prayer })).statusCode).toBe(201)
    const headers = { cookie: squatter.cookie }
    expect((await app.inject({ url: '/api/profile/submissions', headers })).json()).toEqual([])
    expect((await app.inject({ url: '/api/profile/export', headers })).body).not.toContain('my mother')
  })

  it('leaves the squatter nothing once its reader proves it, a second factor included', async () => {
    const { signUp, put, post, login, sent, accounts, database, isSignedIn } = await createOffice()
    const squatter = await signUp('Ruth')
    await put(squatter.id, { isEmailVerified: true })
    await database.pool.query('UPDATE app.accounts SET has_second_factor = true WHERE user_id = $1', [squatter.id])
    await database.pool.query(`INSERT INTO app.identities VALUES ('google', 'squatter at Google', $1)`, [squatter.id])
    await post('magic-link/send', { email: squatter.email })
    const opened = await post('magic-link/verify', { token: mailedToken(sent, squatter.email) })
    expect(opened.json()).toMatchObject({
      user: { id: squatter.id, isEmailVerified: true },
      isPasswordRemoved: true,
    })
    expect([await isSignedIn(squatter), (await login(squatter.email)).statusCode]).toEqual([false, 401])
    expect(await accounts.byId(squatter.id)).toMatchObject({ passwordHash: null, hasSecondFactor: false })
    const { rows } = await database.pool.query('SELECT FROM app.identities WHERE user_id = $1', [squatter.id])
    expect(rows).toEqual([])
    expect((await put(squatter.id, { isAdmin: true })).json()).toMatchObject({ isAdmin: true })
  })
})

describe('a right', () => {
  it('that is granted or revoked ends every session, and counts at the next request', async () => {
    const { signUp, put, prove, isSignedIn, login, as, get } = await createOffice()
    const ruth = await signUp('Ruth')
    await prove(ruth.id)
    await put(ruth.id, { isAdmin: true })
    expect(await isSignedIn(ruth)).toBe(false)
    const cookie = (await login(ruth.email)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await as({ cookie }, 'GET', `users/${ruth.id}`)).statusCode).toBe(200)
    expect((await put(ruth.id, { isAdmin: false })).json().isAdmin).toBe(false)
    expect((await as({ cookie }, 'GET', `users/${ruth.id}`)).statusCode).toBe(401)
    expect((await get('actions')).actions.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['Grant admin', 'Revoke admin']),
    )
  })

  it('to sign in ends with a deactivation', async () => {
    const { signUp, put, isSignedIn, login } = await createOffice()
    const ruth = await signUp('Ruth')
    await put(ruth.id, { isActive: false })
    expect(await isSignedIn(ruth)).toBe(false)
    expect((await login(ruth.email)).statusCode).toBe(403)
    await put(ruth.id, { isActive: true })
    expect((await login(ruth.email)).statusCode).toBe(200)
  })

  it.each([
    ['demote', { isAdmin: false }, 'You cannot remove your own admin rights. Ask another administrator to do it.'],
    ['ban', { isBanned: true }, 'You cannot ban yourself.'],
    ['deactivate', { isActive: false }, 'You cannot deactivate your own account. Ask another administrator to do it.'],
  ])('is rejected for %s on oneself', async (_what, fields, message) => {
    const { put, admin, isSignedIn } = await createOffice()
    const answer = await put(admin.id, fields)
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await isSignedIn(admin)).toBe(true)
  })

  it.each([
    ['banned', { isBanned: true }],
    ['deactivated', { isActive: false }],
  ])('of an admin has to be removed before they are %s', async (what, fields) => {
    const { put, signUpAdmin, isSignedIn } = await createOffice()
    const boaz = await signUpAdmin('Boaz')
    const answer = await put(boaz.id, fields)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `An administrator cannot be ${what}. Remove their admin rights first.`,
    ])
    expect(await isSignedIn(boaz)).toBe(true)
    expect((await put(boaz.id, { ...fields, isAdmin: false })).statusCode).toBe(200)
  })

  it('stays with exactly one of the last two admins who demote each other at the same moment', async () => {
    const { as, admin, signUpAdmin, accounts } = await createOffice()
    const boaz = await signUpAdmin('Boaz')
    const answers = await Promise.all([
      as(admin, 'PUT', `users/${boaz.id}`, { isAdmin: false }),
      as(boaz, 'PUT', `users/${admin.id}`, { isAdmin: false }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await accounts.admins()).filter(({ isActive, isBanned }) => isActive && !isBanned)).toHaveLength(1)
  })
})

describe('deleting a user', () => {
  it('erases the person under every address they had; their account is gone at once', async () => {
    const { signUp, put, ban, remove, get, isSignedIn, login, subjects, database, eventTypes } = await createOffice()
    const ruth = await signUp('Canary')
    await put(ruth.id, { email: 'canary-2@example.org' })
    await ban(ruth.id, { banned: true, reason: 'Canary-reason' })
    await ban(ruth.id, { banned: false })
    await put(ruth.id, { email: 'canary-3@example.org' })
    await ban(ruth.id, { banned: true, reason: 'Canary-reason' })
    expect(await tablesWith(database.pool, 'canary')).not.toEqual([])
    expect((await remove(`${ruth.id}`)).statusCode).toBe(204)
    expect(await isSignedIn(ruth)).toBe(false)
    expect(await get(`users/${ruth.id}`)).toMatchObject({
      firstName: 'Erased',
      email: 'erased@erased.invalid',
      isActive: false,
      isErased: true,
    })
    for (const email of [ruth.email, 'canary-2@example.org', 'canary-3@example.org']) {
      expect(await subjects.find(email)).toBeNull()
      expect((await login(email)).statusCode).toBe(401)
    }
    expect((await eventTypes()).filter((type) => type === 'SubjectErased')).toHaveLength(3)
    expect(await tablesWith(database.pool, 'canary')).toEqual([])
  })

  it('deleting twice is idempotent; other commands are rejected', async () => {
    const { signUp, remove, put, ban, typesOf, eventTypes } = await createOffice()
    const { id } = await signUp('Ruth')
    await remove(`${id}`)
    expect((await remove(`${id}`)).statusCode).toBe(204)
    expect(await typesOf(id)).toEqual(['UserRegistered', 'UserDeleted'])
    expect((await eventTypes()).filter((type) => type === 'SubjectErased')).toHaveLength(1)
    for (const answer of [await put(id, { firstName: 'x' }), await ban(id, { banned: true })])
      expect(answer.statusCode).toBe(409)
  })

  it('is in the log of actions, as is the erasure that follows', async () => {
    const { signUp, remove, get } = await createOffice()
    const { id } = await signUp('Ruth')
    await remove(`${id}`)
    expect((await get('actions')).actions.slice(0, 2)).toMatchObject([
      { action: 'Erase subject', actor: { kind: 'server' }, details: { event: 'SubjectErased' } },
      { action: 'Delete user', details: { userId: id }, targetUser: { firstName: 'Erased' } },
    ])
  })

  it('is rejected for oneself and for admins', async () => {
    const { admin, signUpAdmin, remove } = await createOffice()
    const boaz = await signUpAdmin('Boaz')
    expect((await remove(`${admin.id}`)).json().message).toMatch(/^You cannot delete your own account here\./)
    const answer = await remove(`${boaz.id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'An administrator cannot be deleted. Remove their admin rights first.',
    ])
  })
})
