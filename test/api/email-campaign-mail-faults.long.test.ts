import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { signatureHeader, signatureOf } from '../../backend/commands/mail-events/signature.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { emailCampaignsReactor } from '../../backend/reactors/email-campaigns.ts'
import { letterhead } from '../../contract/campaign.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { recorded } from '../support/log/projected.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { type Fault, startMailSink } from '../support/mail/mail-sink.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

/** Refused mails must not pause these campaigns. */
const few = { bounces: 40 }

it('every 5th 451, 17th 550, 29th hangs, 31st cut after the dot: all end in sent or failed, none is missing', async () => {
  const refused = new Set<string>()
  const fault = (mail: number, to: string): Fault => {
    if (mail % 5 === 0) return 'later'
    if (mail % 17 === 0 && refused.size < few.bounces) {
      refused.add(to)
      return 'refuse'
    }
    if (mail % 29 === 0) return 'hang'
    return mail % 31 === 0 ? 'cut' : null
  }
  // Short enough for the servers that hang: the same email arrives twice where a slow one does.
  const app = await createEmailCampaignApp({ fault }, { connections: 10, timeout: 500, lease: 3000 })
  const people = numbered(300)
  await app.volunteers(people)
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect
    .poll(
      async () => {
        // The automatic pause is right to step in, but this admin resumes.
        if ((await app.emailCampaign(id)).status === 'paused')
          await app.post(`/api/email-campaigns/${id}/resume`, undefined, admin)
        return (await app.emailCampaign(id)).status
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe('sent')
  const { progress } = await app.emailCampaign(id)
  expect(progress).toMatchObject({ sent: 300 - refused.size, failed: refused.size, waiting: 0, skipped: 0 })
  const got = new Set(app.sink.received.map(({ to }) => to))
  const missing = people.filter(({ email }) => !got.has(email) && !refused.has(email))
  expect(missing).toEqual([])
  // Twice only where the server accepted the email without saying so, and then with the same Message-ID.
  const ids = Map.groupBy(app.sink.received, ({ to }) => to)
  for (const mails of ids.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
}, 120_000)

it('hard bounces above 5% pause the campaign', async () => {
  const app = await createEmailCampaignApp({ fault: (mail) => (mail % 10 === 0 ? 'refuse' : null) })
  await app.volunteers(numbered(400))
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect
    .poll(async () => (await app.emailCampaign(id)).pausedBecause, { timeout: 30_000, interval: 50 })
    .toBe('bounces')
  const { progress, status } = await app.emailCampaign(id)
  expect(status).toBe('paused')
  expect(progress?.waiting).toBeGreaterThan(0)
  // Addresses that do not exist are not mailed again.
  const bounced = async () =>
    (
      await app.database.pool.query(
        `SELECT count(*) AS people FROM read.mail_suppressions WHERE campaign_id = ${id} AND reason = 'bounced'`,
      )
    ).rows[0].people
  await expect.poll(bounced).toBeGreaterThan(0)
  // The admin sees the bounced recipients, in the list and when asking about one of them.
  await allProjected(app)
  const people = (await app.get(`/api/email-campaigns/${id}/recipients?filter=outcome:bounced`, admin)).json()
  expect(people.length).toBeGreaterThan(0)
  for (const person of people)
    expect(person).toMatchObject({ status: 'failed', detail: '550 5.1.1', bouncedAt: expect.any(String) })
  const [{ email }] = people
  expect((await app.get(`/api/email-campaigns/${id}/why?email=${email}`, admin)).json()).toMatchObject({
    outcome: { status: 'failed', detail: '550 5.1.1' },
    since: { what: 'bounced' },
  })
}, 60_000)

it('a busy provider is skipped for a while, and other recipients get their email', async () => {
  let isBusy = true
  const isSlow = (to: string) => to.endsWith('@slow.example')
  const app = await createEmailCampaignApp(
    { fault: (_mail, to) => (isBusy && isSlow(to) ? 'later' : null) },
    { providerRetries: { first: 3_600_000, max: 3_600_000 } },
  )
  await app.volunteers([...numbered(300, 'slow.example'), ...numbered(60)])
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect.poll(() => app.sink.received.length, { timeout: 30_000 }).toBe(60)
  expect(app.sink.received.some(({ to }) => isSlow(to))).toBe(false)
  // Only recipients claimed before the third refusal were tried.
  const tried = [...app.sink.tried.keys()].filter(isSlow)
  expect(tried.length).toBeLessThan(250)
  const { rows } = await app.database.pool.query('SELECT provider FROM app.campaign_providers WHERE until > now()')
  expect(rows).toEqual([{ provider: 'slow.example' }])
  expect((await app.emailCampaign(id)).progress).toMatchObject({ sent: 60, failed: 0, waiting: 300 })

  isBusy = false
  await app.database.pool.query('UPDATE app.campaign_providers SET until = now()')
  expect((await app.finished(id)).progress).toMatchObject({ sent: 360, failed: 0 })
  expect((await app.database.pool.query('SELECT FROM app.campaign_providers')).rowCount).toBe(0)
}, 90_000)

it('complaints above 0.3% pause the email campaign, and every admin gets a notice', async () => {
  const secret = 'a webhook secret of more than 32 characters'
  const enough = 1000
  // The last emails wait for a busy mail server, so that the email campaign is in progress.
  const app = await createEmailCampaignApp(
    { fault: (_mail, to) => (Number(/\d+/.exec(to)?.[0]) >= enough ? 'later' : null) },
    { connections: 10, retries: { first: 60_000, max: 60_000, attempts: 25 } },
    { MAIL_EVENTS_SECRET: secret },
  )
  const subjects = await app.volunteers(numbered(enough + 20))
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect.poll(async () => (await app.emailCampaign(id)).progress?.sent, { timeout: 60_000 }).toBe(enough)
  const complain = (subject = '') => {
    const messageId = app.core.messageIds.issue({ campaignId: id, subject }, '127.0.0.1')
    const payload = JSON.stringify({
      events: [{ type: 'complaint', at: new Date().toISOString(), about: { messageId } }],
    })
    const signature = signatureOf(secret, Math.floor(Date.now() / 1000), Buffer.from(payload))
    const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
    return app.app.inject({ method: 'POST', url: '/api/mail-events', payload, headers })
  }
  for (const subject of subjects.slice(0, 3)) expect((await complain(subject)).statusCode).toBeLessThan(300)
  await app.emailCampaignSending.record()
  expect((await app.emailCampaign(id)).status).toBe('sending')
  await complain(subjects[3])
  await app.emailCampaignSending.record()
  await expect
    .poll(() => app.emailCampaign(id), { timeout: 10_000 })
    .toMatchObject({ status: 'paused', pausedBecause: 'complaints', progress: { sent: enough, waiting: 20 } })

  const [paused] = (await app.events()).filter(({ type }) => type === 'CampaignPaused')
  const mails: Mail[] = []
  const { on } = emailCampaignsReactor({
    knex: app.database.knex,
    emailCampaignSending: app.emailCampaignSending,
    sender: () => ({ ...letterhead, publicUrl: 'https://www.example.org' }),
    sentMails: sentMailsBy(app.database, async (mail) => void mails.push(mail), 'www.example.org'),
    reached: app.reached,
    earlier: async () => [],
  })
  await on.CampaignPaused(recorded({ type: 'CampaignPaused', data: Object(paused?.data) }))
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org'])
  expect(mails[0]?.text).toContain('More than 0.3% of the people who got it reported it as spam.')
}, 120_000)

it('with a wrong password the email campaign waits, says so in one sentence, and continues by itself', async () => {
  const app = await createEmailCampaignApp({ auth: { user: 'sender', pass: 'right' } })
  await app.volunteers(numbered(3))
  const { port } = app.sink
  await app.sink.close()
  const strict = await startMailSink({ auth: { user: 'sender', pass: 'changed' }, port })
  app.emailCampaignSending.start()
  const id = await app.update()
  await expect
    .poll(async () => (await app.emailCampaign(id)).progress?.waitsFor, { timeout: 10_000 })
    .toBe('The mail server does not accept our user name and password. Check SMTP_URL; sending goes on by itself.')
  expect((await app.emailCampaign(id)).progress).toMatchObject({ waiting: 3, failed: 0 })
  const test = await app.post('/api/email-campaigns/test', { kind: 're-engagement' }, admin)
  expect([test.statusCode, test.json().message]).toEqual([
    503,
    'The test could not be sent. The mail server 127.0.0.1 rejects the user or the password in SMTP_URL. Correct them, then restart.',
  ])
  await strict.close()
  await expect
    .poll(async () => (await app.emailCampaign(id)).progress?.waitsFor, { timeout: 10_000 })
    .toBe('The mail server cannot be reached. Sending goes on by itself as soon as it answers.')
  const mended = await startMailSink({ auth: { user: 'sender', pass: 'right' }, port })
  const { progress } = await app.finished(id)
  await mended.close()
  expect(progress).toMatchObject({ sent: 3, failed: 0, waitsFor: null })
  expect(mended.received).toHaveLength(3)
}, 60_000)

it('however long the mail server is away, no recipient uses up their attempts', async () => {
  const app = await createEmailCampaignApp(
    {},
    { relayRetries: { first: 5, max: 10 }, retries: { first: 20, max: 100, attempts: 2 } },
  )
  await app.volunteers(numbered(3))
  const { port } = app.sink
  await app.sink.close()
  app.emailCampaignSending.start()
  const id = await app.update()
  const attempts = async () =>
    (await app.database.pool.query('SELECT attempts, status FROM app.campaign_recipients WHERE NOT is_leased')).rows
  await expect
    .poll(async () => (await app.emailCampaign(id)).progress?.waitsFor, { timeout: 10_000 })
    .toMatch(/cannot be reached/)
  // Many times the number of attempts of one recipient.
  const before = await tries(app.database.pool)
  await expect.poll(() => tries(app.database.pool), { timeout: 20_000 }).toBeGreaterThan(before + 40)
  await expect.poll(attempts, { timeout: 10_000 }).toContainEqual({ attempts: 0, status: 'waiting' })
  const mended = await startMailSink({ port })
  const { progress } = await app.finished(id)
  await mended.close()
  expect(progress).toMatchObject({ sent: 3, failed: 0, waitsFor: null })
}, 60_000)

/** Counts the changes of recipient rows: each attempt claims one and releases it. */
async function tries(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `SELECT n_tup_upd AS tries FROM pg_stat_user_tables WHERE relname = 'campaign_recipients'`,
  )
  return Number(rows[0]?.tries)
}
