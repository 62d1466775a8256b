import { describe, expect, it, onTestFinished } from 'vitest'
import { campaignEventList } from '../../backend/read-model/campaign-events.ts'
import { donationList } from '../../backend/read-model/donations.ts'
import { emailSignupList } from '../../backend/read-model/email-signups.ts'
import { endorsementList } from '../../backend/read-model/endorsements.ts'
import { forumMessageList } from '../../backend/read-model/forum-messages.ts'
import { articleList } from '../../backend/read-model/news.ts'
import { prayerList } from '../../backend/read-model/prayers.ts'
import { userList } from '../../backend/read-model/user-list.ts'
import { volunteerList } from '../../backend/read-model/volunteers.ts'
import { createTestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const lists = [
  prayerList,
  endorsementList,
  articleList,
  campaignEventList,
  volunteerList,
  emailSignupList,
  donationList,
  userList,
].map(({ table, sorts, searched }) => ({
  table,
  searched,
  sorts: Object.entries(sorts).filter(([, key]) => typeof key === 'string'),
}))

/** Some rows in each table, and a function that explains a query as if no table could be read whole or sorted. */
async function withRows() {
  const { post, database, registerPeople } = await createTestApp()
  await registerPeople()
  for (const name of ['Ruth', 'Naomi', 'Boaz']) {
    const email = `${name}@example.org`
    await post('/api/prayers', { firstName: name, prayer: 'For rain.' })
    await post('/api/endorsements', { name, email, endorsementText: 'Yes.' })
    await post('/api/email-signup', { email })
    await post('/api/volunteers', { firstName: name, lastName: 'Gray', email })
    await post('/api/admin/news', { title: name, content: 'Words.' }, admin)
    await post('/api/admin/events', { title: name, eventDate: '2026-05-09' }, admin)
  }
  await database.pool.query(`
    INSERT INTO read.donations (id, first_name, last_name, email, amount, is_public, created_at, subject, stream)
    SELECT id, 'Ruth', 'Gray', 'ruth@example.org', 2500, true, now(), gen_random_uuid(), id::text
    FROM generate_series(1, 3) AS id`)
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

describe('in each console list', () => {
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

  it('users by last visit are read from an index, in both directions', async () => {
    const explain = await withRows()
    for (const direction of ['ASC', 'DESC']) {
      const plan = await explain(
        `SELECT item.id FROM read.users AS item ${userList.joins} WHERE NOT item.is_erased AND visit.user_id IS NOT NULL
         ORDER BY visit.at ${direction}, visit.user_id ${direction} LIMIT 50`,
        'seqscan',
        'bitmapscan',
        'sort',
        'incremental_sort',
        'hashjoin',
      )
      expect(plan).toContain('last_visits_at')
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
  })

  it('a search reads its trigram index', async () => {
    const explain = await withRows()
    const searches = [
      ...lists.map(({ table, searched }) => ({ table, searched, indexes: [table.replace('read.', '')] })),
      { ...forumMessageList, indexes: ['forum_threads', 'forum_posts'] },
    ]
    for (const { table, searched, indexes } of searches) {
      const plan = await explain(
        `SELECT item.id FROM ${table} AS item WHERE app.search_key(${searched}) LIKE '%' || app.search_pattern('rain') || '%'`,
        'seqscan',
        'indexscan',
        'indexonlyscan',
      )
      for (const index of indexes) expect(plan, table).toContain(`Bitmap Index Scan on ${index}_search`)
    }
  })

  it('items that wait for review are counted from an index', async () => {
    const explain = await withRows()
    for (const table of ['prayers', 'endorsements']) {
      const waiting = `SELECT count(*) FROM read.${table} WHERE status = 'pending' AND NOT is_erased`
      expect(await explain(waiting, 'seqscan', 'bitmapscan'), table).toContain(`${table}_waiting`)
    }
  })
})
