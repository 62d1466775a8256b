import { describe, expect, it } from 'vitest'
import { staffRoles } from '../../records/staff-rights.ts'
import { createOffice, type Office } from '../support/app/office.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

const reason = 'Runs the tour in May.'
const held = { role: 'moderator', eventId: null, eventTitle: null, until: null }

/** An office with Ruth, who proved her address, and ways to give and take roles. */
async function withRuth(options?: Parameters<typeof createOffice>[0]) {
  const office = await createOffice(options)
  const { as, admin, login } = office
  const signUpProven = async (name: string) => {
    const member = await office.signUp(name)
    await office.prove(member.id)
    return member
  }
  const ruth = await signUpProven('Ruth')
  const grant = (body: object, by = admin, id = ruth.id) =>
    as(by, 'POST', `users/${id}/roles`, { role: 'moderator', reason, ...body })
  const revoke = (body: object = {}, by = admin) =>
    as(by, 'POST', `users/${ruth.id}/roles/revoke`, { role: 'moderator', reason, ...body })
  const signIn = async (email = ruth.email) => {
    const [cookie] = (await login(email)).cookies.filter(({ name }) => name.endsWith('session'))
    return { cookie: `${cookie?.name}=${cookie?.value}` }
  }
  return { ...office, ruth, signUpProven, grant, revoke, signIn }
}

async function end({ database: { pool } }: Office, id: number) {
  await pool.query(
    `UPDATE app.accounts SET roles = (SELECT jsonb_agg(held || '{"until": "2020-01-01T00:00:00.000Z"}')
       FROM jsonb_array_elements(roles) AS held) WHERE user_id = $1`,
    [id],
  )
  await pool.query("UPDATE read.user_roles SET until = '2020-01-01' WHERE user_id = $1", [id])
}

