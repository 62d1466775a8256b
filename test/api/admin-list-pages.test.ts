import { describe, expect, it } from 'vitest'
import { createAnchors } from '../../backend/read-model/list-anchors.ts'
import { allPrayers } from '../../backend/read-model/prayers.ts'
import { listAllPrayers } from '../../contract/prayers.ts'
import { createProjectedDatabase } from '../support/database.ts'

const rows = 2600

/** More prayers than a page skips, some of them deleted, in several statements and with changes in between. */
async function withManyPrayers() {
  const { knex, pool } = await createProjectedDatabase()
  const add = (first: number, last: number) =>
    pool.query(
      `INSERT INTO read.prayers (id, first_name, location, prayer, status, is_erased, created_at, subject)
       SELECT id, 'Name ' || id * 7919 % 97, 'Town ' || id % 13, 'For ' || CASE id % 2 WHEN 0 THEN 'rain' ELSE 'sun' END,
         CASE WHEN id % 10 = 0 THEN 'deleted' WHEN id % 3 = 0 THEN 'pending' ELSE 'approved' END, false, now(),
         gen_random_uuid()
       FROM generate_series($1::int, $2::int) AS id`,
      [first, last],
    )
  await add(1, rows)
  await pool.query('ANALYZE read.prayers')
  const page = async (query: { [name: string]: string }) => {
    const { items, total } = await allPrayers(knex, listAllPrayers.schema.querystring.parse(query))
    return { ids: items.map(({ id }) => id), total }
  }
  return { knex, pool, add, page }
}

describe('a page in the middle of a long list', () => {
  it.each([
    ['-createdAt', '', 'id DESC'],
    ['createdAt', '', 'id'],
    ['firstName', '', 'lower(first_name), id'],
    ['-firstName', '', 'lower(first_name) DESC, id DESC'],
    ['-status', '', 'review_rank DESC, id DESC'],
    ['-location', 'For', 'lower(location) DESC, id DESC'],
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

describe('what a process remembers', () => {
  it('is the total of a search, until a row of the list changes', async () => {
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

  it('shows at the ends, and in every row, what changed a moment ago', async () => {
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

describe('anchors', () => {
  it('are made again once the list has changed', async () => {
    const { knex, pool } = await withManyPrayers()
    const anchorBefore = createAnchors({ size: 2, renewEvery: 0 })
    const ranks = async (version: string) => {
      const matching = knex.from({ item: 'read.prayers' })
      return anchorBefore(250, { knex, matching, order: ['item.id'], version, total: rows })
    }
    expect(await ranks('1')).toEqual({ rank: 200, values: ['201'] })
    await pool.query('DELETE FROM read.prayers WHERE id <= 50')
    expect(await ranks('1')).toEqual({ rank: 200, values: ['201'] })
  })
})
