import { describe, expect, it } from 'vitest'
import { noSource } from '../../contract/sources.ts'
import { valuesIn } from '../../records/values.ts'
import { volunteer as record } from '../../records/volunteers.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { importFile } from '../support/app/importing.ts'

const admin = { as: 'admin' } as const
const volunteer = {
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  phone: '765 555 0100',
  skills: 'Drives a truck.',
  availability: 'Weekends',
  interests: ['Canvassing', 'Phone Banking'],
}
const { interests: _, ...details } = volunteer

async function apply({ post }: TestApp, words: object = volunteer): Promise<number> {
  const answer = await post('/api/volunteers', words)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const list = async ({ get }: TestApp) => (await get('/api/admin/volunteers', admin)).json()
const count = async ({ get }: TestApp) => (await get('/api/volunteer-count')).json()

describe('applying as a volunteer', () => {
  it('responds with 201 without personal data, and is counted', async () => {
    const app = await createTestApp()
    expect(await count(app)).toEqual({ count: 0 })
    const answer = await app.post('/api/volunteers', volunteer)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ id: 1, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
    expect(await count(app)).toEqual({ count: 1 })
    expect(await list(app)).toEqual([
      {
        ...valuesIn(record, volunteer),
        districtShare: null,
        id: 1,
        userId: null,
        aiSkillMatch: expect.any(Array),
        isDeleted: false,
        isErased: false,
        ...{ firstSource: noSource, actSource: noSource, viewId: null, wording: null },
        revision: 0,
        createdAt: answer.json().createdAt,
      },
    ])
  })

  it('treats optional fields as missing when they are absent, null or blank', async () => {
    const app = await createTestApp()
    const { firstName, lastName, email } = volunteer
    const none = { phone: null, skills: null, availability: null, interests: [] }
    await apply(app, { firstName, lastName, email })
    await apply(app, { ...volunteer, phone: null, skills: null, availability: null, interests: [] })
    await apply(app, { ...volunteer, phone: ' ', skills: '\n\t', availability: '', interests: [] })
    expect(await list(app)).toMatchObject([none, none, none])
  })

  it('trusts the session, not the body, about the applicant', async () => {
    const app = await createTestApp()
    await app.post('/api/volunteers', { ...volunteer, userId: 1 })
    await app.post('/api/volunteers', { ...volunteer, userId: 1 }, { as: 'supporter' })
    await app.post('/api/volunteers', { ...volunteer, userId: null }, { as: 'supporter' })
    expect((await list(app)).map(({ userId }: { userId: number | null }) => userId)).toEqual([2, 2, null])
  })

  it('counts applications: the same person in two tabs, or a year later, counts twice', async () => {
    const app = await createTestApp()
    const answers = await Promise.all([
      app.post('/api/volunteers', volunteer, { key: 'one-tab' }),
      app.post('/api/volunteers', volunteer, { key: 'other-tab' }),
    ])
    expect(new Set(answers.map((answer) => answer.json().id))).toEqual(new Set([1, 2]))
    expect(await count(app)).toEqual({ count: 2 })
  })

  it('repeated with the same key returns the first answer and creates one application', async () => {
    const app = await createTestApp()
    const caller = { key: 'one-and-the-same' }
    const [one, two] = await Promise.all([
      app.post('/api/volunteers', volunteer, caller),
      app.post('/api/volunteers', volunteer, caller),
    ])
    await app.database.knex('app.idempotency_answers').delete()
    const three = await app.post('/api/volunteers', volunteer, caller)
    expect([two.json(), three.json()]).toEqual([one.json(), one.json()])
    expect(await count(app)).toEqual({ count: 1 })
    expect((await app.post('/api/volunteers', { ...volunteer, phone: '1' }, caller)).statusCode).toBe(422)
  })

  it('is limited per address', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    for (let n = 1; n <= 5; n++) await apply(app)
    expect((await app.post('/api/volunteers', volunteer)).statusCode).toBe(429)
  })

  it('accepts every field just under and at its limit in characters, and not one more', async () => {
    const app = await createTestApp()
    for (const [field, limit] of [
      ['firstName', 100],
      ['lastName', 100],
      ['phone', 20],
      ['skills', 5000],
    ] as const) {
      for (const letter of ['x', '🌽', 'ש']) {
        await apply(app, { ...volunteer, [field]: letter.repeat(limit - 1) })
        await apply(app, { ...volunteer, [field]: letter.repeat(limit) })
        expect((await list(app))[0][field]).toBe(letter.repeat(limit))
        const answer = await app.post('/api/volunteers', { ...volunteer, [field]: letter.repeat(limit + 1) })
        expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ path: field }]])
      }
    }
    const longest = `${'r'.repeat(64)}@${'e'.repeat(60)}.${'x'.repeat(60)}.${'y'.repeat(60)}.org`
    await apply(app, { ...volunteer, email: longest })
    expect((await app.post('/api/volunteers', { ...volunteer, email: `r${'y'.repeat(255)}@a.org` })).statusCode).toBe(
      400,
    )
  })

  it.each([
    ['emoji', '👩🏽‍🌾 Ruth'],
    ['right to left', 'רות כהן'],
    ['mixed directions', 'Ruth (روث)'],
    ['signs that mean something elsewhere', `<b>O'Brien</b> & "Sons"; DROP TABLE`],
  ])('keeps a name with %s unchanged', async (_, firstName) => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, firstName })
    expect(await list(app)).toMatchObject([{ firstName }])
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{ ...volunteer, isApproved: true }, 'isApproved'],
      [{ ...volunteer, firstName: ' \u2003\n' }, 'firstName'],
      [{ ...volunteer, firstName: undefined }, 'firstName'],
      [{ ...volunteer, lastName: '' }, 'lastName'],
      [{ ...volunteer, lastName: 'a\u0000' }, 'lastName'],
      [{ ...volunteer, email: ' ' }, 'email'],
      [{ ...volunteer, email: 'ruth' }, 'email'],
      [{ ...volunteer, phone: 7655550100 }, 'phone'],
      [{ ...volunteer, skills: '\ud83c' }, 'skills'],
      [{ ...volunteer, availability: 'Sometimes' }, 'availability'],
      [{ ...volunteer, interests: 'Canvassing' }, 'interests'],
      [{ ...volunteer, interests: ['Canvassing', 'Napping'] }, 'interests.1'],
      [{ ...volunteer, interests: Array.from({ length: 21 }, () => 'Research') }, 'interests'],
      [{ ...volunteer, userId: '2' }, 'userId'],
    ]
    for (const [body, field] of cases) {
      const answer = await app.post('/api/volunteers', body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    expect(await app.events()).toEqual([])
  })

  it('stores a repeated interest once', async () => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, interests: ['Research', 'Canvassing', 'Research'] })
    expect(await list(app)).toMatchObject([{ interests: ['Research', 'Canvassing'] }])
  })
})

