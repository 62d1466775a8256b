import { expect, it } from 'vitest'
import { homePages } from '../../backend/pages/home.ts'
import { newsPages } from '../../backend/pages/news.ts'
import type { PageSet } from '../../backend/pages/rendering/projected-page.ts'
import { supporterPages } from '../../backend/pages/supporters.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const as = { as: 'admin' } as const
type Item = { id: number; createdAt: string }

/** Requests of items by their ids; `begin` is answered with an id, or with a row that has one. */
const topics = {
  news: {
    begin: (app: TestApp) => app.post('/api/admin/news', { title: 'Roads', content: 'Words' }, as),
    publish: (app: TestApp, id: number) =>
      app.put(`/api/admin/news/${id}`, { title: 'Roads', content: 'Words', isPublished: true }, as),
    withdraw: (app: TestApp, id: number) =>
      app.put(`/api/admin/news/${id}`, { title: 'Roads', content: 'Words', isPublished: false }, as),
  },
  prayers: {
    begin: (app: TestApp) => app.post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' }),
    publish: (app: TestApp, id: number) => app.post(`/api/admin/prayers/${id}/approve`, {}, as),
    withdraw: async (app: TestApp, id: number) => {
      await okay(app.remove(`/api/admin/prayers/${id}`, as))
      return app.post(`/api/admin/prayers/${id}/restore`, {}, as)
    },
  },
  endorsements: {
    begin: (app: TestApp) => app.post('/api/endorsements', { name: 'Ruth', email: 'ruth@example.org' }),
    publish: (app: TestApp, id: number) => app.post(`/api/admin/endorsements/${id}/approve`, {}, as),
    withdraw: async (app: TestApp, id: number) => {
      await okay(app.remove(`/api/admin/endorsements/${id}`, as))
      return app.post(`/api/admin/endorsements/${id}/restore`, {}, as)
    },
  },
}
type Topic = keyof typeof topics

const okay = async (answer: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
}

async function contentOf(app: TestApp, { pages }: PageSet, path: string): Promise<{ [name: string]: Item[] }> {
  const client = await app.database.pool.connect()
  try {
    const content = await pages.find((page) => page.path === path)?.content(client)
    return JSON.parse(JSON.stringify(content))
  } finally {
    client.release()
  }
}

async function begun(app: TestApp, topic: Topic, many: number): Promise<void> {
  for (let n = 0; n < many; n++) await okay(topics[topic].begin(app))
}

const idsOf = (items: readonly Item[] = []) => items.map(({ id }) => id)
const listed = async (app: TestApp, topic: Topic, query = ''): Promise<Item[]> =>
  (await app.get(`/api/${topic}${query}`)).json()

it.each(Object.keys(topics) as Topic[])(
  '%s stand where their latest publication puts them, with its date',
  async (topic) => {
    const app = await createTestApp()
    const { publish, withdraw } = topics[topic]
    await begun(app, topic, 3)
    const begunBy = new Date().toISOString()
    for (const id of [3, 1, 2]) await okay(publish(app, id))
    await okay(withdraw(app, 3))
    await okay(publish(app, 3))
    await allProjected(app)

    const list = await listed(app, topic)
    expect(idsOf(list)).toEqual([3, 2, 1])
    expect(list.map(({ createdAt }) => createdAt)).toEqual(
      list
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    )
    for (const { createdAt } of list) expect(createdAt >= begunBy).toBe(true)
    expect(idsOf(await listed(app, topic, '?limit=1&page=2'))).toEqual([2])
    expect(idsOf(await listed(app, topic, '?before=3'))).toEqual([2, 1])
    expect(idsOf(await listed(app, topic, '?before=1000'))).toEqual([3, 2, 1])

    const pages = topic === 'news' ? newsPages() : supporterPages()
    const page = await contentOf(app, pages, `/${topic}`)
    const shown = page.articles ?? page[topic]
    expect(shown?.map(({ id, createdAt }) => ({ id, createdAt }))).toEqual(
      list.map(({ id, createdAt }) => ({ id, createdAt })),
    )
  },
)

it('the home page and the feed have the articles that were published last', async () => {
  const app = await createTestApp()
  await begun(app, 'news', 4)
  for (const id of [4, 3, 2, 1]) await okay(topics.news.publish(app, id))
  await allProjected(app)
  const list = await listed(app, 'news')
  const { articles } = await contentOf(app, homePages, '/')
  expect(articles).toMatchObject(list.slice(0, 3).map(({ id, createdAt }) => ({ id, createdAt })))
  expect(idsOf(articles)).toEqual([1, 2, 3])
  expect(idsOf((await contentOf(app, newsPages(), '/news/feed.xml')).entries)).toEqual([1, 2, 3, 4])
})

it('an article begun long ago is on the first page, and the others keep their numbered pages', async () => {
  const app = await createTestApp()
  await begun(app, 'news', 111)
  for (let id = 2; id <= 111; id++) await okay(topics.news.publish(app, id))
  await allProjected(app)
  const olderPage = newsPages().families.find(({ path }) => path(1) === '/news/older/1')
  const onOlderPage = async () => {
    const client = await app.database.pool.connect()
    try {
      return idsOf(JSON.parse(JSON.stringify((await olderPage?.items(client, [1]))?.get(1))).articles)
    } finally {
      client.release()
    }
  }
  expect(idsOf((await contentOf(app, newsPages(), '/news')).articles)[0]).toBe(111)
  const before = await onOlderPage()
  expect(before).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index))
  await okay(topics.news.publish(app, 1))
  await okay(topics.news.withdraw(app, 2))
  await okay(topics.news.publish(app, 2))
  await allProjected(app)
  expect(idsOf((await contentOf(app, newsPages(), '/news')).articles).slice(0, 3)).toEqual([2, 1, 111])
  expect(await onOlderPage()).toEqual(before.filter((id) => id !== 2))
  expect(idsOf(await listed(app, 'news'))).toHaveLength(111)
})
