import { describe, expect, it } from 'vitest'
import { tablesOf } from '../../backend/kernel/projector/changes.ts'
import { projections } from '../../backend/projections/index.ts'
import { allPrayers } from '../../backend/read-model/prayers.ts'
import { prayerReview } from '../../contract/prayers.ts'
import { createTestApp } from '../support/app/app.ts'
import { asOwner, createProjectedDatabase } from '../support/database/database.ts'

const rows = 2600

/** More prayers than a page skips, some of them deleted, in several statements and with changes in between. */
async function withManyPrayers() {
  const { knex, pool } = await createProjectedDatabase()
  const add = (first: number, last: number) =>
    pool.query(
      `INSERT INTO read.prayers (id, first_name, location, prayer, status, is_erased, created_at, subject, revision)
       SELECT id, 'Name ' || id * 7919 % 97, 'Town ' || id % 13, 'For ' || CASE id % 2 WHEN 0 THEN 'rain' ELSE 'sun' END,
         CASE WHEN id % 10 = 0 THEN 'deleted' WHEN id % 3 = 0 THEN 'pending' ELSE 'approved' END, false, now(),
         gen_random_uuid(), 0
       FROM generate_series($1::int, $2::int) AS id`,
      [first, last],
    )
  await add(1, rows)
  await pool.query('ANALYZE read.prayers')
  const page = async (query: { [name: string]: string }) => {
    const { items, total } = await allPrayers(knex, prayerReview.list.schema.querystring.parse(query))
    return { ids: items.map(({ id }) => id), total }
  }
  return { knex, pool, add, page }
}

describe('a page in the middle of a long list', () => {
  it.each([
    ['-createdAt', '', 'id DESC'],
    ['createdAt', '', 'id'],
    ['firstName', '', 'app.sort_key(first_name) COLLATE "und-x-icu", id'],
    ['-firstName', '', 'app.sort_key(first_name) COLLATE "und-x-icu" DESC, id DESC'],
    ['-status', '', 'review_rank DESC, id DESC'],
    ['-location', 'For', 'app.sort_key(location) COLLATE "und-x-icu" DESC, id DESC'],
  ])('has the rows that OFFSET finds, sorted by %s', async (sort, q, order) => {
    const { pool, page } = await withManyPrayers()
    const all = await pool.query<{ id: number }>(`SELECT id FROM read.prayers WHERE review_rank > 0 ORDER BY ${order}`)
    const ids = all.rows.map(({ id }) => id)
    for (let pageNumber = 1; (pageNumber - 1) * 45 < ids.length; pageNumber += 1)
      expect(await page({ sort, page: String(pageNumber), limit: '45', ...(q && { q }) })).toEqual({
        ids: ids.slice((pageNumber - 1) * 45, pageNumber * 45),
        total: ids.length,
      })
  })
})

it('opens a page in the middle of a search that was not asked for before', async () => {
  const { page } = await withManyPrayers()
  const { ids, total } = await page({ sort: 'createdAt', q: 'for', page: '24' })
  expect(total).toBe(2340)
  expect(ids).toHaveLength(50)
  expect(await page({ sort: 'createdAt', page: '24' })).toEqual({ ids, total })
})

