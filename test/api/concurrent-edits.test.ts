import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const as = { as: 'admin' } as const

const editWith = ({ app }: TestApp, url: string, payload: object, match?: string) =>
  app.inject({
    method: 'PUT',
    url,
    payload,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: 'session=admin',
      ...(match !== undefined && { 'if-match': match }),
    },
  })

const article = { title: 'Roads', excerpt: '', content: 'Words', category: 'news', imageUrl: null, isPublished: false }
const volunteer = { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org', phone: null, skills: null }
const campaignEvent = { title: 'Rally', eventDate: '2026-11-30', location: 'Lafayette' }

describe.each([
  ['an article', '/api/admin/news', '/api/admin/news', article, { title: 'Bridges' }, { excerpt: 'Short' }],
  [
    'a volunteer',
    '/api/volunteers',
    '/api/admin/volunteers',
    { ...volunteer, availability: null },
    { lastName: 'Green' },
    { phone: '765 555 0123' },
  ],
  ['an event', '/api/admin/events', '/api/admin/events', campaignEvent, { title: 'March' }, { location: 'Delphi' }],
])('two admins who edit %s at the same time', (_what, made, list, item, first, second) => {
  async function start() {
    const app = await createTestApp()
    expect((await app.post(made, item, as)).statusCode).toBe(201)
    const [row] = (await app.get(list, as)).json()
    const edit = (changes: object, match?: string) => editWith(app, `${list}/${row.id}`, { ...item, ...changes }, match)
    return { app, row, edit, current: async () => (await app.get(list, as)).json()[0] }
  }
  const [field = ''] = Object.keys(first)

  it('the second one learns what changed, and nothing is overwritten', async () => {
    const { row, edit, current } = await start()
    const saved = await edit(first, `"${row.revision}"`)
    expect(saved.json()).toMatchObject({ ...first, revision: row.revision + 1 })
    const refused = await edit(second, `"${row.revision}"`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({
      message: expect.stringMatching(
        /^Someone else changed the .+ while you were editing\. Compare, then save again\.$/,
      ),
      changed: [field],
      current: await current(),
    })
    expect(await current()).toMatchObject(first)
    expect((await edit({ ...first, ...second }, `"${refused.json().current.revision}"`)).statusCode).toBe(200)
    expect(await current()).toMatchObject({ ...first, ...second })
  })

  it('without the header the last write wins', async () => {
    const { edit, current } = await start()
    for (const changes of [first, second]) expect((await edit(changes)).statusCode).toBe(200)
    expect(await current()).toMatchObject({ ...item, ...second })
  })

  it('says 404 to the second one when the first one deleted it', async () => {
    const { app, row, edit } = await start()
    await app.remove(`${list}/${row.id}`, as)
    expect((await edit(first, `"${row.revision}"`)).statusCode).toBe(404)
  })

  it.each(['7', '""', '"-1"', 'W/"1"', '"1", "2"', '"9999999999"'])('rejects the header %s', async (match) => {
    const { edit } = await start()
    expect((await edit(first, match)).json()).toEqual({
      message: 'If-Match must be a revision in quotes, such as "7".',
    })
  })
})

it('a publication in the meantime counts, an own earlier save does not', async () => {
  const app = await createTestApp()
  const { id } = (await app.post('/api/admin/news', article, as)).json()
  const url = `/api/admin/news/${id}`
  const published = (await editWith(app, url, { ...article, isPublished: true }, '"0"')).json()
  const refused = (await editWith(app, url, { ...article, title: 'Bridges' }, '"0"')).json()
  expect(refused).toMatchObject({
    message: 'Someone else changed whether it is published while you were editing. Compare, then save again.',
    changed: ['isPublished'],
  })
  const next = await editWith(app, url, { ...article, isPublished: true, title: 'B' }, `"${published.revision}"`)
  expect(next.statusCode).toBe(200)
})

it.each([
  ['an article', '/api/admin/news', { ...article, isPublished: true }, 'isPublished'],
  ['an event', '/api/admin/events', { ...campaignEvent, isActive: true }, 'isActive'],
])(
  '%s that was deleted and restored in the meantime does not become public by an old edit',
  async (_what, url, item, flag) => {
    const app = await createTestApp()
    const { id, revision: seen } = (await app.post(url, item, as)).json()
    await app.remove(`${url}/${id}`, as)
    const restored = (await app.post(`${url}/${id}/restore`, undefined, as)).json()
    const [listed] = (await app.get(url, as)).json()
    expect(restored).toEqual(listed)
    const refused = await editWith(app, `${url}/${id}`, { ...item, title: 'Bridges' }, `"${seen}"`)
    expect([refused.statusCode, refused.json().changed, refused.json().current]).toEqual([409, [flag], listed])
    const saved = await editWith(app, `${url}/${id}`, { ...item, title: 'Bridges' }, `"${restored.revision}"`)
    expect([saved.statusCode, saved.json()[flag]]).toEqual([200, true])
  },
)
