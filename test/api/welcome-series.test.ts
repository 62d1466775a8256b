import { simpleParser } from 'mailparser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { welcomeSeries, welcomeSeriesStream } from '../../backend/domain/mail/welcome-series.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { createWelcomeQueue } from '../../backend/reactors/welcome-queue.ts'
import { welcomeSeriesReactor } from '../../backend/reactors/welcome-series.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { campaign } from '../../contract/campaign.ts'
import type { WelcomeSeries, WelcomeSeriesSettings } from '../../contract/welcome-series.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { type MailSink, type SinkOptions, startMailSink } from '../support/mail/mail-sink.ts'
import { everythingShown } from '../support/mail/sent-email-campaign.ts'

const hour = 3_600_000
const text = (afterHours: number) => ({
  afterHours,
  subject: `Mail after ${afterHours} hours for {{firstName}}`,
  preheader: '',
  body: `Hello {{firstName|neighbor}}, read [our plan](https://example.org/plan).`,
})
const series: WelcomeSeriesSettings = { isOn: true, mails: [text(0), text(48)] }

/** The emails that arrived at the mail server, in order. */
const arrived = ({ received }: MailSink) =>
  Promise.all(
    received.map(async ({ to, messageId, raw }) => {
      const { subject = '', html, headerLines } = await simpleParser(raw)
      return { to, messageId, subject, html: String(html), headers: headerLines.map(({ line }) => line).join('\n') }
    }),
  )

async function createWelcomeApp(options: SinkOptions = {}, env: Record<string, string> = {}) {
  const sink = await startMailSink(options)
  onTestFinished(sink.close)
  const app = await createTestApp({ env: { SMTP_URL: sink.url, ...env }, sending: { timeout: 2000 } })
  const { on } = welcomeSeriesReactor({
    ...app.core,
    reached: app.reached,
    knex: app.database.knex,
    confirmedOptIn: campaign.confirmedOptIn,
    welcomeQueue: createWelcomeQueue(app.database.pool),
  })
  let seen = 0

  /** Gives the reactor what is new in the log. */
  async function react() {
    await everythingShown(app)
    const events = await app.core.decode<DomainEvent>(await app.core.log.readAll(null, 10_000))
    for (const event of events.slice(seen)) {
      if (event.type === 'MailingListJoined') await on.MailingListJoined(event)
      if (event.type === 'MailAddressConfirmed') await on.MailAddressConfirmed(event)
      if (event.type === 'WelcomeSeriesChanged') await on.WelcomeSeriesChanged(event)
      if (event.type === 'SubjectErased') await on.SubjectErased(event)
    }
    seen = events.length
  }
  const save = async (body: WelcomeSeriesSettings, headers: object = {}) => {
    const answer = await app.app.inject({
      method: 'PUT',
      url: '/api/email-campaigns/welcome-series',
      headers: { 'sec-fetch-site': 'same-origin', cookie: 'session=admin', ...headers },
      payload: body,
    })
    await react()
    return answer
  }
  const join = async (email: string, firstName = 'Ruth') => {
    expect((await app.post('/api/email-signup', { email, firstName })).statusCode).toBe(201)
    await react()
  }
  /** The time is that many hours from now. */
  const tick = (hours = 0) => app.sendWelcomeMails(() => new Date(Date.now() + 1000 + hours * hour))
  const now = async () => {
    await everythingShown(app)
    return (await app.get('/api/email-campaigns/welcome-series', { as: 'admin' })).json<WelcomeSeries>()
  }
  const sent = async () => (await arrived(sink)).map(({ to, subject }) => `${to}: ${subject}`)
  return { app, sink, sent, react, save, join, tick, now }
}

type Outcome = Extract<Recorded<DomainEvent>, { type: 'WelcomeMailHandled' }>
const outcomes = async ({ core }: TestApp) =>
  (await core.decode<DomainEvent>(await core.log.readAll(null, 10_000))).filter(
    (event): event is Outcome => event.type === 'WelcomeMailHandled',
  )

