import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const words = [
  { prayer: 'For rain on the corn.', firstName: 'Ruth', email: 'ruth@example.org', location: 'Muncie' },
  { prayer: 'For 100% of our harvest.', firstName: 'adam', email: null, location: 'Kokomo' },
  { prayer: 'For my_neighbor.', firstName: 'Naomi', email: 'naomi@example.org', location: null },
]

async function withPrayers(): Promise<TestApp> {
  const app = await createTestApp()
  for (const prayer of words) expect((await app.post('/api/prayers', prayer)).statusCode).toBe(201)
  return app
}

async function namesOf({ get }: TestApp, query: string) {
  const answer = await get(`/api/admin/prayers?${query}`, { as: 'admin' })
  expect(answer.statusCode, answer.body).toBe(200)
  const names = answer.json<{ firstName: string }[]>().map(({ firstName }) => firstName)
  return [...names, Number(answer.headers['x-total-count'])]
}

describe('a list of the console', () => {
  it('sorts over all rows, whatever the page', async () => {
    const app = await withPrayers()
    expect(await namesOf(app, 'sort=firstName')).toEqual(['adam', 'Naomi', 'Ruth', 3])
    expect(await namesOf(app, 'sort=-firstName&limit=1&page=2')).toEqual(['Naomi', 3])
    expect(await namesOf(app, 'sort=createdAt')).toEqual(['Ruth', 'adam', 'Naomi', 3])
    expect(await namesOf(app, 'page=2')).toEqual([3])
  })

  it('puts items that wait for review first', async () => {
    const app = await withPrayers()
    await app.post('/api/admin/prayers/3/approve', undefined, { as: 'admin' })
    expect(await namesOf(app, '')).toEqual(['adam', 'Ruth', 'Naomi', 3])
    expect(await namesOf(app, 'filter=status:approved')).toEqual(['Naomi', 1])
    expect(await namesOf(app, 'filter=status:pending&limit=1')).toEqual(['adam', 2])
  })

  it('finds words in any order and any case, and takes every character literally', async () => {
    const app = await withPrayers()
    expect(await namesOf(app, 'q=RAIN')).toEqual(['Ruth', 1])
    expect(await namesOf(app, 'q=example.org for')).toEqual(['Naomi', 'Ruth', 2])
    expect(await namesOf(app, 'q=100%25')).toEqual(['adam', 1])
    expect(await namesOf(app, 'q=y_n')).toEqual(['Naomi', 1])
    expect(await namesOf(app, 'q=n__n')).toEqual([0])
    expect(await namesOf(app, "q=';--")).toEqual([0])
  })

  it('reads pages of the second half from the end, and none beyond it', async () => {
    const app = await createTestApp()
    for (const firstName of ['A', 'B', 'C', 'D', 'E'])
      await app.post('/api/prayers', { prayer: 'For rain.', firstName })
    const pages = async (sort: string) =>
      Promise.all([1, 2, 3, 4].map((page) => namesOf(app, `sort=${sort}&limit=2&page=${page}`)))
    expect(await pages('firstName')).toEqual([['A', 'B', 5], ['C', 'D', 5], ['E', 5], [5]])
    expect(await pages('-status')).toEqual([['E', 'D', 5], ['C', 'B', 5], ['A', 5], [5]])
  })

  it('counts rows through inserts, changes and deletions, and a rebuild counts the same', async () => {
    const app = await withPrayers()
    await app.post('/api/admin/prayers/1/approve', undefined, { as: 'admin' })
    await app.remove('/api/admin/prayers/2', { as: 'admin' })
    await app.post('/api/admin/erasures', { email: 'naomi@example.org' }, { as: 'admin' })
    const { rows } = await app.database.pool.query(
      `SELECT review_rank, source_name, count(*) AS row_count FROM read.prayers GROUP BY 1, 2 ORDER BY 1`,
    )
    const counts = () => app.database.knex('read.prayer_counts').select('*').orderBy('review_rank')
    expect(rows).toHaveLength(3)
    expect(await counts()).toEqual(rows)
    expect(await app.rebuildDiffers()).toMatchObject({ prayers: 0, prayer_counts: 0, email_signup_counts: 0 })
    expect(await counts()).toEqual(rows)
  })

  it('never finds people who were erased', async () => {
    const app = await withPrayers()
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect(await namesOf(app, 'q=erased')).toEqual([0])
    expect(await namesOf(app, '')).toHaveLength(4)
  })

  it.each([
    'users',
    'volunteers',
    'emails',
    'prayers',
    'endorsements',
    'news',
    'events',
    'forum/messages',
    'traffic',
    'actions',
  ])('rejects an invalid page or sort: %s', async (list) => {
    const { get } = await createTestApp()
    for (const query of ['page=0', 'page=1000000000', 'page=-1', 'sort=nonsense']) {
      const answer = await get(`/api/admin/${list}?${query}`, { as: 'admin' })
      const [path] = query.split('=')
      expect([query, answer.statusCode, answer.json().errors[0].path]).toEqual([query, 400, path])
    }
    expect((await get(`/api/admin/${list}?page=1000000`, { as: 'admin' })).statusCode).toBe(200)
  })

  it.each([
    ['page=0', 'page'],
    ['page=1000000000', 'page'],
    ['limit=51', 'limit'],
    ['before=3', 'before'],
    ['sort=subject', 'sort'],
    ['filter=status:unknown', 'filter'],
    ['filter=status', 'filter'],
    ['filter=subject:1', 'filter'],
    ['q=a', 'q'],
    [`q=${'a'.repeat(101)}`, 'q'],
  ])('rejects %s in a sentence', async (query, path) => {
    const { get } = await createTestApp()
    const answer = await get(`/api/admin/prayers?${query}`, { as: 'admin' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({ path, message: expect.stringMatching(/\.$/) })
  })
})
