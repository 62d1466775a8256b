import { describe, expect, it, onTestFinished } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { startMailSink } from '../support/mail/mail-sink.ts'

const secret = 'a webhook secret of more than 32 characters'
const basic = `Basic ${Buffer.from(`provider:${secret}`).toString('base64')}`
const wait = { timeout: 30_000 }
const hour = 3600 * 1000

/** The running product with a mail server. */
async function site() {
  const sink = await startMailSink()
  onTestFinished(() => sink.close())
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { SMTP_URL: sink.url, MAIL_FROM: 'hello@example.org', MAIL_EVENTS_SECRET: secret },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { core } = app
  const press = (url: string) =>
    app.http.inject({
      method: 'POST',
      url,
      payload: '',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const mailsTo = (to: string) =>
    sink.received
      .filter((mail) => mail.to === to)
      .map(({ raw }) => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  const subjectOf = (email: string) => core.subjects.forEmail(email)
  return {
    app,
    cookie,
    press,
    mailsTo,
    subjectOf,
    join: (email: string) => app.http.inject({ method: 'POST', url: '/api/email-signup', payload: { email }, headers }),
    stop: async (email: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/mail-consents/unsubscribe',
        payload: { token: core.unsubscribeTokens.issue({ subject: await subjectOf(email), campaignId: null }) },
        headers,
      }),
    report: (event: object) =>
      app.http.inject({
        method: 'POST',
        url: '/api/mail-events',
        payload: { events: [event] },
        headers: { authorization: basic },
      }),
    suppression: async (email: string) => (await currentSuppression(app.core, await subjectOf(email)))?.reason ?? null,
    events: async (email: string) =>
      (await core.decode(await core.log.readStream(mailConsentStream(await subjectOf(email))))).map(({ type }) => type),
    linkTo: (email: string) =>
      mailsTo(email)
        .flatMap((raw) => /(\/subscribe-again\?token=[\w-]{51})/.exec(raw)?.[1] ?? [])
        .at(-1) ?? '',
    /** Waits until the reactors have handled the whole log. */
    settled: () =>
      expect
        .poll(async () => {
          const { reactors } = await app.reactors.status()
          return reactors.every(({ lag }) => lag.events === 0)
        }, wait)
        .toBe(true),
  }
}

describe('signing up again after unsubscribing', () => {
  it('sends one mail with a button, and only the button starts the mail again', async () => {
    const { join, stop, press, mailsTo, linkTo, suppression, events, settled, app, cookie } = await site()
    await join('ruth@example.org')
    await expect.poll(() => mailsTo('ruth@example.org').length, wait).toBe(1)
    await stop('ruth@example.org')
    const first = await join('ruth@example.org')
    expect([first.statusCode, Object.keys(first.json())]).toEqual([201, ['id']])
    await expect.poll(() => linkTo('ruth@example.org'), wait).not.toBe('')
    // Whatever else anyone enters today.
    for (const _ of [1, 2, 3]) await join(' Ruth@example.org')
    await settled()
    expect(mailsTo('ruth@example.org')).toHaveLength(2)
    expect(mailsTo('ruth@example.org')[1]).toContain('Yes, write to me again')
    expect(await suppression('ruth@example.org')).toBe('unsubscribed')

    const link = linkTo('ruth@example.org')
    for (const method of ['GET', 'HEAD'] as const) await app.http.inject({ method, url: link })
    expect(await suppression('ruth@example.org')).toBe('unsubscribed')
    for (const _ of [1, 2]) {
      const answer = await press(link)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, link.replace('?', '/subscribed?')])
    }
    expect(await suppression('ruth@example.org')).toBeNull()
    expect(await events('ruth@example.org')).toEqual(['MailUnsubscribed', 'MailAskedForAgain', 'MailConsentRenewed'])
    const history = (await app.http.inject({ url: '/api/admin/history/email-signups/1', headers: { cookie } })).json()
    expect(history.at(-1)).toMatchObject({
      type: 'MailConsentRenewed',
      actor: { kind: 'visitor' },
      state: { campaignEmail: 'On (asked for it by email)' },
    })

    await stop('ruth@example.org')
    expect((await press(link)).headers.location).toBe(link.replace('?', '/expired?'))
    expect(await suppression('ruth@example.org')).toBe('unsubscribed')
  }, 60_000)

  it('gives known, unknown and unsubscribed addresses the same answer, and each writes one event', async () => {
    const { join, stop, report, events, settled, mailsTo, subjectOf, app } = await site()
    const since = new Date(Date.now() - 30 * hour)
    const people = ['known@example.org', 'gone@example.org', 'angry@example.org', 'dead@example.org']
    for (const email of people) await join(email)
    // They all joined yesterday.
    await settled()
    await app.database.pool.query('UPDATE read.email_signups SET created_at = $1', [since])
    await stop('gone@example.org')
    await report({ type: 'complaint', at: since.toISOString(), about: { email: 'angry@example.org' } })
    await report({ type: 'bounce', code: '5.1.1', at: since.toISOString(), about: { email: 'dead@example.org' } })
    const before = sinkCounts(mailsTo, people)
    const written = async () => (await app.core.log.readAll(null, 1000)).length
    for (const email of [...people, 'new@example.org']) {
      const count = await written()
      const answer = await join(email)
      expect([answer.statusCode, answer.json()]).toEqual([201, { id: expect.any(Number) }])
      expect((await written()) - count, email).toBe(1)
      await join(email)
      expect((await written()) - count, email).toBe(1)
    }
    await expect.poll(() => mailsTo('gone@example.org').length, wait).toBe((before['gone@example.org'] ?? 0) + 1)
    await settled()
    // A person who reported our mail as spam, or whose mailbox is gone, is not written to.
    expect(sinkCounts(mailsTo, people)).toEqual({
      ...before,
      'gone@example.org': (before['gone@example.org'] ?? 0) + 1,
    })
    for (const email of people) expect((await events(email)).at(-1)).toBe('MailAskedForAgain')
    expect(await subjectOf('new@example.org')).not.toBeNull()
  }, 60_000)

  it('by a link that is too old, forged, incomplete, or of an erased person says what to do', async () => {
    const { join, stop, press, subjectOf, suppression, app, cookie } = await site()
    await join('ruth@example.org')
    await stop('ruth@example.org')
    const subject = await subjectOf('ruth@example.org')
    const askedAt = new Date(Date.now() - 8 * 24 * hour).toISOString()
    const command = { type: 'AskForMailAgain', data: { subject, at: askedAt, isNew: false } } as const
    await app.core.handle(mailConsents, mailConsentStream(subject), command, systemContext())
    const page = (token: string, outcome = '') => `/subscribe-again${outcome}?token=${token}`
    const old = app.core.renewalTokens.issue({ subject, askedAt })
    expect((await press(page(old))).headers.location).toBe(page(old, '/expired'))
    const others = [
      '',
      'x',
      app.core.unsubscribeTokens.issue({ subject, campaignId: null }),
      app.core.confirmationTokens.issue({ subject, campaignId: null }),
    ]
    for (const token of others) expect((await press(page(token))).headers.location).toBe(page(token, '/invalid'))
    expect(await suppression('ruth@example.org')).toBe('unsubscribed')
    const erased = await app.http.inject({
      method: 'POST',
      url: '/api/admin/erasures',
      payload: { email: 'ruth@example.org' },
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(erased.statusCode, erased.body).toBe(200)
    expect((await press(page(old))).headers.location).toBe(page(old, '/erased'))
  }, 60_000)
})

const sinkCounts = (mailsTo: (to: string) => string[], people: readonly string[]) =>
  Object.fromEntries(people.map((email) => [email, mailsTo(email).length]))
