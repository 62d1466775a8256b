import { describe, expect, it, vi } from 'vitest'
import { currentSuppression, moveSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import type { UserEvent } from '../../backend/domain/accounts/users.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { mailSuppressionsReactor } from '../../backend/reactors/mail-suppressions.ts'
import { suppressionOf } from '../../backend/read-model/mail-consents.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { recorded } from '../support/log/projected.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

const all = { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true }
const oneClick = 'List-Unsubscribe=One-Click'
const appended = ['&utm_source=x&fbclid=y', '&amp;utm_source=x', '?utm_source=x', '&']

async function ruthOf(app: TestApp) {
  const subject = await app.core.subjects.forEmail('ruth@example.org')
  const token = app.core.unsubscribeTokens.issue({ subject, campaignId: 7 })
  return {
    subject,
    token,
    /** As a mail provider sends it: no cookie, no origin. */
    oneClick: (payload = oneClick, type = 'application/x-www-form-urlencoded') =>
      app.app.inject({
        method: 'POST',
        url: `/unsubscribe?token=${token}`,
        headers: { 'content-type': type },
        payload,
      }),
    press: (name: string, more: Record<string, string> = {}) =>
      app.postForm(`/unsubscribe?token=${token}`, { do: name, ...more }),
    act: (name: string) => app.post(`/api/mail-consents/${name}`, { token }),
    choose: (choices: object) => app.put('/api/mail-consents/choices', { token, choices }),
    suppression: async () => (await currentSuppression(app.core, subject))?.reason ?? null,
  }
}
const reactorOf = ({ core }: TestApp) =>
  mailSuppressionsReactor({ moveSuppression: (move, context) => moveSuppression(core, move, context) })
const consentEvents = async (app: TestApp) =>
  (await app.events()).map(({ type }) => type).filter((type) => /^Mail(?!ingList)/.test(type))

describe('unsubscribing with one click in a mail program', () => {
  it('works at once, without a cookie or an origin, and once', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    for (const _ of [1, 2]) {
      const answer = await ruth.oneClick()
      expect([answer.statusCode, answer.body]).toEqual([200, 'You are unsubscribed.\n'])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await currentSuppression(app.core, ruth.subject)).toEqual({
      reason: 'unsubscribed',
      at: expect.any(String),
      campaignId: 7,
    })
    expect(await consentEvents(app)).toEqual(['MailUnsubscribed'])
    expect(JSON.stringify(await app.events())).not.toContain('ruth')
  })

  it('is understood as a multipart form too', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const part = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await ruth.oneClick(part, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect(await ruth.suppression()).toBe('unsubscribed')
  })

  it('takes what mail programs and trackers append to its address', async () => {
    for (const more of appended) {
      const app = await createTestApp()
      const { token, suppression } = await ruthOf(app)
      const answer = await app.postForm(`/unsubscribe?token=${token}${more}`, oneClick)
      expect([more, answer.statusCode, await suppression()]).toEqual([more, 200, 'unsubscribed'])
    }
  })

  it('never happens by GET or HEAD, whatever they carry', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    for (const method of ['GET', 'HEAD'] as const)
      await app.app.inject({ method, url: `/unsubscribe?token=${ruth.token}&${oneClick}&do=unsubscribe` })
    expect(await ruth.suppression()).toBeNull()
    expect(await consentEvents(app)).toEqual([])
  })

  it('is refused for a forged link, an unknown field, or another kind of body', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const forged = `${ruth.token.slice(0, -2)}${ruth.token.endsWith('AA') ? 'BB' : 'AA'}`
    for (const token of [forged, '', 'x'.repeat(48), 'x'.repeat(201)]) {
      const answer = await app.postForm(`/unsubscribe?token=${token}`, oneClick)
      expect([token, answer.statusCode]).toEqual([token, 400])
      if (token === 'x'.repeat(201)) continue
      for (const name of ['read', 'unsubscribe', 'resubscribe'])
        expect((await app.post(`/api/mail-consents/${name}`, { token })).statusCode).toBe(400)
    }
    for (const [body, status] of [
      ['', 400],
      ['a=b', 400],
      [`${oneClick}&a=b`, 400],
      ['List-Unsubscribe=Two-Clicks', 400],
      [`${oneClick}&x=${'x'.repeat(20_000)}`, 413],
    ] as const)
      expect([body.slice(0, 40), (await ruth.oneClick(body)).statusCode]).toEqual([body.slice(0, 40), status])
    expect((await ruth.oneClick('{}', 'application/json')).statusCode).toBe(415)
    expect(await ruth.suppression()).toBeNull()
  })

  it('is refused when another site sends it with the cookie of a visitor', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const answer = await app.postForm(`/unsubscribe?token=${ruth.token}`, oneClick, { 'sec-fetch-site': 'cross-site' })
    expect([answer.statusCode, await ruth.suppression()]).toEqual([403, null])
  })
})