describe('the applications', () => {
  it('are for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    await apply(app)
    for (const [caller, status] of [
      [{}, 401],
      [{ as: 'supporter' }, 403],
    ] as const) {
      expect((await app.get('/api/volunteers', caller)).statusCode).toBe(status)
      expect((await app.get('/api/admin/volunteers', caller)).statusCode).toBe(status)
      expect((await app.put('/api/admin/volunteers/1', details, caller)).statusCode).toBe(status)
      expect((await app.remove('/api/admin/volunteers/1', caller)).statusCode).toBe(status)
    }
    expect(await app.events()).toHaveLength(1)
  })

  it('are listed newest first and paged, at both URLs', async () => {
    const app = await createTestApp()
    for (const firstName of ['one', 'two', 'three']) await apply(app, { ...volunteer, firstName })
    expect((await list(app)).map(({ id }: { id: number }) => id)).toEqual([3, 2, 1])
    expect((await app.get('/api/volunteers', admin)).json()).toEqual(await list(app))
    expect((await app.get('/api/volunteers?before=3', admin)).json()).toMatchObject([{ id: 2 }, { id: 1 }])
    expect((await app.get('/api/admin/volunteers?limit=1&page=2', admin)).json()).toMatchObject([{ id: 2 }])
  })

  it('can be corrected, except for the interests', async () => {
    const app = await createTestApp()
    await apply(app)
    const better = { ...details, phone: '765 555 0199', skills: null, availability: 'Evenings' }
    const answer = await app.put('/api/admin/volunteers/1', better, admin)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...volunteer, ...better, id: 1 }])
    expect(await list(app)).toMatchObject([{ ...volunteer, ...better }])
    expect((await app.put('/api/admin/volunteers/1', better, admin)).statusCode).toBe(200)
    expect((await app.events()).map(({ type }) => type)).toEqual(['VolunteerApplied', 'VolunteerCorrected'])
  })

  it('keep what a correction leaves out, and lose what it says is null', async () => {
    const app = await createTestApp()
    await apply(app)
    const { firstName, lastName, email } = details
    const answer = await app.put('/api/admin/volunteers/1', { firstName, lastName, email, phone: null }, admin)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...volunteer, phone: null }])
    await app.put('/api/admin/volunteers/1', { firstName, lastName, email }, admin)
    expect(await list(app)).toMatchObject([{ ...volunteer, phone: null }])
    expect((await app.events()).map(({ type }) => type)).toEqual(['VolunteerApplied', 'VolunteerCorrected'])
  })

  it('are corrected within the limits of the form', async () => {
    const app = await createTestApp()
    await apply(app)
    const cases: [object, string][] = [
      [{ ...details, firstName: ' ' }, 'firstName'],
      [{ ...details, phone: '7'.repeat(21) }, 'phone'],
      [{ ...details, availability: 'Never' }, 'availability'],
      [{ ...details, interests: [] }, 'interests'],
    ]
    for (const [body, field] of cases) {
      const answer = await app.put('/api/admin/volunteers/1', body, admin)
      expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ path: field }]])
    }
  })

  it('keep the availability of an imported file: lists and files show it, and a correction may leave it', async () => {
    const app = await createTestApp()
    const file =
      'first name,last name,email,availability,interests\nWren,Alder,wren@one.example,Mornings,"Calls; rides"'
    const query = { consentSource: 'County fair', consentAt: '2026-02-01' }
    await importFile(app, file, { kind: 'volunteers', query })
    const imported = { firstName: 'Wren', availability: 'Mornings', interests: ['Calls', 'rides'] }
    expect(await list(app)).toMatchObject([imported])
    expect((await app.get('/api/volunteers', admin)).json()).toMatchObject([imported])
    const exported = await app.get('/api/admin/exports/volunteers?format=csv&people=everyone', admin)
    expect(exported.body).toContain('Mornings')

    const kept = { ...details, availability: 'Mornings' }
    const answer = await app.put('/api/admin/volunteers/1', kept, admin)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...kept, interests: imported.interests }])
    expect((await app.put('/api/admin/volunteers/1', { ...kept, availability: 'Nights' }, admin)).json()).toMatchObject(
      {
        errors: [{ path: 'availability', message: 'Use one of: Weekdays, Weekends, Evenings, Flexible.' }],
      },
    )
    expect((await app.put('/api/admin/volunteers/1', { ...kept, availability: null }, admin)).statusCode).toBe(200)
    expect((await app.put('/api/admin/volunteers/1', kept, admin)).statusCode).toBe(400)
  })

  it('can be removed, and are then neither listed nor counted', async () => {
    const app = await createTestApp()
    await apply(app)
    await apply(app)
    expect((await app.remove('/api/admin/volunteers/1', admin)).statusCode).toBe(204)
    expect((await app.remove('/api/admin/volunteers/1', admin)).statusCode).toBe(204)
    expect(await list(app)).toMatchObject([{ id: 2 }])
    expect((await app.get('/api/volunteers', admin)).json()).toMatchObject([{ id: 2 }])
    expect(await count(app)).toEqual({ count: 1 })
    expect((await app.put('/api/admin/volunteers/1', details, admin)).statusCode).toBe(404)
    expect((await app.remove('/api/admin/volunteers/9', admin)).statusCode).toBe(404)
  })

  it('have a history that includes admin actions', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    await apply(app)
    await app.put('/api/admin/volunteers/1', { ...details, lastName: 'Grey' }, admin)
    await app.remove('/api/admin/volunteers/1', admin)
    const history = (await app.get('/api/admin/history/volunteers/1', admin)).json()
    expect(history).toMatchObject([
      { type: 'VolunteerApplied', actor: { name: 'Visitor' }, state: { lastName: 'Gray', status: 'Applied' } },
      { type: 'VolunteerCorrected', actor: { name: 'Ada Byron' }, state: { lastName: 'Grey', status: 'Applied' } },
      { type: 'VolunteerRemoved', state: { lastName: 'Grey', status: 'Deleted', deleted: true } },
    ])
    const { actions } = (await app.get('/api/admin/actions', admin)).json()
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['Remove volunteer', 'Correct volunteer'])
  })
})

