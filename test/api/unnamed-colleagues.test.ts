import { expect, it } from 'vitest'
import { z } from 'zod'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { keyRights } from '../../records/staff-rights.ts'
import { createTestApp } from '../support/app/app.ts'
import { createVariedLog, readableAddresses } from '../support/app/varied-log.ts'

const colleague = { firstName: 'Thaddeus', lastName: 'Colleague' }

/** Answers about account 1 itself and what it wrote on the forum, and not about what it did as staff. */
const ofAccounts =
  /^\/api\/admin\/(users(\/1)?|exports\/people|people\/[a-z-]+\/1|history\/users\/1|forum\/messages)(\?|$)/

it('names no colleague in any answer for a key without that right, now or as of a past moment', async () => {
  const admin = { id: 1, isAdmin: true, roles: [], sessionId: 'a' }
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    env: { PHOTOS: 'off' },
    overrides: {
      personOf: async () => ({ ...admin, isEmailVerified: true, isProven: true, secondFactorDue: null }),
      projectionTimeout: 60_000,
    },
  })
  const { http, core, database } = app
  const log = createVariedLog(app)
  // Account 1 caused every event of this log, and is named last.
  const events = (await log.varied()).flatMap((of) => of.filter(({ type }) => !/Erased|Deleted|Removed/.test(type)))
  const subject = await core.subjects.forEmail('turn-0@example.org')
  const contact = { phone: null, address: null, city: null, state: null, zipCode: null }
  const profile = { userId: 1, subject, ...colleague, ...contact }
  await log.append([...events, { type: 'ProfileUpdated', data: profile }])
  await database.pool.query(`
    INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at, registered_at, is_admin)
    VALUES (1, gen_random_uuid(), 'ada@example.org', 'a', now(), now(), true)`)
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const rights = keyRights.filter((right) => right !== 'colleagues')
  const secret = await core.apiKeys.issue({ id: 1, userId: 1, rights, until })
  const position = (await core.log.head()) ?? ''
  const byAdmin = { cookie: 'session=admin' }
  const opened = async () =>
    z
      .object({ status: z.string() })
      .parse((await http.inject({ url: `/api/admin/as-of?position=${position}`, headers: byAdmin })).json()).status
  await expect.poll(opened, { timeout: 60_000 }).toBe('ready')

  const urls = (await readableAddresses(app)).filter((url) => !/^\/api\/(profile|preferences|auth)\b/.test(url))
  async function naming(headers: { [name: string]: string }) {
    const found: string[] = []
    for (const url of urls) {
      const { body } = await http.inject({ url, headers })
      if (/Thaddeus|Colleague/.test(body) && !ofAccounts.test(url)) found.push(url)
    }
    return found
  }
  const found = await naming(byAdmin)
  const colleaguesIn = [
    ...['/api/admin/actions', '/api/admin/exports/actions?format=csv', '/api/admin/api-keys', '/api/admin/seals'],
    ...['/api/admin/history/news/1', '/api/admin/users/1/bans', '/api/email-campaigns'],
  ]
  expect(found).toEqual(expect.arrayContaining(colleaguesIn))
  expect(found).toContainEqual(expect.stringMatching(/^\/api\/email-campaigns\/\d+\/ledger$/))
  const byKey = { authorization: `Bearer ${secret}` }
  expect(await naming(byKey)).toEqual([])
  expect(await naming({ ...byKey, [asOfHeader]: position })).toEqual([])
})