describe('a role', () => {
  it('opens what it allows from the next request on, and nothing else', async () => {
    const { as, admin, ruth, grant, signIn, status } = await withRuth()
    expect((await as(ruth, 'GET', 'prayers')).statusCode).toBe(403)
    const granted = await grant({})
    expect([granted.statusCode, granted.json()]).toEqual([200, { roles: [held], obstacle: null }])
    // Sessions of people who get their first role begin anew, as those of new admins do.
    expect((await as(ruth, 'GET', 'prayers')).statusCode).toBe(401)
    const session = await signIn()
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(200)
    for (const url of ['volunteers', 'users', 'actions', 'dashboard', 'exports/people', `users/${ruth.id}/roles`])
      expect((await as(session, 'GET', url)).statusCode).toBe(403)
    const told = (await status(session.cookie)).json()
    expect([told.user.isAdmin, told.rights.toSorted()]).toEqual([false, staffRoles.moderator.rights.toSorted()])
    expect((await status(admin.cookie)).json()).not.toHaveProperty('rights')
  })

  it('is refused for an event whose number no event can have, and read for no one who was deleted', async () => {
    const { as, admin, ruth, grant } = await withRuth()
    const refused = await grant({ role: 'organizer', eventId: 2_147_483_648 })
    expect([refused.statusCode, refused.json().errors]).toMatchObject([400, [{ path: 'eventId' }]])
    await as(admin, 'DELETE', `users/${ruth.id}`)
    expect((await as(admin, 'GET', `users/${ruth.id}/roles`)).statusCode).toBe(404)
  })

  it('for one event is told to the page with the title of the event', async () => {
    const { as, admin, grant, signIn, status } = await withRuth()
    const { id } = (
      await as(admin, 'POST', 'events', { title: 'Town hall', eventDate: '2026-12-20', capacity: 20 })
    ).json()
    await grant({ role: 'organizer', eventId: id })
    const { cookie } = await signIn()
    const told = (await status(cookie)).json()
    expect([told.rights, told.events]).toEqual([undefined, [{ id, title: 'Town hall' }]])
    // For all events, it is nothing apart.
    await grant({ role: 'organizer' })
    expect((await status(cookie)).json()).not.toHaveProperty('events')
  })

  it('that a second one joins or replaces leaves the session open', async () => {
    const { as, grant, revoke, signIn } = await withRuth()
    await grant({})
    const session = await signIn()
    await grant({ role: 'editor' })
    expect((await as(session, 'GET', 'news')).statusCode).toBe(200)
    expect((await revoke()).json().roles).toEqual([{ ...held, role: 'editor' }])
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
    expect((await as(session, 'GET', 'news')).statusCode).toBe(200)
  })

  it('no longer holds from the next request on once it is taken: not for a page of the past, nor for a repeat', async () => {
    const office = await withRuth()
    const { as, grant, revoke, signIn } = office
    await grant({})
    await grant({ role: 'editor' })
    const session = await signIn()
    const article = { title: 'Roads', content: 'Text' }
    const key = { 'idempotency-key': 'one-article' }
    const first = await as(session, 'POST', 'news', article, key)
    expect(first.statusCode).toBe(201)
    expect((await as(session, 'POST', 'news', article, key)).json()).toEqual(first.json())
    await revoke({ role: 'editor' })
    expect((await as(session, 'POST', 'news', article, key)).statusCode).toBe(403)
    expect((await as(session, 'GET', 'news', undefined, { 'as-of': '1' })).statusCode).toBe(403)
    expect((await as(session, 'GET', `history/news/${first.json().id}`)).statusCode).toBe(403)
  })

  it('ends by itself after its last day, by the clock of the database', async () => {
    const office = await withRuth()
    const { as, ruth, get, grant, signIn } = office
    const granted = await grant({ lastDay: '2099-11-30' })
    // Midnight in Indianapolis.
    expect(granted.json().roles).toEqual([{ ...held, until: '2099-12-01T05:00:00.000Z' }])
    const session = await signIn()
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(200)
    await end(office, ruth.id)
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
    expect((await get(`users/${ruth.id}/roles`)).roles).toEqual([])
  })

  it('for one event opens its guests alone', async () => {
    const { as, admin, grant, signIn, ruth, get } = await withRuth()
    const event = { title: 'Rally', description: 'Come', eventDate: '2099-05-09', location: 'Lafayette' }
    const [one, two] = await Promise.all([1, 2].map(async () => (await as(admin, 'POST', 'events', event)).json().id))
    expect((await grant({ role: 'organizer', eventId: 999 })).json().message).toBe('Event not found.')
    expect((await grant({ role: 'organizer', eventId: one })).statusCode).toBe(200)
    const session = await signIn()
    const reach = async (url: string) => (await as(session, 'GET', url)).statusCode
    expect(await Promise.all([`events/${one}/rsvps`, `events/${two}/rsvps`, 'events', 'users'].map(reach))).toEqual([
      200, 403, 403, 403,
    ])
    expect((await get(`users/${ruth.id}/roles`)).roles).toEqual([
      { role: 'organizer', eventId: one, eventTitle: 'Rally', until: null },
    ])
  })

  it('is given by no one without the right, and by no one to themselves', async () => {
    const { as, admin, ruth, grant, signIn, signUpProven } = await withRuth()
    await grant({ role: 'organizer' })
    const session = await signIn()
    const dinah = await signUpProven('Dinah')
    expect((await as(session, 'POST', `users/${dinah.id}/roles`, { role: 'editor', reason })).statusCode).toBe(403)
    expect((await as(session, 'POST', `users/${ruth.id}/roles`, { role: 'editor', reason })).statusCode).toBe(403)
    expect((await as(session, 'PUT', `users/${ruth.id}`, { isAdmin: true })).statusCode).toBe(403)
    expect((await as(session, 'POST', 'invitations', { email: 'new@example.org' })).statusCode).toBe(403)
    expect((await grant({}, admin, admin.id)).json().message).toMatch(/^You cannot give yourself a role\./)
  })

  it.each([
    [{ role: 'admin' }, 'role'],
    [{ role: 'caller' }, 'role'],
    [{ role: 'constructor' }, 'role'],
    [{ lastDay: '2099-02-30' }, 'lastDay'],
    [{ eventId: 0 }, 'eventId'],
    [{ reason: 'a'.repeat(501) }, 'reason'],
    [{ rights: ['grants'] }, 'rights'],
  ])('is refused as %j', async (body, path) => {
    const { grant, typesOf, ruth } = await withRuth()
    const answer = await grant(body)
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, path])
    expect(await typesOf(ruth.id)).not.toContain('StaffRoleGranted')
  })

  it('is refused with a last day that has passed, and to people who may not have one', async () => {
    const { grant, ban, ruth, signUp, admin } = await withRuth()
    expect((await grant({ lastDay: '2020-01-01' })).json().message).toBe(
      'The last day of a role must be today or later.',
    )
    const dinah = await signUp('Dinah')
    expect((await grant({}, admin, dinah.id)).json().message).toMatch(/has not proved their email address/)
    await ban(ruth.id, { banned: true })
    expect((await grant({})).json().message).toMatch(/^A banned person cannot get a role\./)
    expect((await grant({}, admin, 999)).statusCode).toBe(404)
  })
})