describe('erasing a volunteer', () => {
  const canary = { ...volunteer, firstName: 'Canary-first', lastName: 'Canary-last', skills: 'Canary-skills' }

  it('keeps the count, and no text of the person', async () => {
    const app = await createTestApp()
    await apply(app, { ...canary, email: 'canary@example.org', phone: 'canary-phone' })
    await apply(app)
    await app.post('/api/admin/erasures', { topic: 'volunteers', id: 1 }, admin)
    expect(JSON.stringify([await list(app), await app.events()])).not.toMatch(/canary/i)
    expect((await list(app))[1]).toMatchObject({ firstName: 'Erased', phone: null, skills: null })
    expect(await count(app)).toEqual({ count: 2 })
    expect((await app.put('/api/admin/volunteers/1', details, admin)).statusCode).toBe(409)
    expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
  })

  it.each(['canary-old@example.org', 'canary-new@example.org'])(
    'whose address was corrected forgets both addresses, whichever is given: %s',
    async (email) => {
      const app = await createTestApp()
      await apply(app, { ...canary, email: 'canary-old@example.org' })
      const { interests: _, ...corrected } = { ...canary, email: 'canary-new@example.org' }
      expect((await app.put('/api/admin/volunteers/1', corrected, admin)).statusCode).toBe(200)
      const answer = await app.post('/api/admin/erasures', { email }, admin)
      expect(answer.json()).toEqual({ erased: true })
      const history = (await app.get('/api/admin/history/volunteers/1', admin)).json()
      expect(JSON.stringify([await list(app), await app.events(), history])).not.toMatch(/canary/i)
      expect((await app.events()).filter(({ type }) => type === 'SubjectErased')).toHaveLength(2)
    },
  )
})