describe('the settings of the series', () => {
  it('are suggested until they are saved, and then count how often they were', async () => {
    const { save, now } = await createWelcomeApp()
    const suggested = await now()
    expect(suggested).toMatchObject({ isOn: false, underWay: 0, sent: 0, changedAt: null, revision: 0 })
    const answer = await save({ isOn: false, mails: suggested.mails })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { mails: suggested.mails, revision: 1 }])
    expect((await save(series)).json()).toMatchObject({ ...series, revision: 2 })
    expect((await save(series)).json()).toMatchObject({ revision: 2 })
  })

  it('cannot be overwritten by an admin who has not seen them', async () => {
    const { save } = await createWelcomeApp()
    expect((await save(series, { 'if-match': '"0"' })).statusCode).toBe(200)
    const late = await save({ ...series, isOn: false }, { 'if-match': '"0"' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ changed: ['isOn', 'mails'], current: { ...series, revision: 1 } })
    expect((await save({ ...series, isOn: false }, { 'if-match': '"1"' })).statusCode).toBe(200)
  })

  it.each<[string, object]>([
    ['no mail', { isOn: true, mails: [] }],
    ['four mails', { isOn: true, mails: [0, 1, 2, 3].map(text) }],
    ['a mail before the one before it', { isOn: true, mails: [text(5), text(5)] }],
    ['half an hour', { isOn: true, mails: [text(0.5)] }],
    ['a body that is too long', { isOn: true, mails: [{ ...text(0), body: 'x'.repeat(10_001) }] }],
    ['an unknown field', { ...series, name: 'Welcome' }],
    ['an id', { isOn: true, mails: [{ ...text(0), campaignId: 7 }] }],
  ])('refuse %s', async (_what, body) => {
    const app = await createTestApp()
    expect((await app.put('/api/email-campaigns/welcome-series', body, { as: 'admin' })).statusCode).toBe(400)
    expect(await app.events()).toEqual([])
  })

  it('are read as they are kept, even if a later version would refuse their words', async () => {
    const { app, now } = await createWelcomeApp()
    const mails = [{ ...text(0), subject: '**Welcome**', body: 'Dear [name]' }]
    const data = { isOn: false, mails, freshIds: [1] }
    await app.core.handle(welcomeSeries, welcomeSeriesStream, { type: 'ChangeWelcomeSeries', data }, systemContext())
    expect(await now()).toMatchObject({ isOn: false, mails })
  })

  it('are for admins', async () => {
    const app = await createTestApp()
    const url = '/api/email-campaigns/welcome-series'
    expect([(await app.get(url)).statusCode, (await app.put(url, series)).statusCode]).toEqual([401, 401])
    expect((await app.get(url, { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.put(url, series, { as: 'supporter' })).statusCode).toBe(403)
  })
})

