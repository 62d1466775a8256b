import { expect, it } from 'vitest'
import type { MailConsentCommand } from '../../backend/domain/mail/mail-consent-events.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { endSessions } from '../../backend/identity/session-ends.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { pastViews } from '../../backend/read-model/past-tables.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()

const campaignId = 7
const importId = 'a list'
const hard = { campaignId, kind: 'hard', code: '5.1.1' } as const
const soft = { campaignId, kind: 'soft', code: '4.2.2' } as const
/** Facts that the site learns about one person each, days after it happened. */
const stories: ((subject: string) => MailConsentCommand[])[] = [
  (subject) => [{ type: 'UnsubscribeFromMail', data: { subject, campaignId, at: daysAgo(9) } }],
  (subject) => [{ type: 'ReportMailComplaint', data: { subject, campaignId, at: daysAgo(8) } }],
  (subject) => [{ type: 'ReportMailBounce', data: { subject, ...hard, at: daysAgo(7) } }],
  (subject) => [{ type: 'ImportMailOptOut', data: { subject, importId, at: daysAgo(6) } }],
  (subject) => [{ type: 'ImportMailOptOut', data: { subject, importId, at: daysAgo(5), reason: 'bounced' } }],
  (subject) => [{ type: 'ImportMailOptOut', data: { subject, importId, at: daysAgo(4), reason: 'complained' } }],
  (subject) => [
    { type: 'UnsubscribeFromMail', data: { subject, campaignId, at: daysAgo(9) } },
    { type: 'ReportMailBounce', data: { subject, ...hard, at: daysAgo(3) } },
  ],
  (subject) => [
    { type: 'ImportMailOptOut', data: { subject, importId, at: daysAgo(9), reason: 'bounced' } },
    { type: 'ImportMailOptOut', data: { subject, importId: 'another list', at: daysAgo(3) } },
  ],
  (subject) => [
    { type: 'ReportMailBounce', data: { subject, ...hard, at: daysAgo(9) } },
    { type: 'LiftMailBounce', data: { subject, reason: 'works again', at: daysAgo(3) } },
    { type: 'ReportMailBounce', data: { subject, ...soft, at: daysAgo(2) } },
  ],
]

async function tellStories({ core }: TestApp): Promise<void> {
  for (const [nth, story] of stories.entries()) {
    const subject = await core.subjects.forEmail(`person${nth}@example.org`)
    for (const command of story(subject))
      await core.handle(mailConsents, mailConsentStream(subject), command, systemContext())
  }
}

/** Facts that are not in the log: person 2 signed out, person 3 is still signed in. */
async function visit({ pool }: TestApp['database']): Promise<void> {
  await pool.query(
    `INSERT INTO app.sign_ins (user_id, at, method, is_success, device)
     VALUES (2, now() - interval '9 hours', 'password', true, 'Firefox'),
            (3, now() - interval '1 hour', 'password', false, 'Firefox')`,
  )
  await pool.query(
    `INSERT INTO app.sessions (sid, user_id, created_at, last_seen_at, expires_at)
     VALUES ('\\x02', 2, now() - interval '9 hours', now() - interval '2 hours', now() + interval '1 day'),
            ('\\x03', 3, now() - interval '8 hours', now() - interval '3 hours', now() + interval '1 day')`,
  )
  await endSessions(pool, { reason: 'signed-out' }, 'sessions.user_id = $1', [2])
  await pool.query(
    `INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, request_path, request_method,
       response_status, response_time, is_unique_visit)
     VALUES (now() - interval '3 hours', '129.74.1.1', 'Firefox', false, '/about', 'GET', 200, 1, true)`,
  )
  await pool.query(
    `INSERT INTO app.user_activity_log (user_id, action, page, created_at)
     VALUES (2, 'read', '/news', now() - interval '3 hours')`,
  )
  await pool.query(
    `INSERT INTO app.admin_addresses (request_id, user_id, ip_address, at)
     VALUES ('r', 1, '129.74.1.1', now() - interval '3 hours')`,
  )
}

/** Values that go on with the clock, and what is compared in their place. */
const running: { [column: string]: string } = {
  'sessions.expires_at': 'expires_at > now()',
  'user_sessions.session_duration': 'CASE WHEN NOT is_active THEN session_duration END',
}

it('the past shows in every column what the table of now shows, as of the last event', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  await app.registerPeople()
  await tellStories(app)
  await visit(app.database)
  await app.post('/api/prayers', { prayer: 'For rain.', firstName: 'Ruth' })
  const position = (await app.core.log.head()) ?? ''
  while ((await app.past.open(position, 1)).status !== 'ready') await app.past.settled()

  const columnsIn = async (schema: string, table: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2`,
      [schema, table],
    )
    return rows.map(({ name }) => name)
  }
  // Valid for a cache only, which the past has none of.
  const tables = [...pastViews].filter((table) => table !== 'row_changes')
  const shown = await app.past.read(position, async ({ client }) => {
    const { rows: schemas } = await client.query<{ schema: string }>('SELECT schema FROM app.past_views')
    const schema = schemas[0]?.schema ?? ''
    const found: { table: string; past: string[]; live: string[] }[] = []
    for (const table of tables) {
      const columns = (await columnsIn(schema, table)).map((name) => running[`${table}.${name}`] ?? `"${name}"`)
      const rowsIn = async (from: string) => {
        const row = `to_jsonb(ROW(${columns}))::text`
        const { rows } = await client.query<{ row: string }>(`SELECT ${row} AS row FROM ${from}.${table} ORDER BY 1`)
        return rows.map(({ row }) => row)
      }
      found.push({ table, past: await rowsIn(schema), live: await rowsIn('app') })
    }
    return found
  })
  for (const { table, past, live } of shown) {
    expect(live, table).not.toEqual([])
    expect(past, table).toEqual(live)
  }
})