describe('the match with the ways to help', () => {
  const matchOf = async (app: TestApp) => (await list(app))[0].aiSkillMatch
  const words = { skills: 'I write Python. No photos, please.', availability: 'Weekdays', interests: ['Data Entry'] }

  it('names the words that suggest each way, and how strongly, strongest first', async () => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, ...words })
    expect(await matchOf(app)).toEqual([
      {
        way: 'technology',
        strength: 100,
        reasons: [
          { from: 'interests', words: 'Data Entry', points: 50 },
          { from: 'skills', words: 'Python', points: 40 },
          { from: 'availability', words: 'Weekdays', points: 10 },
        ],
      },
      {
        way: 'communications',
        strength: 50,
        reasons: [
          { from: 'skills', words: 'write', points: 40 },
          { from: 'availability', words: 'Weekdays', points: 10 },
        ],
      },
    ])
  })

  it('is empty when the words suggest no way, whatever the availability', async () => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, skills: 'Happy to serve.', interests: [] })
    expect(await matchOf(app)).toEqual([])
  })

  it('changes with the words, and keeps the interests', async () => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, ...words })
    const changed = { ...details, skills: 'I cater weddings.', availability: null }
    const answer = await app.put('/api/admin/volunteers/1', changed, admin)
    const match = [
      {
        way: 'events',
        strength: 80,
        reasons: [
          { from: 'skills', words: 'cater', points: 40 },
          { from: 'skills', words: 'weddings', points: 40 },
        ],
      },
      { way: 'technology', strength: 50, reasons: [{ from: 'interests', words: 'Data Entry', points: 50 }] },
    ]
    expect([answer.statusCode, answer.json().aiSkillMatch]).toEqual([200, match])
    expect(await matchOf(app)).toEqual(match)
  })

  it('keeps no word of an erased person', async () => {
    const app = await createTestApp()
    await apply(app, { ...volunteer, skills: 'Software, and truck driving' })
    await app.post('/api/admin/erasures', { email: volunteer.email }, admin)
    expect(JSON.stringify(await matchOf(app))).not.toMatch(/software|truck/i)
    const { rows } = await app.database.pool.query('SELECT skill_match FROM read.volunteers')
    expect(rows).toEqual([{ skill_match: {} }])
  })
})

