import { describe, expect, it } from 'vitest'
import { maxStaffSets } from '../../records/staff-sets.ts'
import { createOffice } from '../support/app/office.ts'

const reason = 'The prayer desk reads news too.'
const desk = { name: 'Prayer desk', rights: ['console', 'prayers'] }

type Set = { id: number; key: string; name: string; rights: string[]; holders: number; revision: number }

/** An office with Ruth, who proved her address, and ways to make, change and give roles of its own. */
async function withSets() {
  const office = await createOffice()
  const { as, admin, login } = office
  const ruth = await office.signUp('Ruth')
  await office.prove(ruth.id)
  const define = (said: object = {}, by = admin) => as(by, 'POST', 'staff-sets', { ...desk, ...said })
  const made = async (said: object = {}): Promise<Set> => {
    const answer = await define(said)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }
  const change = ({ id, holders: _count, key: _key, ...set }: Set, said: object = {}, by = admin) =>
    as(by, 'PUT', `staff-sets/${id}`, { ...set, ...said })
  const remove = (id: number, by = admin) => as(by, 'POST', `staff-sets/${id}/remove`, { reason })
  const grant = (role: string, body: object = {}, id = ruth.id) =>
    as(admin, 'POST', `users/${id}/roles`, { role, ...body })
  const signIn = async () => {
    const [cookie] = (await login(ruth.email)).cookies.filter(({ name }) => name.endsWith('session'))
    return { cookie: `${cookie?.name}=${cookie?.value}` }
  }
  const sets = (): Promise<Set[]> => office.get('staff-sets')
  return { ...office, ruth, define, made, change, remove, grant, signIn, sets }
}

