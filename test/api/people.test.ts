import { expect, it } from 'vitest'
import type { FoundPerson, Person } from '../../contract/people.ts'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const

type Applicant = { firstName: string; lastName: string; email: string; phone?: string | null }
const apply = (app: TestApp, applicant: Applicant) =>
  app.post('/api/volunteers', { phone: null, skills: null, availability: null, interests: [], ...applicant })
const pray = (app: TestApp, firstName: string, email: string | null = null) =>
  app.post('/api/prayers', { prayer: 'For rain, Grace.', firstName, email, location: null })
const endorse = (app: TestApp, name: string, email: string) => app.post('/api/endorsements', { name, email })

const person = async (app: TestApp, topic: string, id: number, query = '', as: string = 'admin') => {
  const answer = await app.get(`/api/admin/people/${topic}/${id}${query}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Person>()
}
const search = async (app: TestApp, q: string, as: string = 'admin') => {
  const answer = await app.get(`/api/admin/people?q=${encodeURIComponent(q)}`, { as })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ people: FoundPerson[]; isMore: boolean }>()
}
/** Asks until the tables of the moment are built, as the console does. */
async function past(app: TestApp, position: string, path: string) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie: 'session=admin', [asOfHeader]: position }
  for (;;) {
    const { status } = (await app.get(`/api/admin/as-of?position=${position}`, admin)).json()
    if (status === 'ready') break
    await app.past.settled()
  }
  const answer = await app.app.inject({ url: `/api/admin/people${path.startsWith('?') ? '' : '/'}${path}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const namesIn = ({ people }: { people: FoundPerson[] }) => people.map(({ name }) => name)
const itemsIn = ({ items }: Pick<Person, 'items'>) => items.map(({ topic, id }) => `${topic} ${id}`).toSorted()

const ann = { firstName: 'Ann', lastName: 'Smith', email: 'ann@example.org', phone: '(317) 555-0100' }

it('shows everything of one person, whichever item opens it', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await apply(app, ann)
  await app.post('/api/email-signup', { email: 'Ann@Example.org' })
  await pray(app, 'Ann', 'ann@example.org')
  await endorse(app, 'Smith, Ann', 'ann@example.org')
  await endorse(app, 'Walt Gray', 'walt@example.org')
  await app.post('/api/admin/endorsements/1/approve', {}, admin)
  await allProjected(app)
  const all = ['email-signups 1', 'endorsements 1', 'prayers 1', 'volunteers 1']
  for (const [topic, id] of [
    ['volunteers', 1],
    ['email-signups', 1],
    ['prayers', 1],
    ['endorsements', 1],
  ] as const) {
    const found = await person(app, topic, id)
    expect(found).toMatchObject({ name: 'Smith, Ann', phones: ['(317) 555-0100'], sharing: [], leftOut: [] })
    expect(itemsIn(found)).toEqual(all)
    expect(found.total).toBe(5)
    expect(found.entries[0]).toMatchObject({ type: 'EndorsementApproved', topic: 'endorsements', id: 1 })
  }
})

it('keeps apart a couple who share an address, and names both', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await apply(app, ann)
  await apply(app, { ...ann, firstName: 'Bob' })
  await pray(app, 'Bob', ann.email)
  await app.post('/api/email-signup', { email: ann.email })
  await allProjected(app)
  const [first, second] = [await person(app, 'volunteers', 1), await person(app, 'volunteers', 2)]
  expect([itemsIn(first), first.sharing]).toEqual([
    ['email-signups 1', 'volunteers 1'],
    [expect.objectContaining({ name: 'Bob', topic: 'prayers' })],
  ])
  expect([second.name, itemsIn(second)]).toEqual(['Bob Smith', ['email-signups 1', 'prayers 1', 'volunteers 2']])
  expect(first.entries.map(({ topic, id }) => `${topic} ${id}`)).not.toContain('volunteers 2')
  expect(namesIn(await search(app, 'smith')).toSorted()).toEqual(['Ann Smith', 'Bob Smith'])
})

