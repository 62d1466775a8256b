import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { usedNumbers } from '../../backend/kernel/eventlog/used-numbers.ts'
import { idFields, sequences } from '../../backend/topics/index.ts'
import { createTestApp, type Product } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { asOwner } from '../support/database/database.ts'
import { productLogs } from '../support/log/product-logs.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const article = { title: 'News', excerpt: 'Short.', content: 'Long.', category: 'news', isPublished: true }
const campaignEvent = { title: 'Rally', eventDate: '2030-05-01', category: 'rally' }
const creations = [
  ['/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' }],
  ['/api/endorsements', { name: 'Ruth', email: 'ruth@example.org', title: 'Teacher', endorsementText: 'Yes.' }],
  ['/api/volunteers', { firstName: 'Ruth', lastName: 'Roe', email: 'ruth@example.org' }],
  ['/api/forum/threads', { title: 'Rain', content: 'We need rain.', categoryId: 1 }],
  ['/api/admin/news', article],
  ['/api/admin/events', campaignEvent],
] as const

async function create(
  app: Product,
  cookie: string,
  [url, payload]: (typeof creations)[number],
  key: string = randomUUID(),
) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie, 'idempotency-key': key }
  const answer = await app.http.inject({ method: 'POST', url, headers, payload })
  expect([url, answer.statusCode, answer.body]).toEqual([url, 201, expect.any(String)])
  return answer.json()
}

/** As a database that was put back from an older copy has them. */
async function putBackSequences({ database }: Product): Promise<void> {
  for (const name of sequences) await asOwner(database.pool, `SELECT setval('eventlog.${name}_id_seq', 1, false)`)
}

it.each(productLogs)(
  'with older sequences every creation gets a number of its own, with the log in %s',
  async (log) => {
    const app = await createTestApp({ identity: 'real', log, runs: 'everything' })
    const admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
    const ids = new Map<string, Set<number>>(creations.map(([url]) => [url, new Set()]))
    const createEach = async () => {
      for (const one of creations) ids.get(one[0])?.add((await create(app, admin, one)).id)
    }
    for (let round = 0; round < 3; round++) await createEach()

    // The site goes on while the database is replaced: a repeated request still gets its first answer.
    for (const one of creations) {
      await putBackSequences(app)
      const key = randomUUID()
      const first = await create(app, admin, one, key)
      await app.database.pool.query('DELETE FROM app.idempotency_answers')
      expect((await create(app, admin, one, key)).id).toBe(first.id)
      expect(ids.get(one[0])?.has(first.id)).toBe(false)
      ids.get(one[0])?.add(first.id)
    }
    await putBackSequences(app)
    await signUpAt(app, 'ruth@example.org')

    // A start looks at the log before anyone is answered.
    await putBackSequences(app)
    await app.core.continueNumbers(null)
    const used = await usedNumbers(app.core.log, idFields, null)
    for (const name of [
      'prayer',
      'endorsement',
      'volunteer',
      'forum_content',
      'article',
      'campaign_event',
      'user',
    ] as const) {
      expect([name, used.get(name) ?? 0]).toEqual([name, expect.any(Number)])
      expect(await app.core.nextId(name)).toBeGreaterThan(used.get(name) ?? Number.POSITIVE_INFINITY)
    }
  },
)