describe('a person who joins while it is on', () => {
  it('gets each mail once, when it is time', async () => {
    const { app, sent, save, join, tick, now } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    expect(await now()).toMatchObject({ underWay: 1, sent: 0 })
    for (const hours of [0, 0, 1, 47]) await tick(hours)
    expect(await sent()).toEqual(['ruth@example.org: Mail after 0 hours for Ruth'])
    for (const hours of [48.1, 48.1, 500]) await tick(hours)
    expect(await sent()).toEqual([
      'ruth@example.org: Mail after 0 hours for Ruth',
      'ruth@example.org: Mail after 48 hours for Ruth',
    ])
    expect((await outcomes(app)).map(({ data }) => [data.number, data.status])).toEqual([
      [1, 'sent'],
      [2, 'sent'],
    ])
    expect(await now()).toMatchObject({ underWay: 0, sent: 2 })
  })

  it('gets it in the layout of all mail, with a way out and links of their own', async () => {
    const { app, sink, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org', '<b>Ruth</b>\r\nBcc: x@example.org')
    await tick()
    const [mail] = await arrived(sink)
    const subject = await app.core.subjects.forEmail('ruth@example.org')
    const [{ data: outcome } = { data: null }] = await outcomes(app)
    expect(mail?.messageId).toMatch(new RegExp(`^<c${outcome?.campaignId}\\.${subject}\\.[\\da-f]{24}@[\\w.-]+>$`))
    expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail?.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail?.headers).not.toMatch(/^Bcc:/im)
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(mail?.html).not.toContain('<b>Ruth')
    expect(mail?.html).toContain('/unsubscribe?token=')
    const [, token = ''] = /\/go\/mail\/([\w-]+)/.exec(mail?.html ?? '') ?? []
    expect((await app.app.inject({ url: `/go/mail/${token}` })).headers.location).toBe('https://example.org/plan')
  })

  it('is explained, also after unsubscribing; no one else was chosen', async () => {
    const { app, sink, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await app.post('/api/volunteers', { firstName: 'Naomi', lastName: 'Hill', email: 'naomi@example.org' })
    await tick()
    const [mail] = await arrived(sink)
    const [, token = ''] = /unsubscribe\?token=([\w-]+)/.exec(mail?.html ?? '') ?? []
    await app.post('/api/mail-consents/unsubscribe', { token })
    await everythingShown(app)
    const [{ data: outcome } = { data: null }] = await outcomes(app)
    const why = async (email: string) => {
      const url = `/api/email-campaigns/${outcome?.campaignId}/why?email=${email}`
      return (await app.get(url, { as: 'admin' })).json()
    }
    expect(await why('ruth@example.org')).toEqual({
      verdict: 'chosen',
      leftOutBecause: null,
      rules: [
        {
          segmentId: null,
          version: null,
          sentence: 'They signed up for email updates while the welcome series was on.',
          qualifiedBy: [{ type: 'signup', at: expect.any(String), text: 'Signed up for email updates' }],
        },
      ],
      outcome: { status: 'sent', detail: null, sentAt: expect.any(String) },
      since: { what: 'unsubscribed', at: expect.any(String) },
    })
    expect(await why('naomi@example.org')).toMatchObject({ verdict: 'not-chosen', rules: [], outcome: null })
    expect(await why('nobody@example.org')).toMatchObject({ verdict: 'unknown' })
  })

  it('gets no further mail after unsubscribing, however late', async () => {
    const { app, sink, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await tick()
    const [mail] = await arrived(sink)
    const [, token = ''] = /unsubscribe\?token=([\w-]+)/.exec(mail?.html ?? '') ?? []
    expect((await app.post('/api/mail-consents/unsubscribe', { token })).statusCode).toBe(200)
    await tick(49)
    expect(sink.received).toHaveLength(1)
    expect((await outcomes(app)).map(({ data }) => data.status)).toEqual(['sent', 'skipped'])
  })

  it('gets mail that is returned to an address of its own', async () => {
    const { sink, save, join, tick } = await createWelcomeApp(
      {},
      {
        BOUNCES_IMAP_URL: 'imap://bounces:secret@127.0.0.1:1',
        BOUNCES_ADDRESS: 'bounces@campaign.example',
        BOUNCES_PLUS_ADDRESSES: 'on',
      },
    )
    await save(series)
    await join('ruth@example.org')
    await tick()
    expect(sink.received.map(({ from }) => from)).toEqual([
      expect.stringMatching(/^bounces\+[\da-v]{48}@campaign\.example$/),
    ])
  })

  it('is erased with everything that waits for them', async () => {
    const { app, sink, react, save, join, tick, now } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await tick()
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    await tick(49)
    await react()
    expect(sink.received).toHaveLength(1)
    expect((await app.database.pool.query('SELECT FROM app.welcome_mails')).rowCount).toBe(0)
    expect(await now()).toMatchObject({ underWay: 0, sent: 1 })
  })

  it('gets the current texts, at the current hours', async () => {
    const { sent, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await tick()
    await save({ isOn: true, mails: [text(0), { ...text(5), subject: 'Rewritten' }] })
    await tick(5.1)
    expect((await sent()).at(-1)).toBe('ruth@example.org: Rewritten')
  })
})

describe('a person who does not', () => {
  it('gets none: neither those before it was switched on, nor those in progress when it was switched off', async () => {
    const { sent, save, join, tick, now } = await createWelcomeApp()
    await join('before@example.org')
    await save(series)
    await join('ruth@example.org')
    await tick()
    await save({ ...series, isOn: false })
    await join('while-off@example.org')
    await tick(49)
    expect((await save(series)).statusCode).toBe(200)
    await tick(500)
    expect(await sent()).toEqual(['ruth@example.org: Mail after 0 hours for Ruth'])
    expect(await now()).toMatchObject({ underWay: 0, sent: 1 })
  })

  it('gets none even when the reactor hears of it late, because the log says what was on then', async () => {
    const { app, sent, react, tick } = await createWelcomeApp()
    await app.post('/api/email-signup', { email: 'before@example.org', firstName: 'Ruth' })
    await app.put('/api/email-campaigns/welcome-series', series, { as: 'admin' })
    await app.post('/api/email-signup', { email: 'after@example.org', firstName: 'Ruth' })
    await react()
    await tick()
    expect(await sent()).toEqual(['after@example.org: Mail after 0 hours for Ruth'])
  })
})

describe('when something fails', () => {
  it('a mail server that is down is retried, and every email arrives once', async () => {
    const { app, sink, sent, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await join('naomi@example.org', 'Naomi')
    await sink.close()
    await tick()
    await tick(0.001)
    expect(await outcomes(app)).toEqual([])
    const back = await startMailSink({ port: sink.port })
    onTestFinished(back.close)
    await tick(0.3)
    await tick(0.6)
    expect(await sent()).toEqual([])
    expect(back.received.map(({ to }) => to).sort()).toEqual(['naomi@example.org', 'ruth@example.org'])
  })

  it('an email that the server defers waits alone', async () => {
    const { app, sent, save, join, tick } = await createWelcomeApp({
      fault: (mail, to) => (to === 'ruth@example.org' && mail < 3 ? 'later' : null),
    })
    await save(series)
    await join('ruth@example.org')
    await join('naomi@example.org', 'Naomi')
    await tick()
    expect(await sent()).toEqual(['naomi@example.org: Mail after 0 hours for Naomi'])
    await tick(0.1)
    expect(await sent()).toHaveLength(2)
    expect((await outcomes(app)).map(({ data }) => data.status)).toEqual(['sent', 'sent'])
  })

  it('an email is abandoned three days after it was due', async () => {
    const { app, save, join, tick } = await createWelcomeApp({ fault: () => 'later' })
    await save(series)
    await join('ruth@example.org')
    await tick(73)
    expect((await outcomes(app)).map(({ data }) => [data.status, data.detail])).toContainEqual(['failed', 'gave up'])
  })

  it('an address that does not exist ends that mail, and the server’s words are not kept', async () => {
    const { app, sent, save, join, tick } = await createWelcomeApp({
      fault: (_mail, to) => (to === 'ruth@example.org' ? 'refuse' : null),
    })
    await save(series)
    await join('ruth@example.org')
    await join('naomi@example.org', 'Naomi')
    await tick()
    expect(await sent()).toEqual(['naomi@example.org: Mail after 0 hours for Naomi'])
    const said = await outcomes(app)
    expect(said.map(({ data }) => [data.status, data.detail]).sort()).toEqual([
      ['failed', '550 5.1.1'],
      ['sent', null],
    ])
    expect(JSON.stringify(said)).not.toMatch(/ruth@|mailbox/)
    await everythingShown(app)
    const [emailCampaign] = (await app.get('/api/email-campaigns/analytics', { as: 'admin' })).json()
    expect(emailCampaign).toMatchObject({
      kind: 'welcome',
      name: 'Welcome mail 1',
      recipients: 2,
      accepted: 1,
      bounced: 1,
    })
  })

  it('a process that dies before the log has the outcome leaves it to the next one', async () => {
    const { app, sink, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await app.database.pool.query(
      `UPDATE app.welcome_mails SET status = 'sent', done_at = now(), provider = 'gmail' WHERE number = 1`,
    )
    await tick()
    expect(sink.received).toEqual([])
    expect((await outcomes(app)).map(({ data }) => [data.number, data.status])).toEqual([[1, 'sent']])
    await tick()
    expect(await outcomes(app)).toHaveLength(1)
  })

  it('many processes at once send each mail once', { tags: 'long' }, async () => {
    const { app, sent, save, join, tick } = await createWelcomeApp()
    await save(series)
    for (let person = 0; person < 30; person++) await join(`person-${person}@example.org`)
    await Promise.all(Array.from({ length: 8 }, () => tick()))
    expect(new Set(await sent()).size).toBe(30)
    expect(await sent()).toHaveLength(30)
    expect(await outcomes(app)).toHaveLength(30)
  })

  it('an email leased to a dead process is sent once its lease is over', async () => {
    const { app, sink, save, join, tick } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await app.database.pool.query(`UPDATE app.welcome_mails SET not_before = now() + interval '15 minutes'`)
    await tick(0.2)
    expect(sink.received).toEqual([])
    await tick(0.3)
    expect(sink.received).toHaveLength(1)
  })
})

describe('where only confirmed addresses are mailed', () => {
  it('the series begins when the person confirms theirs', async () => {
    campaign.confirmedOptIn = true
    onTestFinished(() => {
      campaign.confirmedOptIn = false
    })
    const { app, save, join, react, tick, sent } = await createWelcomeApp()
    await save(series)
    await join('ruth@example.org')
    await join('naomi@example.org')
    expect(await tick()).toBe(0)
    const subject = await app.core.subjects.forEmail('ruth@example.org')
    const token = app.core.confirmationTokens.issue({ subject, campaignId: null })
    expect((await app.postForm(`/confirm-subscription?token=${token}`, {})).statusCode).toBe(303)
    await react()
    expect(await tick()).toBe(1)
    expect(await sent()).toEqual(['ruth@example.org: Mail after 0 hours for Ruth'])
    await tick(100)
    expect(await sent()).toHaveLength(2)
  })
})
