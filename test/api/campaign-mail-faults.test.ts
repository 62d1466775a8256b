import { expect, it } from 'vitest'
import { admin, createCampaignApp, numbered } from '../support/campaigns.ts'
import { type Fault, startMailSink } from '../support/mail-sink.ts'

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
  const app = await createCampaignApp({ fault }, { connections: 10 })
  const people = numbered(300)
  await app.volunteers(people)
  app.campaignSending.start()
  const id = await app.update()
  await expect
    .poll(
      async () => {
        // The automatic pause is right to step in; an admin who knows better goes on.
        if ((await app.campaign(id)).status === 'paused')
          await app.post(`/api/email-campaigns/${id}/resume`, undefined, admin)
        return (await app.campaign(id)).status
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe('sent')
  const { progress } = await app.campaign(id)
  expect(progress).toMatchObject({ sent: 300 - refused.size, failed: refused.size, waiting: 0, skipped: 0 })
  const got = new Set(app.sink.received.map(({ to }) => to))
  const missing = people.filter(({ email }) => !got.has(email) && !refused.has(email))
  expect(missing).toEqual([])
  // Twice only where the server took the mail and did not say so, and then with the same Message-ID.
  const ids = Map.groupBy(app.sink.received, ({ to }) => to)
  for (const mails of ids.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
}, 120_000)

it('hard bounces above 5% pause the campaign', async () => {
  const app = await createCampaignApp({ fault: (mail) => (mail % 10 === 0 ? 'refuse' : null) })
  await app.volunteers(numbered(400))
  app.campaignSending.start()
  const id = await app.update()
  await expect
    .poll(async () => (await app.campaign(id)).pausedBecause, { timeout: 30_000, interval: 50 })
    .toBe('bounces')
  const { progress, status } = await app.campaign(id)
  expect(status).toBe('paused')
  expect(progress?.waiting).toBeGreaterThan(0)
  // Nobody mails the addresses that do not exist again.
  const bounced = async () =>
    (
      await app.database.pool.query(
        `SELECT count(*) AS people FROM app.mail_suppressions WHERE campaign_id = ${id} AND reason = 'bounced'`,
      )
    ).rows[0].people
  await expect.poll(bounced).toBeGreaterThan(0)
}, 60_000)

it('with a wrong password the campaign waits, says so in one sentence, and goes on by itself', async () => {
  const app = await createCampaignApp({ auth: { user: 'sender', pass: 'right' } })
  await app.volunteers(numbered(3))
  const { port } = app.sink
  await app.sink.close()
  const strict = await startMailSink({ auth: { user: 'sender', pass: 'changed meanwhile' }, port })
  app.campaignSending.start()
  const id = await app.update()
  await expect
    .poll(async () => (await app.campaign(id)).progress?.waitsFor, { timeout: 10_000 })
    .toBe('The mail server does not accept our user name and password. Check SMTP_URL; sending goes on by itself.')
  expect((await app.campaign(id)).progress).toMatchObject({ waiting: 3, failed: 0 })
  await strict.close()
  await expect
    .poll(async () => (await app.campaign(id)).progress?.waitsFor, { timeout: 10_000 })
    .toBe('The mail server cannot be reached. Sending goes on by itself as soon as it answers.')
  const mended = await startMailSink({ auth: { user: 'sender', pass: 'right' }, port })
  const { progress } = await app.finished(id)
  await mended.close()
  expect(progress).toMatchObject({ sent: 3, failed: 0, waitsFor: null })
  expect(mended.received).toHaveLength(3)
}, 60_000)
