import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished, vi } from 'vitest'
import { portOf, startSink } from '../../bench/email-campaigns.ts'
import { createTestApp } from '../support/app/app.ts'
import { addVolunteers, admin, createEmailCampaignApp, numbered, quick } from '../support/mail/email-campaigns.ts'
import { longTimeouts } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

const wait = { timeout: 30_000, interval: 10 }
const restarts = { first: 20, max: 100 }
const thread = { linger: 60_000, maxUnanswered: 60, restarts, closeTimeout: 20_000 }

/** The thread that the process starts next. */
async function nextThread(): Promise<Worker> {
  const [worker] = await once(process, 'worker')
  return worker
}

it('goes on after the event loop of this process stood still', async () => {
  const sink = startSink()
  onTestFinished(() => void sink.kill())
  const smtpUrl = `smtp://127.0.0.1:${await portOf(sink)}`
  const app = await createTestApp({ env: { SMTP_URL: smtpUrl }, sending: { ...quick, perSecond: 300 } })
  await app.registerPeople()
  await addVolunteers(app, numbered(700))
  app.emailCampaignSending.start()
  const answer = await app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)
  expect(answer.statusCode).toBe(202)
  const sent = async () => (await app.database.pool.query('SELECT sent FROM app.campaign_queues')).rows[0].sent
  await expect.poll(sent, wait).toBeGreaterThan(0)
  // Meanwhile this process can't say whether the list of suppressions is up to date, so nothing more is claimed.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
  await expect.poll(sent, wait).toBe(700)
})

it('starts with an email campaign, and ends when there is nothing left to send', async () => {
  const app = await createEmailCampaignApp({}, { thread: { ...thread, linger: 0 }, idlePoll: 20 })
  await app.volunteers(numbered(3))
  app.emailCampaignSending.start()
  expect(app.emailCampaignSending.threadStatus().isRunning).toBe(false)
  const started = nextThread()
  const id = await app.update()
  await started
  await app.finished(id)
  await expect.poll(() => app.emailCampaignSending.threadStatus(), wait).toEqual({ isRunning: false, deaths: 0 })
  expect(app.sink.received).toHaveLength(3)
})

it('dies in the middle: the process continues, another thread starts, and no recipient is missing', async () => {
  let isBusy = true
  const fault = (mail: number) => (isBusy && mail > 40 ? 'later' : null)
  const retries = { first: 20, max: 100, attempts: 10_000 }
  const app = await createEmailCampaignApp({ fault }, { thread, retries, timeout: 2500, lease: 6000 })
  await app.volunteers(numbered(150))
  const started = nextThread()
  app.emailCampaignSending.start()
  const id = await app.update()
  const first = await started
  await expect.poll(() => app.sink.received.length, wait).toBeGreaterThan(30)
  await first.terminate()
  isBusy = false
  expect((await app.get('/healthz')).statusCode).toBe(200)
  await expect.poll(() => app.emailCampaignSending.threadStatus(), wait).toEqual({ isRunning: true, deaths: 1 })
  expect((await app.finished(id)).progress).toMatchObject({ sent: 150, failed: 0, skipped: 0 })
  const byPerson = Map.groupBy(app.sink.received, ({ to }) => to)
  expect(byPerson.size).toBe(150)
  expect(app.sink.received.length - 150).toBeLessThanOrEqual(5)
  for (const mails of byPerson.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
})

it('releases claimed recipients when the process stops, and completes the emails in progress', async () => {
  const app = await createEmailCampaignApp(
    {},
    { thread, connections: 2, perSecond: 50, lease: 60_000, timeout: 20_000 },
  )
  await app.volunteers(numbered(200))
  app.emailCampaignSending.start()
  await app.update()
  await expect.poll(() => app.sink.received.length, wait).toBeGreaterThan(20)
  await app.emailCampaignSending.close()
  const { rows } = await app.database.pool.query(
    `SELECT count(*) FILTER (WHERE is_leased) AS leased, count(*) FILTER (WHERE status = 'sent') AS sent
     FROM app.campaign_recipients`,
  )
  expect(rows[0]).toEqual({ leased: 0, sent: app.sink.received.length })
})

it('has the key that signs email, and numbers the links in it', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const env = {
    DKIM_DOMAIN: 'mail.example.org',
    DKIM_SELECTOR: 'first',
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    BOUNCES_ADDRESS: 'bounces@example.org',
    BOUNCES_IMAP_URL: 'imap://bounces:secret@127.0.0.1:1',
    PUBLIC_URL: 'http://127.0.0.1:4000',
  }
  const app = await createEmailCampaignApp({}, {}, env)
  await app.volunteers(numbered(1))
  app.emailCampaignSending.start()
  await app.finished(await app.update('Read [our plan](https://example.org/plan).'))
  const raw = app.sink.received[0]?.raw.replace(/\r\n[ \t]+/g, ' ').replace(/=\r\n/g, '')
  expect(raw).toMatch(/^DKIM-Signature: .*d=mail\.example\.org;.* s=first;/m)
  expect(raw).toMatch(
    /^List-Unsubscribe: <http:\/\/127\.0\.0\.1:4000\/unsubscribe\?token=.*<mailto:bounces@example\.org/m,
  )
  expect(raw).toContain('http://127.0.0.1:4000/go/mail/')
  expect((await app.events()).filter(({ type }) => type === 'MailLinksNumbered')).toHaveLength(1)
})

it('leaves email to the outbox where there is no mail server, and counts it', async () => {
  const kept: string[] = []
  const app = await createTestApp({
    sending: quick,
    mailer: { send: async ({ to }) => void kept.push(to), close: async () => {} },
  })
  await app.registerPeople()
  await addVolunteers(app, numbered(4))
  app.emailCampaignSending.start()
  await app.post('/api/email-campaigns/volunteer-update', { customContent: null }, admin)
  await expect.poll(() => kept.toSorted(), wait).toEqual(numbered(4).map(({ email }) => email))
  expect(await app.registry.metrics()).toContain('mails_total{outcome="sent"} 4')
})