describe('the list of users', () => {
  type Row = { firstName: string; roles: object[] }
  const listed = async ({ get }: Pick<Office, 'get'>, filter: string) => {
    const { users, total }: { users: Row[]; total: number } = await get(`users?filter=role:${filter}`)
    expect(total).toBe(users.length)
    return users.map(({ firstName }) => firstName)
  }

  it('shows what a person holds, and finds them by it until it ends', async () => {
    const office = await withRuth()
    const { get, grant, revoke, ruth } = office
    await grant({ role: 'organizer', lastDay: '2099-11-30' })
    await grant({})
    const { users }: { users: Row[] } = await get('users')
    expect(users.map(({ firstName, roles }) => [firstName, roles])).toEqual([
      ['Ruth', [held, { ...held, role: 'organizer', until: '2099-12-01T05:00:00.000Z' }]],
      ['Naomi', []],
    ])
    expect(await listed(office, 'moderator')).toEqual(['Ruth'])
    expect(await listed(office, 'editor')).toEqual([])
    expect(await listed(office, 'user')).toEqual([])
    expect(await listed(office, 'admin')).toEqual(['Naomi'])
    await revoke()
    expect(await listed(office, 'moderator')).toEqual([])
    expect(await listed(office, 'organizer')).toEqual(['Ruth'])
    await end(office, ruth.id)
    expect(await listed(office, 'user')).toEqual(['Ruth'])
    expect((await get('users?filter=role:caller')).message).toMatch(/Use admin, organizer/)
  })

  it('finds them in a file too, and as of a past moment', async () => {
    const office = await withRuth()
    const { as, admin, grant, revoke } = office
    await grant({})
    const file = await as(admin, 'GET', 'exports/people?format=json&filter=role:moderator')
    expect(JSON.parse(file.body).map(({ firstName }: Row) => firstName)).toEqual(['Ruth'])
    const position = await office.log.head()
    await revoke()
    expect(await listed(office, 'moderator')).toEqual([])
    const then = { 'as-of': `${position}` }
    await expect
      .poll(async () => (await as(admin, 'GET', `as-of?position=${position}`)).json().status, pollTimeout)
      .toBe('ready')
    const past = await as(admin, 'GET', 'users?filter=role:moderator', undefined, then)
    expect(past.json().users).toMatchObject([{ firstName: 'Ruth', roles: [held] }])
  })
})

describe('the answer about a person', () => {
  it('says why they cannot get a role', async () => {
    const { get, ban, put, signUp, admin, ruth } = await withRuth()
    const obstacle = async (id: number) => (await get(`users/${id}/roles`)).obstacle
    expect(await obstacle(ruth.id)).toBeNull()
    expect(await obstacle(admin.id)).toMatch(/^You cannot give yourself a role\./)
    expect(await obstacle((await signUp('Dinah')).id)).toMatch(/has not proved their email address/)
    await put(ruth.id, { isActive: false })
    expect(await obstacle(ruth.id)).toMatch(/^A deactivated account cannot get a role\./)
    await put(ruth.id, { isActive: true })
    await ban(ruth.id, { banned: true })
    expect(await obstacle(ruth.id)).toMatch(/^A banned person cannot get a role\./)
    expect((await get('users/999/roles')).message).toBe('User not found.')
  })

  it('refuses to take a role that ended meanwhile, so that no reason is lost unseen', async () => {
    const { grant, revoke } = await withRuth()
    await grant({})
    await revoke()
    const again = await revoke()
    expect([again.statusCode, again.json().message]).toEqual([409, 'This person no longer holds this role.'])
  })

  it('takes a role without a reason', async () => {
    const { grant, get, ruth } = await withRuth()
    expect((await grant({ reason: ' ' })).statusCode).toBe(200)
    expect((await get(`history/users/${ruth.id}`)).at(-1).changes.reason).toBeNull()
  })
})