it.each([
  ['alvaro', 'Álvaro Núñez'],
  ['muller', 'Jan Müller'],
  ['mueller', 'Jan Müller'],
  ["O'Neil", 'Tip O’Neil'],
  ['nguyen', 'An Nguyễn'],
  ['lukasz', 'Łukasz Nowak'],
  ['Li', 'Li Wei'],
  ['Smith Ann', 'Ann Smith'],
  ['ann@ex', 'Ann Smith'],
  ['3175550100', 'Ann Smith'],
  ['1-317-555-0100 x5', 'Ann Smith'],
  ['317.555.0100', 'Ann Smith'],
  ['555-0100', 'Ann Smith'],
])('%s finds %s', async (q, name) => {
  const app = await createTestApp()
  await app.registerPeople()
  const others = ['Álvaro Núñez', 'Jan Müller', 'Tip O’Neil', 'An Nguyễn', 'Łukasz Nowak', 'Li Wei', 'Olivia Millerson']
  for (const [index, other] of others.entries()) await endorse(app, other, `p${index}@example.com`)
  await apply(app, ann)
  await allProjected(app)
  expect(namesIn(await search(app, q))).toEqual([name])
})

it('finds no one by the words of a prayer, and no erased person', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await pray(app, 'Ruth', 'ruth@example.org')
  await apply(app, { ...ann, firstName: 'Grace' })
  await allProjected(app)
  expect(namesIn(await search(app, 'grace'))).toEqual(['Grace Smith'])
  await app.post('/api/admin/erasures', { email: ann.email }, admin)
  await allProjected(app)
  expect(await search(app, 'smith')).toEqual({ people: [], isMore: false })
  expect(await person(app, 'volunteers', 1)).toMatchObject({ name: null, items: [], emails: [], phones: [] })
})

it('is read as far as its reader may read', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await apply(app, ann)
  await pray(app, 'Ann', ann.email)
  await allProjected(app)
  const seen = await person(app, 'volunteers', 1, '', 'organizer')
  expect(seen.leftOut).toEqual(expect.arrayContaining(['prayers', 'endorsements', 'donations', 'forum']))
  expect([itemsIn(seen), seen.mails]).toEqual([['volunteers 1'], null])
  expect(seen.entries.map(({ topic }) => topic)).toEqual(['volunteers'])
  expect((await search(app, 'ann', 'organizer')).people).toMatchObject([{ topics: ['volunteers'] }])
  const refused = ['/api/admin/people/prayers/1', '/api/admin/people/volunteers/1', '/api/admin/people?q=ann']
  const answers = await Promise.all([
    app.get(refused[0] ?? '', { as: 'organizer' }),
    app.get(refused[1] ?? '', { as: 'analyst' }),
    app.get(refused[2] ?? '', { as: 'analyst' }),
    app.get(refused[2] ?? '', { as: 'supporter' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
})

it('pages what happened, and refuses what it does not know', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  for (let n = 0; n < 4; n++) await pray(app, 'Ann', ann.email)
  await allProjected(app)
  const first = await person(app, 'prayers', 1, '?limit=3')
  const second = await person(app, 'prayers', 1, '?limit=3&page=2')
  expect([first.total, first.entries.map(({ id }) => id), second.entries.map(({ id }) => id)]).toEqual([
    4,
    [4, 3, 2],
    [1],
  ])
  const codes = await Promise.all(
    ['news/1', 'prayers/0', 'prayers/99', 'prayers/1?page=0', 'prayers/1?sort=x'].map(
      async (path) => (await app.get(`/api/admin/people/${path}`, admin)).statusCode,
    ),
  )
  expect(codes).toEqual([400, 400, 404, 400, 400])
  expect((await app.get('/api/admin/people?q=a', admin)).json()).toMatchObject({
    message: expect.stringContaining('Search for at least 2 letters.'),
  })
})

it('is found and read as of a past moment, and is erased there too', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await apply(app, ann)
  await allProjected(app)
  const then = (await app.core.log.head()) ?? ''
  await app.put('/api/admin/volunteers/1', { ...ann, firstName: 'Anna', skills: null, availability: null }, admin)
  await pray(app, 'Anna', ann.email)
  await allProjected(app)
  expect(await person(app, 'volunteers', 1)).toMatchObject({ name: 'Anna Smith', total: 3 })
  expect(await past(app, then, 'volunteers/1')).toMatchObject({ name: 'Ann Smith', total: 1 })
  expect((await past(app, then, '?q=smith')).people).toMatchObject([{ name: 'Ann Smith' }])
  await app.post('/api/admin/erasures', { email: ann.email }, admin)
  await allProjected(app)
  expect((await past(app, then, '?q=smith')).people).toEqual([])
})