describe('a role of the campaign’s own', () => {
  it('opens what it holds from the next request on, and nothing else', async () => {
    const { as, ruth, made, grant, signIn, status, sets } = await withSets()
    const set = await made()
    expect(set).toEqual({ id: 1, key: 'set-1', ...desk, holders: 0, revision: 1 })
    const granted = await grant(set.key, { lastDay: '2099-11-30' })
    const held = { role: 'set-1', name: 'Prayer desk', eventId: null, eventTitle: null }
    expect(granted.json()).toEqual({ roles: [{ ...held, until: '2099-12-01T05:00:00.000Z' }], obstacle: null })
    const session = await signIn()
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(200)
    for (const url of ['news', 'users', 'staff-sets', 'api-keys', 'exports/people', `users/${ruth.id}/roles`])
      expect((await as(session, 'GET', url)).statusCode).toBe(403)
    expect((await status(session.cookie)).json().rights.toSorted()).toEqual(desk.rights)
    expect(await sets()).toEqual([{ ...set, holders: 1 }])
  })

  it('changes for its people from their next request on', async () => {
    const { as, made, change, grant, signIn } = await withSets()
    const set = await made()
    await grant(set.key)
    const session = await signIn()
    const wider = await change(set, { rights: ['console', 'prayers', 'news'], reason })
    expect(wider.json()).toMatchObject({ rights: ['console', 'prayers', 'news'], revision: 2 })
    expect((await as(session, 'GET', 'news')).statusCode).toBe(200)
    await change(wider.json(), { rights: ['console', 'news'] })
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
    expect((await as(session, 'GET', 'news')).statusCode).toBe(200)
  })

  it('gives nothing once it is removed, and can no longer be given', async () => {
    const { as, get, made, remove, grant, signIn, sets, status, ruth } = await withSets()
    const set = await made()
    await grant(set.key)
    const session = await signIn()
    expect((await remove(set.id)).statusCode).toBe(204)
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
    expect((await status(session.cookie)).json()).not.toHaveProperty('rights')
    expect(await sets()).toEqual([])
    expect((await get(`users/${ruth.id}/roles`)).roles).toEqual([])
    expect((await get('users?filter=role:user')).total).toBe(1)
    const again = await grant(set.key)
    expect([again.statusCode, again.json().message]).toEqual([409, 'This role was removed. Choose another one.'])
    expect((await remove(set.id)).statusCode).toBe(204)
    // Its key is never that of another role.
    expect((await made()).key).toBe('set-2')
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
  })

  it('for one event gives what can be held for one', async () => {
    const { as, admin, made, change, remove, grant, signIn, status } = await withSets()
    const event = { title: 'Rally', description: 'Come', eventDate: '2099-05-09', location: 'Lafayette' }
    const [one, two] = await Promise.all([1, 2].map(async () => (await as(admin, 'POST', 'events', event)).json().id))
    const set = await made()
    const refused = await grant(set.key, { eventId: one })
    expect(refused.json().message).toBe('This role cannot be held for one event.')
    await change(set, { rights: ['console', 'events', 'guests'] })
    expect((await grant(set.key, { eventId: one })).statusCode).toBe(200)
    const session = await signIn()
    const reach = async (url: string) => (await as(session, 'GET', url)).statusCode
    const reached = await Promise.all([`events/${one}/rsvps`, `events/${two}/rsvps`, 'events'].map(reach))
    expect(reached).toEqual([200, 403, 403])
    expect((await status(session.cookie)).json().events).toEqual([{ id: one, title: 'Rally' }])
    await remove(set.id)
    expect((await status(session.cookie)).json()).not.toHaveProperty('events')
    expect(await reach(`events/${one}/rsvps`)).toBe(403)
  })

  it.each([
    [{ rights: [] }, 400],
    [{ rights: ['console'] }, 400],
    [{ rights: ['prayers'] }, 400],
    [{ rights: ['console', 'send'] }, 400],
    [{ rights: ['console', 'grants'] }, 400],
    [{ rights: ['console', 'accounts'] }, 400],
    [{ rights: ['console', 'erase'] }, 400],
    [{ rights: ['console', 'constructor'] }, 400],
    [{ rights: 'prayers' }, 400],
    [{ name: ' ' }, 400],
    [{ name: 'a'.repeat(61) }, 400],
    [{ name: 'moderator' }, 409],
    [{ reason: 'a'.repeat(501) }, 400],
    [{ key: 'set-9' }, 400],
  ])('is refused as %j', async (said, status) => {
    const { define, sets, log } = await withSets()
    const answer = await define(said)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(await sets()).toEqual([])
    expect(await log.readStream('staff-sets')).toEqual([])
  })

  it('says which rights are missing', async () => {
    const { define } = await withSets()
    const messageOf = async (...rights: string[]) => (await define({ rights })).json().message
    expect(await messageOf('console', 'send')).toBe('The right “send” also needs “drafts”.')
    expect(await messageOf('console', 'export')).toMatch(/^The right “export” also needs one of “people”, “volunteers”/)
    expect(await messageOf('console')).toBe('Choose at least one right beside “console”.')
  })

  it('is made, changed and removed by admins alone, also not by a person who holds it', async () => {
    const { as, made, change, remove, define, grant, signIn, ruth } = await withSets()
    const set = await made({ rights: ['console', 'people'] })
    await grant(set.key)
    const session = { ...ruth, ...(await signIn()) }
    expect((await define({ name: 'More' }, session)).statusCode).toBe(403)
    expect((await change(set, { rights: ['console', 'people', 'export'] }, session)).statusCode).toBe(403)
    expect((await remove(set.id, session)).statusCode).toBe(403)
    // Readers of the users see the names of roles in that list.
    expect((await as(session, 'GET', 'staff-sets')).json()).toMatchObject([{ name: desk.name }])
  })

  it('has a max', async () => {
    const { made, define } = await withSets()
    for (let nth = 1; nth <= maxStaffSets; nth++) await made({ name: `Desk ${nth}` })
    expect((await define()).json().message).toMatch(/^There are 20 roles of your own already/)
  })
})

