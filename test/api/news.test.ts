import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const as = { as: 'admin' } as const
const article = {
  title: 'Broadband for every county road',
  excerpt: 'School happens at home too.',
  content: '# Why\nBecause.',
  category: 'policy',
  imageUrl: 'https://images.example.org/road.jpg',
  isPublished: false,
}

async function create({ post }: TestApp, words: object = {}): Promise<number> {
  const answer = await post('/api/admin/news', { ...article, ...words }, as)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const typesOf = async (app: TestApp) => (await app.events()).map(({ type }) => type)
const titlesIn = async (app: TestApp, url: string) =>
  (await app.get(url, as)).json().map(({ title }: { title: string }) => title)

describe('creating an article', () => {
  it('responds with 201 and the article: a draft that only admins see', async () => {
    const app = await createTestApp()
    const answer = await app.post('/api/admin/news', article, as)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      ...article,
      id: 1,
      isDeleted: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      revision: 0,
    })
    expect((await app.get('/api/news')).json()).toEqual([])
    expect((await app.get('/api/admin/news', as)).json()).toEqual([answer.json()])
  })

  it('publishes immediately on request', async () => {
    const app = await createTestApp()
    await create(app, { isPublished: true })
    const [listed] = (await app.get('/api/news')).json()
    const { isPublished, ...words } = article
    expect(listed).toEqual({ ...words, id: 1, createdAt: expect.any(String) })
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticlePublished'])
  })

  it('requires title and content; the rest has defaults', async () => {
    const app = await createTestApp()
    const answer = await app.post('/api/admin/news', { title: ' Roads ', content: ' Words\n' }, as)
    expect(answer.json()).toMatchObject({
      title: 'Roads',
      content: 'Words',
      excerpt: '',
      category: 'news',
      imageUrl: null,
      isPublished: false,
    })
    expect((await app.post('/api/admin/news', { ...article, category: '', imageUrl: '' }, as)).json()).toMatchObject({
      category: '',
      imageUrl: null,
    })
  })

  it('repeated with the same key returns the first answer and creates one article', async () => {
    const app = await createTestApp()
    const caller = { ...as, key: 'one-and-the-same' }
    const published = { ...article, isPublished: true }
    const first = await app.post('/api/admin/news', published, caller)
    await app.database.knex('app.idempotency_answers').delete()
    expect((await app.post('/api/admin/news', published, caller)).json()).toEqual(first.json())
    expect((await app.post('/api/admin/news', article, caller)).statusCode).toBe(422)
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticlePublished'])
  })

  it('accepts every field up to its limit in characters', async () => {
    const app = await createTestApp()
    const longest = {
      title: '🌽'.repeat(255),
      excerpt: '🌽'.repeat(1000),
      content: '🌽'.repeat(50_000),
      category: '🌽'.repeat(50),
      imageUrl: `https://example.org/${'a'.repeat(480)}`,
    }
    await create(app, longest)
    expect((await app.get('/api/admin/news', as)).json()).toMatchObject([longest])
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{ title: undefined }, 'title'],
      [{ title: '  ' }, 'title'],
      [{ title: 'n'.repeat(256) }, 'title'],
      [{ title: 'a\u0000b' }, 'title'],
      [{ content: '' }, 'content'],
      [{ content: 'n'.repeat(50_001) }, 'content'],
      [{ content: 'Read [our plan](example.org/plan).' }, 'content'],
      [{ excerpt: 'n'.repeat(1001) }, 'excerpt'],
      [{ excerpt: null }, 'excerpt'],
      [{ category: 'n'.repeat(51) }, 'category'],
      [{ imageUrl: 'http://example.org/a.png' }, 'imageUrl'],
      [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
      [{ imageUrl: 'data:image/png;base64,AAAA' }, 'imageUrl'],
      [{ imageUrl: 'road.jpg' }, 'imageUrl'],
      [{ imageUrl: `https://example.org/${'a'.repeat(481)}` }, 'imageUrl'],
      [{ isPublished: 'yes' }, 'isPublished'],
      [{ author: 'Ruth' }, 'author'],
    ]
    for (const [words, field] of cases) {
      const answer = await app.post('/api/admin/news', { ...article, ...words }, as)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    expect(await app.events()).toEqual([])
  })
})

