import { expect, it } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const apply = (app: TestApp, firstName: string, lastName: string, phone: string | null = null) =>
  app.post('/api/volunteers', {
    firstName,
    lastName,
    email: `${crypto.randomUUID()}@example.org`,
    phone,
    skills: null,
    availability: null,
    interests: [],
  })

async function found(app: TestApp, q: string): Promise<string[]> {
  const answer = await app.get(`/api/admin/volunteers?q=${encodeURIComponent(q)}`, { as: 'admin' })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ firstName: string }[]>().map(({ firstName }) => firstName)
}

it.each([
  ["O'Brien", ['O’Brien', "O'Brien", 'O‘Brien', 'Oʼbrien']],
  ['O’Brien', ['O’Brien', "O'Brien"]],
  ['Smith-Jones', ['Smith–Jones', 'Smith-Jones', 'Smith—Jones']],
  ['Smith‑Jones', ['Smith–Jones', 'Smith-Jones']],
  ["D'Arcy-O’Neil", ["D’Arcy–O'Neil"]],
])('%s is found however its signs were typed', async (q, names) => {
  const app = await createTestApp()
  await app.registerPeople()
  for (const [index, name] of names.entries()) await apply(app, `N${index}`, name)
  for (const other of ['Obrien', 'OxBrien', 'Smith Jones', 'Smithxjones', 'Darcy']) await apply(app, 'Other', other)
  await allProjected(app)
  expect((await found(app, q)).toSorted()).toEqual(names.map((_, index) => `N${index}`))
})

it.each(['(317) 555-0100', '317.555.0100', '+1 317 555 0100', '3175550100', '555-0100', '0100'])(
  'a phone number is found by %s',
  async (q) => {
    const app = await createTestApp()
    await app.registerPeople()
    for (const [index, phone] of ['317-555-0100', '(317) 555 0100', '+1 (317) 555-0100'].entries())
      await apply(app, `N${index}`, 'Gray', phone)
    await apply(app, 'Other', 'Gray', '317-555-0199')
    await apply(app, 'Without', 'Gray')
    await allProjected(app)
    expect((await found(app, q)).toSorted()).toEqual(['N0', 'N1', 'N2'])
  },
)

it.each(['’’', '--', "' -", '%%', '__', '-9'])('%s alone is a search like any other', async (q) => {
  const app = await createTestApp()
  await app.registerPeople()
  await apply(app, 'Ann', 'Gray')
  await allProjected(app)
  expect(await found(app, q)).toEqual(expect.any(Array))
})
