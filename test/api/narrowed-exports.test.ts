import { expect, it } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { importDonations } from '../support/app/imported-file.ts'

const admin = { as: 'admin' } as const

async function createOffice(): Promise<TestApp> {
  const app = await createTestApp()
  await app.registerPeople()
  for (const [firstName, availability] of [
    ['Ruth', 'Weekends'],
    ['Naomi', 'Evenings'],
    ['Boaz', 'Weekends'],
  ] as const) {
    const email = `${firstName.toLowerCase()}@example.org`
    const volunteer = { firstName, lastName: 'O’Hill', email, phone: '(765) 555-0100', availability, interests: [] }
    expect((await app.post('/api/volunteers', volunteer)).statusCode).toBe(201)
    expect((await app.post('/api/email-signup', { firstName, email })).statusCode).toBe(201)
  }
  const gift = (name: string, day: string) => `${name},Hill,${name.toLowerCase()}@example.org,12.50,${day}`
  const gifts = [gift('Ruth', '2026-02-01'), gift('Naomi', '2024-02-01')]
  await importDonations(app, ['firstName,lastName,email,amount,createdAt', ...gifts].join('\n'))
  expect((await app.post('/api/admin/users/2/ban', { banned: true }, admin)).statusCode).toBe(200)
  await allProjected(app)
  return app
}

const tables = {
  volunteers: { list: 'volunteers', file: 'exports/volunteers' },
  donations: { list: 'donations', file: 'exports/donations' },
  people: { list: 'users', file: 'exports/people' },
  actions: { list: 'actions', file: 'exports/actions' },
  'email signups': { list: 'emails', file: 'emails/export' },
}
type Table = keyof typeof tables
const idOf = ({ id, timestamp }: { id: number; timestamp?: string }) => timestamp ?? id

async function rowsOf(app: TestApp, table: Table, narrowing: string): Promise<{ listed: unknown[]; filed: unknown[] }> {
  const file = await app.get(`/api/admin/${tables[table].file}?format=json&people=everyone&${narrowing}`, admin)
  expect(file.statusCode, file.body).toBe(200)
  await allProjected(app)
  const list = (await app.get(`/api/admin/${tables[table].list}?${narrowing}`, admin)).json()
  return {
    listed: (list.users ?? list.actions ?? list).map(idOf).toSorted(),
    filed: file.json().map(idOf).toSorted(),
  }
}

it.each<[Table, number, string]>([
  ['volunteers', 2, 'filter=availability:Weekends'],
  ['volunteers', 1, "q=o'hill&filter=availability:Evenings"],
  ['volunteers', 3, 'q=7655550100'],
  ['donations', 1, 'filter=cycle:2024'],
  ['donations', 1, 'q=ruth'],
  ['people', 1, 'filter=status:banned'],
  ['people', 1, 'q=ada'],
  ['actions', 1, 'filter=action:ban%20user'],
  ['actions', 0, 'q=nobody'],
  ['email signups', 1, 'q=boaz'],
])('a file of %s has the %i rows that the table has for %s', async (table, count, narrowing) => {
  const { listed, filed } = await rowsOf(await createOffice(), table, narrowing)
  expect(filed).toHaveLength(count)
  expect(filed).toEqual(listed)
})

it('deleted volunteers are in the file that is asked for them, and in no other', async () => {
  const app = await createOffice()
  expect((await app.remove('/api/admin/volunteers/1', admin)).statusCode).toBe(204)
  await allProjected(app)
  expect(await rowsOf(app, 'volunteers', 'filter=status:deleted')).toEqual({ listed: [1], filed: [1] })
  expect((await rowsOf(app, 'volunteers', '')).filed).toEqual([2, 3])
})

it.each(Object.values(tables))('$file refuses what its table refuses', async ({ file, list }) => {
  const app = await createTestApp()
  for (const wrong of ['filter=shoe:42', 'filter=admin:', 'q=a', `q=${'a'.repeat(101)}`, 'sort2=a', 'q=ab&q=cd']) {
    const [asFile, asList] = [
      await app.get(`/api/admin/${file}?format=json&${wrong}`, admin),
      await app.get(`/api/admin/${list}?${wrong}`, admin),
    ]
    expect([asFile.statusCode, asFile.json().message]).toEqual([400, asList.json().message])
  }
  expect((await app.get(`/api/admin/${file}?format=json&page=2`, admin)).statusCode).toBe(400)
})

it('the action says that a file was narrowed, and not by which words', async () => {
  const app = await createOffice()
  const lastDetails = async () => {
    await allProjected(app)
    return (await app.get('/api/admin/actions?limit=1', admin)).json().actions[0].details
  }
  for (const { file } of Object.values(tables)) {
    await app.get(`/api/admin/${file}?format=csv&q=ruthless`, admin)
    expect(await lastDetails()).toMatchObject({ narrowed: true })
    await app.get(`/api/admin/${file}?format=csv`, admin)
    expect(await lastDetails()).not.toHaveProperty('narrowed')
  }
  const actions = await app.get('/api/admin/exports/actions?format=json', admin)
  expect(actions.body).not.toContain('ruthless')
})