describe('editing an article', () => {
  it('replaces its text, publishes and unpublishes it', async () => {
    const app = await createTestApp()
    const id = await create(app)
    const edited = { ...article, title: 'Fiber for every road', isPublished: true }
    const answer = await app.put(`/api/admin/news/${id}`, edited, as)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ ...edited, id })
    expect(await titlesIn(app, '/api/news')).toEqual(['Fiber for every road'])
    expect((await app.put(`/api/admin/news/${id}`, { ...edited, isPublished: false }, as)).statusCode).toBe(200)
    expect((await app.get('/api/news')).json()).toEqual([])
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticleEdited', 'ArticlePublished', 'ArticleUnpublished'])
  })

  it('does nothing when nothing changed, and returns the row', async () => {
    const app = await createTestApp()
    const id = await create(app)
    const answer = await app.put(`/api/admin/news/${id}`, article, as)
    expect([answer.statusCode, answer.json().title]).toEqual([200, article.title])
    expect(await typesOf(app)).toEqual(['ArticleCreated'])
  })

  it('requires the published flag', async () => {
    const app = await createTestApp()
    const id = await create(app, { isPublished: true })
    const { isPublished, ...words } = article
    expect((await app.put(`/api/admin/news/${id}`, words, as)).statusCode).toBe(400)
  })

  it('does not find an unknown or deleted article', async () => {
    const app = await createTestApp()
    const id = await create(app)
    await app.remove(`/api/admin/news/${id}`, as)
    for (const unknown of [id, 7])
      expect((await app.put(`/api/admin/news/${unknown}`, article, as)).statusCode).toBe(404)
    for (const none of ['0', 'x', '2147483648'])
      expect((await app.put(`/api/admin/news/${none}`, article, as)).statusCode, none).toBe(400)
  })
})

describe('deleting an article', () => {
  it('removes it from every list, and does nothing the second time', async () => {
    const app = await createTestApp()
    const id = await create(app, { isPublished: true })
    for (let time = 1; time <= 2; time++) {
      const answer = await app.remove(`/api/admin/news/${id}`, as)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
    }
    expect((await app.get('/api/news')).json()).toEqual([])
    expect((await app.get('/api/admin/news', as)).json()).toEqual([])
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticlePublished', 'ArticleDeleted'])
    expect((await app.remove('/api/admin/news/7', as)).statusCode).toBe(404)
  })
})

it('is for admins: 401 for a visitor, 403 for a supporter, decided before the body is read', async () => {
  const app = await createTestApp()
  const id = await create(app)
  for (const [caller, status] of [
    [{}, 401],
    [{ as: 'supporter' }, 403],
  ] as const) {
    expect((await app.get('/api/admin/news', caller)).statusCode).toBe(status)
    expect((await app.post('/api/admin/news', {}, caller)).statusCode).toBe(status)
    expect((await app.put(`/api/admin/news/${id}`, {}, caller)).statusCode).toBe(status)
    expect((await app.remove(`/api/admin/news/${id}`, caller)).statusCode).toBe(status)
  }
  expect(await app.events()).toHaveLength(1)
})

it('the lists are newest first and paged', async () => {
  const app = await createTestApp()
  for (const title of ['one', 'two', 'three', 'four']) await create(app, { title, isPublished: title !== 'two' })
  expect(await titlesIn(app, '/api/news')).toEqual(['four', 'three', 'one'])
  expect(await titlesIn(app, '/api/news?limit=1&page=2')).toEqual(['three'])
  expect(await titlesIn(app, '/api/news?before=3')).toEqual(['one'])
  expect(await titlesIn(app, '/api/admin/news?limit=3')).toEqual(['four', 'three', 'two'])
  expect((await app.get('/api/news?limit=51')).statusCode).toBe(400)
})

