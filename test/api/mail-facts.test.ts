import { expect, it, onTestFinished } from 'vitest'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { nextMorning } from '../../backend/domain/mail/mornings.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { mailFacts } from '../../backend/read-model/mail-facts.ts'
import { showMailFacts } from '../../backend/tools/mail-facts-command.ts'
import { letterhead } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { MailFacts } from '../../contract/mail-facts.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { type Fault, startMailSink } from '../support/mail/mail-sink.ts'

const wait = { timeout: 30_000 }
const ruth = 'ruth@example.org'

async function site() {
  const faults = new Map<string, Fault>()
  const sink = await startMailSink({ fault: (_mail, to) => faults.get(to) ?? null })
  onTestFinished(() => sink.close())
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { SMTP_URL: sink.url, MAIL_FROM: 'hello@example.org' },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const call = (method: 'GET' | 'POST', url: string, payload?: object, headers: object = { cookie }) =>
    app.http.inject({
      method,
      url,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(payload && { payload }),
    })
  async function post(url: string, payload?: object) {
    const answer = await call('POST', url, payload)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  async function facts(email = ruth): Promise<MailFacts> {
    const answer = await call('GET', `/api/admin/mail-facts?email=${encodeURIComponent(email)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    app,
    faults,
    call,
    post,
    facts,
    pray: (email = ruth) => post('/api/prayers', { firstName: 'Ruth', prayer: 'For rain', email, location: null }),
    sentences: async (email = ruth) => (await facts(email)).facts.map(({ sentence }) => sentence),
  }
}

it('says of all four ways what was sent', async () => {
  const { call, post, facts, sentences } = await site()
  await call(
    'POST',
    '/api/auth/register',
    { email: ruth, password: 'a quiet lane by the mill', firstName: 'R', lastName: 'G' },
    {},
  )
  await post('/api/email-signup', { email: ruth })
  await call('POST', '/api/auth/magic-link/send', { email: ruth }, {})
  await call(
    'POST',
    '/api/auth/register',
    { email: ruth, password: 'another lane by the mill', firstName: 'R', lastName: 'G' },
    {},
  )
  const mail = { name: 'March letter', subject: 'News', body: 'Hello', segmentIds: ['newsletter-subscribers'] }
  const { id } = await post('/api/email-campaigns', mail)
  expect((await call('POST', `/api/email-campaigns/${id}/send`, {})).statusCode).toBe(202)
  await expect
    .poll(() => sentences(), wait)
    .toContain('The campaign “March letter” was accepted by the next mail server.')
  await expect
    .poll(async () => (await facts()).facts.map(({ way, outcome }) => `${way} ${outcome}`).toSorted(), wait)
    .toEqual(['account sent', 'campaign sent', 'letter sent', 'letter sent', 'notice sent'])
  expect((await facts()).now).toEqual(['Nothing stops mail to this address.'])
  expect(await sentences()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^The notice “You already have an account with .+” was sent\.$/)]),
  )
})

it('says what was held back, for how long, and that it left', async () => {
  const { app, pray, sentences } = await site()
  await app.database.pool.query(
    `INSERT INTO app.inbox_mails (key, inbox, kind) SELECT 'earlier.' || nth, $1, 'thanks' FROM generate_series(1, 5) AS nth`,
    [app.core.subjects.emailHash(ruth)],
  )
  await pray()
  const morning = nextMorning(new Date(), campaignClock)
  await expect
    .poll(() => sentences(), wait)
    .toEqual([
      `The message “Receipt of a prayer” was held back, because their inbox had its share of that day; it leaves on ${app.mail.formatTime(morning.toISOString())}.`,
    ])
  await app.limitedMails.sendHeld(morning)
  expect(await sentences()).toContain('The message “Receipt of a prayer” was sent.')
})

it('says what was not sent and why, and what stops mail now', async () => {
  const { app, pray, facts, sentences } = await site()
  const subject = await app.core.subjects.forEmail(ruth)
  const bounce = { subject, campaignId: null, kind: 'hard', code: '5.1.1', at: new Date().toISOString() } as const
  await app.core.handle(
    mailConsents,
    mailConsentStream(subject),
    { type: 'ReportMailBounce', data: bounce },
    systemContext(),
  )
  await expect
    .poll(async () => (await facts()).now, wait)
    .toEqual([expect.stringMatching(/^Their address bounced on .+ [AP]M, so they get no campaign mail\.$/)])
  await pray()
  await expect
    .poll(() => sentences(), wait)
    .toEqual(['The message “Receipt of a prayer” was not sent because their address bounces.'])
})

it('says what the mail server refused', async () => {
  const { faults, call, post, sentences } = await site()
  faults.set(ruth, 'refuse message')
  await post('/api/email-signup', { email: ruth })
  await expect
    .poll(() => sentences(), wait)
    .toEqual([
      expect.stringMatching(
        /^The message “You’re on the .+ mailing list” was refused by the mail server, and given up \(554 5\.7\.1 after DATA\)\.$/,
      ),
    ])
  await call('POST', '/api/auth/magic-link/send', { email: ruth }, {})
  expect(await sentences()).toContain(
    `The account mail “Your sign-in link for ${letterhead.siteName}” could not be delivered (554 5.7.1 after DATA).`,
  )
})

it('tells the command line the same sentences', async () => {
  const { app, post, facts } = await site()
  await post('/api/email-signup', { email: ruth })
  await expect.poll(async () => (await facts()).facts.length, wait).toBe(1)
  const lines: string[] = []
  const { formatTime } = app.mail
  const read = async (email: string) =>
    mailFacts(app.database.knex, { email, subject: await app.core.subjects.find(email) }, formatTime)
  await showMailFacts(ruth, { read, formatTime }, (line) => void lines.push(line))
  const { now, facts: found } = await facts()
  expect(lines).toEqual([...now, ...found.map(({ at, sentence }) => `${formatTime(at)}: ${sentence}`)])
})

it('says nothing of an address that nobody has, or whose person was erased, and keeps nothing of them', async () => {
  const { app, post, facts } = await site()
  const unknown = ['No person is known under this address, so we sent nothing that we know of.']
  expect(await facts('nobody@example.org')).toEqual({ email: 'nobody@example.org', now: unknown, facts: [] })
  await post('/api/email-signup', { email: ruth })
  await expect.poll(async () => (await facts()).facts.length, wait).toBe(1)
  const subject = await app.core.subjects.find(ruth)
  await post('/api/admin/erasures', { email: ruth })
  await expect.poll(() => facts(), wait).toEqual({ email: ruth, now: unknown, facts: [] })
  const kept = async () =>
    (await app.database.pool.query('SELECT FROM app.mail_facts WHERE subject = $1', [subject])).rowCount
  await expect.poll(kept, wait).toBe(0)
})

it('is for admins, of a whole address, and has no past', async () => {
  const app = await createTestApp()
  const path = `/api/admin/mail-facts?email=${ruth}`
  expect((await app.get(path)).statusCode).toBe(401)
  expect((await app.get(path, { as: 'supporter' })).statusCode).toBe(403)
  expect((await app.get('/api/admin/mail-facts?email=ruth', { as: 'admin' })).json().errors[0].path).toBe('email')
  const past = await app.app.inject({ url: path, headers: { cookie: 'session=admin', 'as-of': '1' } })
  expect(past.statusCode).toBe(409)
})