describe('the order that a process keeps', () => {
  it('tells the total of a search, until a row of the list changes', async () => {
    const { pool, page, add } = await withManyPrayers()
    const total = async () => (await page({ q: 'rain' })).total
    const counted = async () => {
      const { rows: found } = await pool.query<{ count: number }>(
        `SELECT count(*) FROM read.prayers WHERE review_rank > 0 AND prayer LIKE '%rain%'`,
      )
      return found[0]?.count
    }
    const first = await total()
    expect(first).toBe(await counted())
    expect(await total()).toBe(first)
    for (const change of [
      () => add(rows + 1, rows + 20),
      () => pool.query(`UPDATE read.prayers SET prayer = 'For rain' WHERE id = 1`),
      () => pool.query(`UPDATE read.prayers SET status = 'deleted' WHERE id BETWEEN 20 AND 31`),
      () => pool.query('DELETE FROM read.prayers WHERE id BETWEEN 41 AND 52'),
    ]) {
      const before = await total()
      await change()
      expect(await total()).toBe(await counted())
      expect(await total()).not.toBe(before)
    }
  })

  it('is read once for readers who come at the same time, and again where that failed', async () => {
    const { knex, pool, page } = await withManyPrayers()
    let readings = 0
    knex.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('string_agg(id')) readings += 1
    })
    await Promise.all([1, 2, 3].map((pageNumber) => page({ q: 'rain', page: String(pageNumber) })))
    expect(readings).toBe(1)
    await asOwner(pool, 'ALTER FUNCTION app.search_pattern RENAME TO away')
    await expect(page({ q: 'sun' })).rejects.toThrow('search_pattern')
    await asOwner(pool, 'ALTER FUNCTION app.away RENAME TO search_pattern')
    expect((await page({ q: 'sun' })).ids).not.toEqual([])
  })

  it('does not see a change that was undone', async () => {
    const { pool, page } = await withManyPrayers()
    const { total } = await page({ q: 'rain' })
    const client = await pool.connect()
    await client.query(`BEGIN; DELETE FROM read.prayers WHERE id = 2`)
    expect(await page({ q: 'rain' })).toMatchObject({ total })
    await client.query('ROLLBACK')
    client.release()
    expect(await page({ q: 'rain' })).toMatchObject({ total })
  })

  it('shows recent changes at the ends, and in every row', async () => {
    const { pool, page, add } = await withManyPrayers()
    const middle = await page({ sort: 'createdAt', page: '24' })
    await add(rows + 1, rows + 5)
    await pool.query('DELETE FROM read.prayers WHERE id = $1', [middle.ids[3]])
    expect(await page({ sort: '-createdAt' })).toMatchObject({ ids: expect.arrayContaining([rows + 5]) })
    const again = await page({ sort: 'createdAt', page: '24' })
    expect(again.ids).not.toContain(middle.ids[3])
    expect(again.total).toBe(middle.total + 5 - 1)
  })
})

describe('the rows that a search found', () => {
  it('are the same on every page, in both directions, as OFFSET finds them', async () => {
    const { pool, page } = await withManyPrayers()
    for (const [sort, order] of [
      ['firstName', 'app.sort_key(first_name) COLLATE "und-x-icu", id'],
      ['-location', 'app.sort_key(location) COLLATE "und-x-icu" DESC, id DESC'],
    ] as const) {
      const all = await pool.query<{ id: number }>(
        `SELECT id FROM read.prayers WHERE review_rank > 0 AND prayer LIKE '%rain%' ORDER BY ${order}`,
      )
      const ids = all.rows.map(({ id }) => id)
      for (let pageNumber = 1; (pageNumber - 2) * 45 < ids.length; pageNumber += 1)
        expect(await page({ sort, q: 'rain', page: String(pageNumber), limit: '45' })).toEqual({
          ids: ids.slice((pageNumber - 1) * 45, pageNumber * 45),
          total: ids.length,
        })
    }
  })

  it('are found again after each change', async () => {
    const { pool, page } = await withManyPrayers()
    const { ids, total } = await page({ q: 'rain', sort: '-createdAt' })
    await pool.query(`UPDATE read.prayers SET prayer = 'For snow' WHERE id = $1`, [ids[0]])
    expect(await page({ q: 'rain', sort: '-createdAt' })).toMatchObject({
      ids: expect.arrayContaining(ids.slice(1)),
      total: total - 1,
    })
    expect((await page({ q: 'rain', sort: '-createdAt' })).ids).not.toContain(ids[0])
  })

  it('that are too many to keep have the same pages and total', async () => {
    const { pool, add, page } = await withManyPrayers()
    await add(rows + 1, 113_000)
    const all = await pool.query<{ id: number }>(
      `SELECT id FROM read.prayers WHERE review_rank > 0 ORDER BY app.sort_key(location) COLLATE "und-x-icu" DESC, id DESC`,
    )
    const ids = all.rows.map(({ id }) => id)
    for (const pageNumber of [1, 2, 1, 1000, 1000, Math.ceil(ids.length / 50), 4000])
      expect(await page({ q: 'for', sort: '-location', page: String(pageNumber) })).toEqual({
        ids: ids.slice((pageNumber - 1) * 50, pageNumber * 50),
        total: ids.length,
      })
  })
})