describe('who holds a role', () => {
  it('needs the second factor of an admin in production, after one session without', async () => {
    const { as, grant, signIn } = await withRuth({ isProduction: true })
    expect((await grant({})).statusCode).toBe(200)
    expect((await as(await signIn(), 'GET', 'prayers')).statusCode).toBe(200)
    const again = await as(await signIn(), 'GET', 'prayers')
    expect([again.statusCode, again.json().code]).toEqual([403, 'second-factor-needed'])
  })

  it('needs the longer password of an admin', async () => {
    const { as, admin, post, prove } = await withRuth()
    const words = { email: 'dinah@example.org', password: 'engine no. 9' }
    const { user } = (await post('register', { ...words, firstName: 'Dinah', lastName: 'Moab' })).json()
    await prove(user.id)
    expect((await post('login', words)).statusCode).toBe(200)
    await as(admin, 'POST', `users/${user.id}/roles`, { role: 'moderator', reason })
    const answer = await post('login', words)
    expect([answer.statusCode, answer.json().message]).toEqual([403, expect.stringMatching(/15 characters/)])
  })

  it('is signed out after twelve hours without a visit, as an admin is', async () => {
    const { as, grant, signIn, database } = await withRuth()
    await grant({})
    const session = await signIn()
    await database.pool.query("UPDATE app.sessions SET last_seen_at = now() - interval '13 hours'")
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(401)
  })

  it('loses it by a ban, and does not get it back when that is lifted', async () => {
    const { as, ban, ruth, grant, signIn, get } = await withRuth()
    await grant({})
    const session = await signIn()
    await ban(ruth.id, { banned: true })
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(401)
    await ban(ruth.id, { banned: false })
    expect(await get(`users/${ruth.id}/roles`)).toEqual({ roles: [], obstacle: null })
    expect((await as(await signIn(), 'GET', 'prayers')).statusCode).toBe(403)
  })

  it('loses it with the account', async () => {
    const { as, remove, ruth, grant, signIn, get, database } = await withRuth()
    await grant({})
    const session = await signIn()
    expect((await remove(`${ruth.id}`)).statusCode).toBe(204)
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(401)
    expect((await get('users?filter=erased:yes')).users).toMatchObject([{ id: ruth.id, isErased: true, roles: [] }])
    expect((await get('users?filter=erased:yes,role:moderator')).total).toBe(0)
    expect((await database.pool.query('SELECT FROM app.accounts WHERE user_id = $1', [ruth.id])).rowCount).toBe(0)
  })

  it('is named with the reason in the history, and as an action of staff in Actions', async () => {
    const { as, ruth, grant, revoke, signIn, get, typesOf } = await withRuth()
    await grant({})
    const letter = { firstName: 'Ada', prayer: 'For rain', entrySource: 'letter', entryDay: '2026-05-01' }
    expect((await as(await signIn(), 'POST', 'prayers', letter)).statusCode).toBe(201)
    await revoke({ reason: 'The tour is over.' })
    expect(await typesOf(ruth.id)).toEqual([
      'UserRegistered',
      'UserEmailVerified',
      'StaffRoleGranted',
      'StaffRoleRevoked',
    ])
    const history: { type: string; changes: object }[] = await get(`history/users/${ruth.id}`)
    expect(history.slice(-2)).toMatchObject([
      { type: 'StaffRoleGranted', changes: { roles: [{ role: 'moderator', eventId: null, until: null }], reason } },
      { type: 'StaffRoleRevoked', changes: { roles: [], reason: 'The tour is over.' } },
    ])
    const { actions }: { actions: { action: string; actor: object }[] } = await get('actions')
    expect(actions.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ['Revoke role', expect.objectContaining({ kind: 'admin', name: 'Naomi Moab' })],
        ['Enter prayer', expect.objectContaining({ kind: 'admin', id: ruth.id, name: 'Ruth Moab' })],
        ['Grant role', expect.objectContaining({ kind: 'admin', name: 'Naomi Moab' })],
      ]),
    )
  })
})