describe('the whole list', () => {
  it('has every published article, however many, in the shape of a page', async () => {
    const app = await createTestApp()
    for (let n = 1; n <= 60; n++) await create(app, { title: `Roads ${n}`, isPublished: n !== 30 })
    const whole = await app.get('/api/news')
    const pages = [await app.get('/api/news?limit=50'), await app.get('/api/news?page=2')].map((page) => page.json())
    expect(whole.json()).toHaveLength(59)
    expect(whole.json()).toEqual(pages.flat())
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('shows each change at once, also to many concurrent readers', async () => {
    const app = await createTestApp()
    expect((await app.get('/api/news')).json()).toEqual([])
    const id = await create(app, { title: 'Roads', isPublished: true })
    const answers = await Promise.all([1, 2, 3].map(() => titlesIn(app, '/api/news')))
    expect(answers).toEqual([['Roads'], ['Roads'], ['Roads']])
    await app.put(`/api/admin/news/${id}`, { ...article, title: 'Bridges', isPublished: true }, as)
    expect(await titlesIn(app, '/api/news')).toEqual(['Bridges'])
    await app.remove(`/api/admin/news/${id}`, as)
    expect(await titlesIn(app, '/api/news')).toEqual([])
  })

  it('is compressed, and not sent again to a client that has it', async () => {
    const app = await createTestApp()
    await create(app, { title: 'Roads', isPublished: true })
    const ask = (headers: Record<string, string>) => app.app.inject({ url: '/api/news', headers })
    const plain = await ask({})
    const gzipped = await ask({ 'accept-encoding': 'br;q=0.1, gzip' })
    expect([plain.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
    expect((await ask({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    const etag = String(plain.headers.etag)
    const again = await ask({ 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await create(app, { title: 'Bridges', isPublished: true })
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(200)
  })
})

it('has a history that says who did what, and is in the log of admin actions', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  const id = await create(app)
  await app.put(`/api/admin/news/${id}`, { ...article, isPublished: true }, as)
  await app.remove(`/api/admin/news/${id}`, as)
  const history = (await app.get(`/api/admin/history/news/${id}`, as)).json()
  expect(history.map(({ type, actor, state }: never) => [type, actor, state])).toMatchObject([
    ['ArticleCreated', { name: 'Ada Byron' }, { title: article.title, status: 'Draft' }],
    ['ArticlePublished', { kind: 'admin' }, { title: article.title, status: 'Published' }],
    ['ArticleDeleted', { kind: 'admin' }, { deleted: true }],
  ])
  const { actions } = (await app.get('/api/admin/actions', as)).json()
  expect(actions.map(({ action, details }: never) => [action, details])).toEqual([
    ['Delete article', { event: 'ArticleDeleted', articleId: id }],
    ['Edit article', { event: 'ArticlePublished', articleId: id }],
    ['Create article', { event: 'ArticleCreated', articleId: id }],
  ])
})

it('is the same after a rebuild', async () => {
  const app = await createTestApp()
  const id = await create(app, { isPublished: true })
  await create(app)
  await app.put(`/api/admin/news/${id}`, { ...article, title: 'Other' }, as)
  const differing = await app.rebuildDiffers()
  expect(
    Object.values(differing).every((rows) => rows === 0),
    JSON.stringify(differing),
  ).toBe(true)
})

describe('restoring an article', () => {
  it('brings it back as a draft, even if it was published', async () => {
    const app = await createTestApp()
    const id = await create(app, { isPublished: true })
    await app.remove(`/api/admin/news/${id}`, as)
    expect((await app.get('/api/admin/news?filter=status:deleted', as)).json()).toMatchObject([
      { id, isDeleted: true, isPublished: false },
    ])
    for (let time = 1; time <= 2; time++) {
      const answer = await app.post(`/api/admin/news/${id}/restore`, undefined, as)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toMatchObject({ ...article, id, isPublished: false, isDeleted: false })
    }
    expect((await app.get('/api/news')).json()).toEqual([])
    expect(await titlesIn(app, '/api/admin/news')).toEqual([article.title])
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticlePublished', 'ArticleDeleted', 'ArticleRestored'])
    await app.put(`/api/admin/news/${id}`, { ...article, isPublished: true }, as)
    expect(await titlesIn(app, '/api/news')).toEqual([article.title])
    const history = (await app.get(`/api/admin/history/news/${id}`, as)).json()
    expect(history[3].state).toMatchObject({ status: 'Draft', deleted: false })
    expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
  })

  it('does nothing to one that is not deleted, and does not find an unknown one', async () => {
    const app = await createTestApp()
    const id = await create(app, { isPublished: true })
    const answer = await app.post(`/api/admin/news/${id}/restore`, undefined, as)
    expect([answer.statusCode, answer.json().isPublished]).toEqual([200, true])
    expect(await typesOf(app)).toEqual(['ArticleCreated', 'ArticlePublished'])
    expect((await app.post('/api/admin/news/7/restore', undefined, as)).statusCode).toBe(404)
    expect((await app.post(`/api/admin/news/${id}/restore`)).statusCode).toBe(401)
    expect((await app.post(`/api/admin/news/${id}/restore`, undefined, { as: 'supporter' })).statusCode).toBe(403)
  })
})

it('the list in the console is sorted, filtered and searched', async () => {
  const app = await createTestApp()
  await create(app, { title: 'Roads', category: 'Policy', isPublished: true })
  await create(app, { title: 'barns', category: 'events', content: 'Open to all.' })
  await create(app, { title: 'Corn', category: 'policy', excerpt: 'A good year.' })
  await app.remove(`/api/admin/news/${await create(app, { title: 'Gone' })}`, as)
  const lists = async (query: string, titles: string[], total = titles.length) => {
    const answer = await app.get(`/api/admin/news?${query}`, as)
    expect([answer.statusCode, answer.headers['x-total-count']], query).toEqual([200, String(total)])
    expect(
      answer.json().map(({ title }: { title: string }) => title),
      query,
    ).toEqual(titles)
  }
  await lists('', ['Corn', 'barns', 'Roads'])
  await lists('limit=1&page=2', ['barns'], 3)
  await lists('sort=title', ['barns', 'Corn', 'Roads'])
  await lists('sort=category', ['barns', 'Roads', 'Corn'])
  await lists('sort=-status', ['Roads', 'Corn', 'barns'])
  await lists('filter=status:published', ['Roads'])
  await lists('filter=status:draft', ['Corn', 'barns'])
  await lists('filter=status:deleted', ['Gone'])
  await lists('filter=category:POLICY', ['Corn', 'Roads'])
  await lists('filter=category:policy,status:draft', ['Corn'])
  await lists('q=good YEAR', ['Corn'])
  await lists('q=open', ['barns'])
  await lists('q=gone', [])
  for (const query of [
    'before=3',
    'sort=content',
    'filter=status:active',
    `filter=category:${'x'.repeat(51)}`,
    'filter=category:',
  ])
    expect((await app.get(`/api/admin/news?${query}`, as)).statusCode, query).toBe(400)
})