describe('restoring an application', () => {
  it('lists and counts it again, and does nothing the second time', async () => {
    const app = await createTestApp()
    await apply(app)
    await app.remove('/api/admin/volunteers/1', admin)
    expect((await app.get('/api/admin/volunteers?filter=status:deleted', admin)).json()).toMatchObject([
      { id: 1, isDeleted: true },
    ])
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post('/api/admin/volunteers/1/restore', undefined, admin)
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...volunteer, id: 1, isDeleted: false }])
    }
    expect(await list(app)).toMatchObject([{ ...volunteer, isDeleted: false }])
    expect(await count(app)).toEqual({ count: 1 })
    expect((await app.events()).filter(({ type }) => type === 'VolunteerRestored')).toHaveLength(1)
    expect((await app.put('/api/admin/volunteers/1', details, admin)).statusCode).toBe(200)
    const history = (await app.get('/api/admin/history/volunteers/1', admin)).json()
    expect(history.at(-1).state).toMatchObject({ status: 'Applied', deleted: false })
    expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
  })

  it('is rejected for an erased person, does not find an unknown one, and is for admins', async () => {
    const app = await createTestApp()
    await apply(app)
    await app.remove('/api/admin/volunteers/1', admin)
    await app.post('/api/admin/erasures', { topic: 'volunteers', id: 1 }, admin)
    expect((await app.post('/api/admin/volunteers/1/restore', undefined, admin)).statusCode).toBe(409)
    expect((await app.post('/api/admin/volunteers/7/restore', undefined, admin)).statusCode).toBe(404)
    expect((await app.post('/api/admin/volunteers/1/restore')).statusCode).toBe(401)
    expect((await app.post('/api/admin/volunteers/1/restore', undefined, { as: 'supporter' })).statusCode).toBe(403)
    expect(await count(app)).toEqual({ count: 0 })
  })
})

it('the list in the console is sorted, filtered and searched', async () => {
  const app = await createTestApp()
  const person = (firstName: string, lastName: string, more: object) =>
    apply(app, { ...volunteer, firstName, lastName, email: `${firstName}@example.org`, ...more })
  await person('Ruth', 'Gray', { availability: 'Weekends', interests: ['Canvassing', 'Research'] })
  await person('Boaz', 'adams', { availability: null, skills: 'Threshing, 100% reliable.' })
  await person('Naomi', 'Gray', { availability: 'Evenings', interests: ['Research'], phone: '765 555 0199' })
  await app.remove(`/api/admin/volunteers/${await person('Orpah', 'Gone', {})}`, admin)
  await app.post('/api/admin/erasures', { topic: 'volunteers', id: await person('Mahlon', 'Lost', {}) }, admin)
  const lists = async (query: string, names: string[], total = names.length) => {
    const answer = await app.get(`/api/admin/volunteers?${query}`, admin)
    expect([answer.statusCode, answer.headers['x-total-count']], query).toEqual([200, String(total)])
    expect(
      answer.json().map(({ firstName }: { firstName: string }) => firstName),
      query,
    ).toEqual(names)
  }
  await lists('', ['Erased', 'Naomi', 'Boaz', 'Ruth'])
  await lists('limit=1&page=2', ['Naomi'], 4)
  await lists('sort=-name', ['Ruth', 'Naomi', 'Boaz', 'Erased'])
  await lists('sort=email&limit=2', ['Boaz', 'Erased'], 4)
  await lists('sort=availability&limit=2', ['Boaz', 'Erased'], 4)
  await lists('filter=availability:Evenings', ['Naomi'])
  await lists('filter=interest:Research', ['Naomi', 'Ruth'])
  await lists('filter=interest:Phone%20Banking', ['Boaz'])
  await lists('filter=interest:Research,availability:weekends', ['Ruth'])
  await lists('filter=status:deleted', ['Orpah'])
  await lists('filter=way:technology', ['Naomi', 'Ruth'])
  await lists('filter=way:grassroots,availability:weekends', ['Ruth'])
  await lists('filter=way:events', ['Naomi', 'Ruth'])
  await lists('q=threshing 100%25', ['Boaz'])
  await lists('q=gray', ['Naomi', 'Ruth'])
  await lists('q=0199', ['Naomi'])
  await lists('q=erased', [])
  await lists('q=orpah', [])
  for (const query of [
    'before=3',
    'sort=phone',
    'filter=status:active',
    'filter=way:cooking',
    `filter=interest:${'x'.repeat(101)}`,
  ])
    expect((await app.get(`/api/admin/volunteers?${query}`, admin)).statusCode, query).toBe(400)
})