describe('the page of the link', () => {
  it('unsubscribes, and subscribes again', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const answers = []
    for (const name of ['read', 'unsubscribe', 'read', 'resubscribe', 'read'])
      answers.push((await ruth.act(name)).json().status)
    expect(answers).toEqual(['subscribed', 'unsubscribed', 'unsubscribed', 'subscribed', 'subscribed'])
    expect(await ruth.suppression()).toBeNull()
    expect(await consentEvents(app)).toEqual(['MailUnsubscribed', 'MailResubscribed'])
  })

  it('remembers what a person without an account wants to hear about', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const choices = { ...all, eventInvitations: false }
    expect((await ruth.act('read')).json()).toEqual({ status: 'subscribed', choices: all })
    for (const _ of [1, 2]) expect((await ruth.choose(choices)).json()).toEqual({ status: 'subscribed', choices })
    expect((await ruth.act('read')).json().choices).toEqual(choices)
    expect(await consentEvents(app)).toEqual(['MailChoicesChanged'])
    expect((await ruth.choose({ ...choices, securityAlerts: false })).statusCode).toBe(400)
    expect((await ruth.choose({ campaignNews: true })).statusCode).toBe(400)
    expect(Object.values(await app.rebuildDiffers()).every((rows) => rows === 0)).toBe(true)
  })

  it('works without scripts, and leads back to what it did', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const outcome = (name: string) => `/unsubscribe/${name}?token=${ruth.token}`
    const steps = [
      [await ruth.press('unsubscribe'), outcome('unsubscribed')],
      [await ruth.press('resubscribe'), outcome('subscribed')],
      [await ruth.press('choose', { campaignNews: 'yes' }), outcome('saved')],
    ] as const
    for (const [answer, target] of steps) expect([answer.statusCode, answer.headers.location]).toEqual([303, target])
    expect((await ruth.act('read')).json()).toEqual({
      status: 'subscribed',
      choices: { campaignNews: true, volunteerOpportunities: false, eventInvitations: false, emailUpdates: false },
    })
    await ruth.press('unsubscribe')
    await ruth.press('choose')
    expect((await ruth.act('read')).json().status).toBe('unsubscribed')
    await ruth.press('choose', { emailUpdates: 'yes' })
    expect((await ruth.act('read')).json()).toMatchObject({ status: 'subscribed', choices: { emailUpdates: true } })
    expect((await ruth.press('dance')).statusCode).toBe(400)
    const again = await app.postForm(outcome('unsubscribed'), { do: 'resubscribe' })
    expect([again.statusCode, again.headers.location]).toEqual([303, outcome('subscribed')])
    const forged = await app.postForm('/unsubscribe?token=nonsense', { do: 'unsubscribe' })
    expect([forged.statusCode, forged.headers.location]).toEqual([303, '/unsubscribe/invalid?token=nonsense'])
  })
})

it('the forms behind a link in an email take what was appended to it; the API does not', async () => {
  const app = await createTestApp()
  const { token, subject } = await ruthOf(app)
  const confirm = app.core.confirmationTokens.issue({ subject, campaignId: null })
  const renew = app.core.renewalTokens.issue({ subject, askedAt: new Date().toISOString() })
  for (const more of appended)
    for (const [page, fields] of [
      [`/unsubscribe?token=${token}`, { do: 'unsubscribe' }],
      [`/confirm-subscription?token=${confirm}`, {}],
      [`/subscribe-again?token=${renew}`, {}],
    ] as const) {
      const answer = await app.postForm(page + more, fields)
      expect([page, more, answer.statusCode]).toEqual([page, more, 303])
      expect(answer.headers.location).not.toMatch(/invalid/)
    }
  expect((await app.post('/api/mail-consents/read?utm_source=x', { token })).statusCode).toBe(400)
})

describe('the switches of a person with an account', () => {
  it('are those of their settings, and security alerts stay as they are', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const { rows } = await app.database.pool.query("SELECT subject FROM read.users WHERE first_name = 'Ben'")
    const token = app.core.unsubscribeTokens.issue({ subject: rows[0].subject, campaignId: null })
    const supporter = { as: 'supporter' }
    await app.put('/api/preferences', { ...all, securityAlerts: false }, supporter)
    const choices = { ...all, campaignNews: false }
    expect((await app.put('/api/mail-consents/choices', { token, choices })).json().choices).toEqual(choices)
    expect((await app.get('/api/preferences', supporter)).json()).toEqual({ ...choices, securityAlerts: false })
    expect(await consentEvents(app)).toEqual([])
  })
})

describe('after an erasure', () => {
  it('the link answers kindly, and nothing is recorded or kept', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    await app.post('/api/email-signup', { email: 'ruth@example.org' })
    await ruth.act('unsubscribe')
    await ruth.choose({ ...all, emailUpdates: false })
    const erased = await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect(erased.statusCode, erased.body).toBe(200)
    for (const name of ['read', 'unsubscribe', 'resubscribe'])
      expect((await ruth.act(name)).json()).toEqual({ status: 'erased' })
    expect((await ruth.choose(all)).json()).toEqual({ status: 'erased' })
    expect((await ruth.oneClick()).statusCode).toBe(200)
    expect(await consentEvents(app)).toEqual(['MailUnsubscribed', 'MailChoicesChanged'])
    expect((await app.database.pool.query('SELECT FROM read.mail_choices')).rowCount).toBe(0)
  })
})