describe('at the same moment', () => {
  it('two admins make one role of one name', async () => {
    const { define, signUpAdmin, sets } = await withSets()
    const other = await signUpAdmin('Boaz')
    const answers = await Promise.all([define(), define({ name: 'PRAYER DESK' }, other)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(await sets()).toHaveLength(1)
  })

  it('a role is removed and given: its holder has nothing by it', async () => {
    const { as, made, remove, grant, signIn, log } = await withSets()
    const set = await made()
    const [removed, given] = await Promise.all([remove(set.id), grant(set.key)])
    expect([removed.statusCode, [200, 409].includes(given.statusCode)]).toEqual([204, true])
    const session = await signIn()
    expect((await as(session, 'GET', 'prayers')).statusCode).toBe(403)
    const types = (await log.readStream('staff-sets')).map(({ type }) => type)
    expect(types).toEqual(['StaffSetDefined', 'StaffSetRemoved'])
  })

  it('two admins change one role: the second is told', async () => {
    const { made, change, signUpAdmin, sets } = await withSets()
    const set = await made()
    const other = await signUpAdmin('Boaz')
    const answers = await Promise.all([
      change(set, { rights: ['console', 'news'] }),
      change(set, { rights: ['console', 'forum'] }, other),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await sets()).toMatchObject([{ revision: 2 }])
  })

  it('a repeat under the same key makes one role', async () => {
    const { as, admin, sets } = await withSets()
    const repeat = () => as(admin, 'POST', 'staff-sets', desk, { 'idempotency-key': 'one-role' })
    expect((await repeat()).json()).toEqual((await repeat()).json())
    expect(await sets()).toHaveLength(1)
  })
})

describe('the records', () => {
  it('list what was made, changed and removed, before and after', async () => {
    const { get, made, change, remove, allProjected } = await withSets()
    const set = await made()
    await change(set, { rights: ['console', 'prayers', 'news'], reason })
    await remove(set.id)
    await allProjected()
    const { actions }: { actions: { action: string; rights: string[]; before: object; after: object }[] } = await get(
      'actions?filter=topic:staff-sets',
    )
    expect(actions).toMatchObject([
      { action: 'Remove role of our own', rights: ['grants'], after: { rights: [], deleted: true } },
      {
        action: 'Change role of our own',
        before: { rights: ['console', 'prayers'] },
        after: { rights: ['console', 'prayers', 'news'], reason },
      },
      { action: 'Make role of our own', after: { name: 'Prayer desk', rights: ['console', 'prayers'] } },
    ])
  })

  it('name the role in the history of a person, in the list and in its filter', async () => {
    const { get, made, grant, ruth, allProjected } = await withSets()
    const set = await made()
    await grant(set.key)
    await allProjected()
    const named = { role: 'set-1', name: 'Prayer desk' }
    expect((await get(`history/users/${ruth.id}`)).at(-1).state.roles).toMatchObject([named])
    const { users } = await get('users?filter=role:set-1')
    expect(users).toMatchObject([{ firstName: 'Ruth', roles: [named] }])
    expect((await get('users?filter=role:set-2')).total).toBe(0)
    const { actions } = await get('actions')
    expect(actions.find(({ action }: { action: string }) => action === 'Grant role').after.roles).toMatchObject([named])
  })

  it('show the roles of a past moment', async () => {
    const { as, admin, made, remove, grant, log } = await withSets()
    const set = await made()
    await grant(set.key)
    const position = await log.head()
    await remove(set.id)
    const ready = async () => (await as(admin, 'GET', `as-of?position=${position}`)).json().status
    await expect.poll(ready).toBe('ready')
    const then = { 'as-of': `${position}` }
    expect((await as(admin, 'GET', 'staff-sets', undefined, then)).json()).toMatchObject([{ name: desk.name }])
    const past = await as(admin, 'GET', 'users?filter=role:set-1', undefined, then)
    expect(past.json().users).toMatchObject([{ firstName: 'Ruth' }])
  })
})
