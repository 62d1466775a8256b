import { describe, expect, it, onTestFinished } from 'vitest'
import { campaignEventList } from '../../backend/read-model/campaign-events.ts'
import { endorsementList } from '../../backend/read-model/endorsements.ts'
import { articleList } from '../../backend/read-model/news.ts'
import { prayerList } from '../../backend/read-model/prayers.ts'
import { volunteerList } from '../../backend/read-model/volunteers.ts'
import { createTestApp } from '../support/app.ts'

const admin = { as: 'admin' } as const
const lists = [prayerList, endorsementList, articleList, campaignEventList, volunteerList].map((list) => ({
  table: list.table,
  sorts: Object.entries(list.sorts),
  searched: list.searched,
}))

/** Some rows in each table, and a function that explains a query as if no table could be read whole or sorted. */
async function withRows() {
  const { post, database } = await createTestApp()
  for (const name of ['Ruth', 'Naomi', 'Boaz']) {
    const email = `${name}@example.org`
    await post('/api/prayers', { firstName: name, prayer: 'For rain.' })
    await post('/api/endorsements', { name, email, endorsementText: 'Yes.' })
    await post('/api/volunteers', { firstName: name, lastName: 'Gray', email })
    await post('/api/admin/news', { title: name, content: 'Words.' }, admin)
    await post('/api/admin/events', { title: name, eventDate: '2026-05-09' }, admin)
  }
  const client = await database.pool.connect()
  onTestFinished(() => client.release(true))
  await client.query('ANALYZE')
  return async (sql: string, ...without: string[]): Promise<string> => {
    for (const setting of ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await client.query(`SET enable_${setting} = ${without.includes(setting) ? 'off' : 'on'}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${sql}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
}

describe('in each list of the console', () => {
  it('every sort reads its rows from an index, in both directions', async () => {
    const explain = await withRows()
    for (const { table, sorts } of lists)
      for (const [by, expression] of sorts)
        for (const direction of ['ASC', 'DESC']) {
          const plan = await explain(
            `SELECT item.id FROM ${table} AS item ORDER BY ${expression} ${direction}, item.id ${direction} LIMIT 50`,
            'seqscan',
            'bitmapscan',
            'sort',
            'incremental_sort',
          )
          expect(plan, `${table} by ${by}`).toMatch(/Index (Only )?Scan/)
          expect(plan, `${table} by ${by}`).not.toMatch(/Seq Scan|Sort/)
        }
  })

  it('a search reads its trigram index', async () => {
    const explain = await withRows()
    for (const { table, searched } of lists) {
      const where = `${searched} LIKE '%rain%'`
      const plan = await explain(
        `SELECT item.id FROM ${table} AS item WHERE ${where}`,
        'seqscan',
        'indexscan',
        'indexonlyscan',
      )
      expect(plan, table).toContain(`Bitmap Index Scan on ${table.replace('read.', '')}_search`)
    }
  })
})