describe('the counts', () => {
  const groups = `is_unique_visit, is_crawler, response_status`

  it('of requests are right in any order of inserts and deletions', async () => {
    const { pool } = await createProjectedDatabase()
    const add = (first: number) =>
      pool.query(
        `INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, request_path, request_method,
           response_status, response_time, is_unique_visit)
         SELECT now(), '192.0.2.1', '', id % 7 = 0, '/', 'GET', 200 + id % 5, 1, id % 3 = 0
         FROM generate_series($1::int, $1 + 99) AS id`,
        [first],
      )
    await Promise.all([0, 100, 200, 300].map(add))
    await pool.query('DELETE FROM app.traffic_logs WHERE response_status = 203 OR id % 11 = 0')
    await add(400)
    await pool.query(`UPDATE app.traffic_logs SET ip_address = 'erased' WHERE is_crawler`)
    const { rows: counted } = await pool.query(`SELECT * FROM app.traffic_counts ORDER BY ${groups}`)
    const { rows: real } = await pool.query(
      `SELECT ${groups}, count(*) AS row_count FROM app.traffic_logs GROUP BY ${groups} ORDER BY ${groups}`,
    )
    expect(counted).toEqual(real)
  })

  it('of every list are right after any changes, and after a rebuild', async () => {
    const { post, remove, database, rebuildDiffers } = await createTestApp()
    const admin = { as: 'admin' } as const
    for (const name of ['Ruth', 'Naomi', 'Boaz']) {
      const email = `${name}@example.org`
      await post('/api/prayers', { firstName: name, email, prayer: 'For rain.' })
      await post('/api/endorsements', { name, email, endorsementText: 'Yes.' })
      await post('/api/volunteers', { firstName: name, lastName: 'Gray', email })
      await post('/api/admin/news', { title: name, content: 'Words.' }, admin)
      await post('/api/admin/events', { title: name, eventDate: '2026-05-09' }, admin)
    }
    for (const list of ['prayers', 'endorsements']) await post(`/api/admin/${list}/1/approve`, undefined, admin)
    for (const list of ['prayers', 'endorsements', 'news', 'events', 'volunteers'])
      expect((await remove(`/api/admin/${list}/2`, admin)).statusCode, list).toBeLessThan(300)
    await post('/api/admin/erasures', { email: 'boaz@example.org' }, admin)
    const tables = tablesOf(projections)
    const expectCounts = async () => {
      for (const [name, { countedIn }] of Object.entries(tables)) {
        if (countedIn === undefined) continue
        const columns = tables[countedIn]?.primaryKey.join(', ')
        const counted = await database.pool.query(`SELECT * FROM read.${countedIn} ORDER BY ${columns}`)
        const real = await database.pool.query(
          `SELECT ${columns}, count(*) AS row_count FROM read.${name} GROUP BY ${columns} ORDER BY ${columns}`,
        )
        expect(counted.rows, name).toEqual(real.rows)
      }
    }
    await expectCounts()
    const { prayer_counts, endorsement_counts, news_article_counts, volunteer_counts, campaign_event_counts } =
      await rebuildDiffers()
    expect([prayer_counts, endorsement_counts, news_article_counts, volunteer_counts, campaign_event_counts]).toEqual([
      0, 0, 0, 0, 0,
    ])
    await expectCounts()
  })
})

describe('a word of two letters', () => {
  it('is found where words begin', async () => {
    const { post, get } = await createTestApp()
    for (const prayer of ['For rain', 'Ruth needs it', 'On the\nrun', 'A crumb', 'Thru'])
      await post('/api/prayers', { firstName: 'Ada', prayer })
    const found = async (q: string) => {
      const answer = await get(`/api/admin/prayers?sort=createdAt&q=${q}`, { as: 'admin' })
      return answer.json<{ prayer: string }[]>().map(({ prayer }) => prayer)
    }
    expect(await found('ru')).toEqual(['Ruth needs it', 'On the\nrun'])
    expect(await found('AD')).toHaveLength(5)
    expect(await found('rai fo')).toEqual(['For rain'])
    expect(await found('a_')).toEqual([])
    expect(await found('crum a')).toEqual(['A crumb'])
  })
})