describe('the list of people who get no mail', () => {
  it('agrees with the log after many changes at once', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    await Promise.all(Array.from({ length: 12 }, (_, index) => ruth.act(index % 2 ? 'resubscribe' : 'unsubscribe')))
    const last = (await consentEvents(app)).at(-1)
    const reason = last === 'MailUnsubscribed' ? 'unsubscribed' : null
    expect(await ruth.suppression()).toBe(reason)
    await allProjected(app)
    expect((await suppressionOf(app.database.knex, ruth.subject))?.reason ?? null).toBe(reason)
  })

  it('forgets an erased person', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    await ruth.act('unsubscribe')
    expect((await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })).statusCode).toBe(200)
    await allProjected(app)
    expect(await suppressionOf(app.database.knex, ruth.subject)).toBeNull()
  })

  it('follows a person to a new address, once, and leaves a bounce behind', async () => {
    const app = await createTestApp()
    const ruth = await ruthOf(app)
    const next = await app.core.subjects.forEmail('ruth@elsewhere.example')
    const data = { userId: 7, subject: next, previousSubject: ruth.subject, email: 'ruth@elsewhere.example' }
    const moved = recorded<Extract<UserEvent, { type: 'UserEmailChanged' }>>({ type: 'UserEmailChanged', data })
    await reactorOf(app).on.UserEmailChanged(moved)
    expect(await currentSuppression(app.core, next)).toBeNull()
    await ruth.act('unsubscribe')
    await reactorOf(app).on.UserEmailChanged(moved)
    expect(await currentSuppression(app.core, next)).toMatchObject({ reason: 'unsubscribed', campaignId: 7 })
    const token = app.core.unsubscribeTokens.issue({ subject: next, campaignId: null })
    await app.post('/api/mail-consents/resubscribe', { token })
    await reactorOf(app).on.UserEmailChanged(moved)
    expect(await currentSuppression(app.core, next)).toBeNull()
  })
})

it('a wish from a list follows a person to a new address, and a bounce from one does not', async () => {
  const app = await createTestApp()
  const listed = async (reason?: 'bounced') => {
    const subject = await app.core.subjects.forEmail(`${reason ?? 'asked'}@example.org`)
    const next = await app.core.subjects.forEmail(`${reason ?? 'asked'}@elsewhere.example`)
    const kept = reason && { reason }
    const data = { subject, importId: 'list', at: '2026-01-05T12:00:00.000Z', ...kept }
    await app.core.handle(
      mailConsents,
      mailConsentStream(subject),
      { type: 'ImportMailOptOut', data },
      systemContext({ commandId: `list ${reason}` }),
    )
    const move = { userId: 7, subject: next, previousSubject: subject, email: 'next@elsewhere.example' }
    const event = recorded<Extract<UserEvent, { type: 'UserEmailChanged' }>>({ type: 'UserEmailChanged', data: move })
    await reactorOf(app).on.UserEmailChanged(event)
    return currentSuppression(app.core, next)
  }
  expect(await listed()).toMatchObject({ reason: 'unsubscribed' })
  expect(await listed('bounced')).toBeNull()
})

describe('a person without a link', () => {
  const ask = (app: TestApp, email: string) => app.post('/api/mail-consents/link', { email })

  it('gets it by email, and a stranger learns nothing', async () => {
    const mails: Mail[] = []
    const app = await createTestApp({ mailer: { send: async (mail) => void mails.push(mail), close: async () => {} } })
    await ruthOf(app)
    const answers = [await ask(app, 'Ruth@example.org'), await ask(app, 'unknown@example.org')]
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [202, answers[0]?.body],
      [202, answers[0]?.body],
    ])
    await vi.waitFor(() => expect(mails.length).toBeGreaterThan(0), pollTimeout)
    expect(mails.map(({ to }) => to)).toEqual(['Ruth@example.org'])
    const token = /\/unsubscribe\?token=(\S+)/.exec(mails[0]?.text ?? '')?.[1]
    expect((await app.post('/api/mail-consents/read', { token })).json()).toMatchObject({ status: 'subscribed' })
  })

  it('may ask without JavaScript too, a few times an hour', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    const press = (email: string) => app.postForm('/unsubscribe', { do: 'mail-link', email })
    const answer = await press('ruth@example.org')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe/mailed?token='])
    expect((await press('not an address')).headers.location).toBe('/unsubscribe/invalid?token=')
    for (let time = 2; time <= 3; time++) await ask(app, 'ruth@example.org')
    expect((await ask(app, 'ruth@example.org')).statusCode).toBe(429)
  })
})
