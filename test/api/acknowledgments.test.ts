import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { currentSuppression } from '../../backend/commands/mail-consents/mail-suppressions.ts'
import { confirmLinks } from '../../backend/identity/confirm-links.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { inboxOf } from '../../backend/mail/inbox-limit.ts'
import type { Mail } from '../../backend/mail/mailer.ts'
import { acknowledgmentsReactor } from '../../backend/reactors/acknowledgments.ts'
import { rsvpMailsReactor } from '../../backend/reactors/rsvp-mails.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { campaign, letterhead } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { perReviewed } from '../../contract/topic-words.ts'
import { createTestApp } from '../support/app/app.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { productLogs } from '../support/log/product-logs.ts'
import { bounces } from '../support/mail/bounces.ts'
import { limitedMailsBy } from '../support/mail/limited-mails.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const ruth = 'ruth@example.org'
const publicUrl = 'https://campaign.example'
const volunteer = (email: string) => ({ firstName: 'BUY NOW', lastName: 'at spam.example', email, skills: 'spam' })
const prayer = (email: string | null) => ({ firstName: 'BUY NOW', prayer: 'spam.example', email, location: null })
const endorsement = (email: string) => ({ name: 'BUY NOW', email, title: 'spam', endorsementText: 'spam.example' })
const person = (email: string) => ({ email, password: 'a quiet lane by the mill', firstName: 'BUY', lastName: 'NOW' })

async function confirming({ acknowledgments = campaign.acknowledgments, send = async (_mail: Mail) => {} } = {}) {
  const app = await createTestApp()
  const { core, database } = app
  const mails: Mail[] = []
  const sentMails = sentMailsBy(database, async (mail) => {
    await send(mail)
    mails.push(mail)
  })
  const { on, concerns } = acknowledgmentsReactor({
    subjects: core.subjects,
    currentSuppression: (subject) => currentSuppression(core, subject),
    limitedMails: limitedMailsBy(app, sentMails),
    sender: () => ({ ...letterhead, publicUrl }),
    unsubscribeLinks: (subject) => ({ url: `${publicUrl}/unsubscribe?token=${subject}` }),
    confirmLinks: confirmLinks(core),
    acknowledgments,
  })
  /** Gives the reactor the log from the start, as after a lost checkpoint. */
  async function react() {
    const events: Recorded<DomainEvent>[] = await core.decode<DomainEvent>(await core.log.readAll(null, 10_000))
    for (const event of events) {
      if (event.type === 'MailingListJoined' && concerns(event)) await on.MailingListJoined(event)
      if (event.type === 'VolunteerApplied' && concerns(event)) await on.VolunteerApplied(event)
      if (event.type === 'PrayerSubmitted' && concerns(event)) await on.PrayerSubmitted(event)
      if (event.type === 'EndorsementSubmitted' && concerns(event)) await on.EndorsementSubmitted(event)
      if (event.type === 'UserRegistered' && concerns(event)) await on.UserRegistered(event)
    }
  }
  const everything = async (email: string) => {
    for (const [url, body] of [
      ['/api/email-signup', { email, firstName: 'BUY NOW' }],
      ['/api/volunteers', volunteer(email)],
      ['/api/prayers', prayer(email)],
      ['/api/endorsements', endorsement(email)],
      ['/api/auth/register', person(email)],
    ] as const) {
      const answer = await app.post(url, body)
      expect(answer.statusCode, answer.body).toBe(201)
    }
  }
  return { app, mails, sentMails, react, everything }
}

describe('a new account', () => {
  const linkIn = (mail?: Mail) => /\/login\/verify\?token=([^\s"&]+)/.exec(mail?.text ?? '')?.[1] ?? ''

  it('gets a button that confirms its address, once', async () => {
    const { app, mails, react } = await confirming()
    await app.post('/api/auth/register', person(ruth))
    await react()
    const [mail] = mails
    expect(mail?.html).toContain('Confirm my email address')
    const body = { token: linkIn(mail) }
    const opened = await app.post('/api/auth/magic-link/verify', body)
    expect(opened.json()).toMatchObject({ user: { email: ruth, isEmailVerified: true } })
    expect((await app.post('/api/auth/magic-link/verify', body)).statusCode).toBe(403)
  })

  it('is not asked to confirm an address that is proved already', async () => {
    const { app, mails, react } = await confirming()
    await app.post('/api/auth/register', person(ruth))
    const link = await confirmLinks(app.core)(1, ruth)
    await app.post('/api/auth/magic-link/verify', { token: link?.token })
    await react()
    expect(mails.map(({ html }) => html.includes('Confirm my email address'))).toEqual([false])
  })
})

describe('people who did something', () => {
  it('get one email for each kind, which says what happens next and repeats none of their input', async () => {
    const { mails, react, everything } = await confirming()
    await everything(ruth)
    await react()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ruth, `You’re on the ${letterhead.siteName} mailing list`],
      [ruth, `Thank you for volunteering with ${letterhead.siteName}`],
      [ruth, `${letterhead.siteName} received your prayer`],
      [ruth, `${letterhead.siteName} received your endorsement`],
      [ruth, `Welcome to ${letterhead.siteName}`],
    ])
    for (const { subject, html, text } of mails) {
      expect(subject + html + text).not.toMatch(/BUY|NOW|spam/)
      for (const part of [html, text]) {
        expect(part).toContain('What happens next')
        expect(part).toContain(letterhead.paidForBy)
        expect(part).toContain(letterhead.postalAddress)
      }
    }
    const [signUp = '', volunteering = '', ...others] = mails.map(({ text }) => text)
    for (const text of [signUp, volunteering]) expect(text).toContain(`${publicUrl}/unsubscribe?token=`)
    for (const text of others) expect(text).not.toContain('unsubscribe')
  })

  it('get no second one when they do it again, or when the log is read again', async () => {
    const { app, mails, react } = await confirming()
    for (const body of [volunteer(ruth), volunteer('Ruth@Example.org')]) await app.post('/api/volunteers', body)
    for (let time = 1; time <= 2; time++) await app.post('/api/prayers', prayer(ruth))
    await react()
    await react()
    expect(mails).toHaveLength(2)
    await app.rebuildDiffers()
    await react()
    expect(mails).toHaveLength(2)
  })

  it('get it again only if the mail server did not accept it', async () => {
    let isDown = true
    const { app, mails, react } = await confirming({
      async send() {
        if (isDown) throw new Error('down')
      },
    })
    await app.post('/api/email-signup', { email: ruth })
    await expect(react()).rejects.toThrow('down')
    isDown = false
    await react()
    await react()
    expect(mails).toHaveLength(1)
  })

  it('get none without an address, after an erasure, or when their mail came back', async () => {
    const { app, mails, react } = await confirming()
    await app.post('/api/prayers', prayer(null))
    await app.post('/api/volunteers', volunteer('erased@example.org'))
    await app.post('/api/admin/erasures', { email: 'erased@example.org' }, { as: 'admin' })
    await app.post('/api/volunteers', volunteer('bounced@example.org'))
    const subject = await app.core.subjects.forEmail('bounced@example.org')
    await bounces(app, subject)
    await react()
    expect(mails).toEqual([])
  })

  it('get none of a kind that the campaign switched off', async () => {
    const reviewed = perReviewed('item', () => false)
    const off = { signUp: false, volunteer: false, ...reviewed, account: false, rsvp: true }
    for (const kind of ['signUp', 'volunteer', 'prayer', 'endorsement', 'account'] as const) {
      const { mails, react, everything } = await confirming({ acknowledgments: { ...off, [kind]: true } })
      await everything(ruth)
      await react()
      expect(mails, kind).toHaveLength(1)
    }
  })
})

describe('a registration for an event', () => {
  it('is confirmed unless the campaign switched it off; a seat that opens up is told anyway', async () => {
    for (const rsvp of [true, false]) {
      const { app, mails, sentMails } = await confirming()
      const event = { title: 'Rally', eventDate: '2031-05-01', category: 'rally', capacity: 1 }
      const { id } = (await app.post('/api/admin/events', event, { as: 'admin' })).json()
      for (const name of ['Ruth', 'Naomi'])
        await app.post(`/api/events/${id}/rsvp`, {
          name,
          email: `${name.toLowerCase()}@example.org`,
          joinWaitingList: true,
        })
      const { on } = rsvpMailsReactor({
        ...app.core,
        knex: app.database.knex,
        reached: app.reached,
        sentMails,
        sender: () => ({ ...letterhead, publicUrl }),
        acknowledgments: { rsvp },
      })
      const events = await app.core.decode<DomainEvent>(await app.core.log.readAll(null, 10_000))
      for (const event of events) {
        if (event.type === 'RsvpConfirmed') await on.RsvpConfirmed(event)
        if (event.type === 'RsvpWaitlisted') await on.RsvpWaitlisted(event)
        if (event.type === 'RsvpConfirmed') await on.RsvpPromoted({ ...event, id: randomUUID(), type: 'RsvpPromoted' })
      }
      expect(mails.map(({ subject }) => subject)).toEqual([
        ...(rsvp ? ['You’re registered: Rally'] : []),
        'You have a seat: Rally',
        ...(rsvp ? ['You’re on the waiting list: Rally'] : []),
      ])
    }
  })
})

describe('an inbox', () => {
  it('gets at most five such emails a day, whatever comes before its @', async () => {
    const { app, mails, react } = await confirming()
    for (let tag = 1; tag <= 7; tag++) await app.post('/api/volunteers', volunteer(`ruth+${tag}@example.org`))
    await app.post('/api/volunteers', volunteer('naomi@example.org'))
    await react()
    await react()
    expect(mails.map(({ to }) => to)).toEqual([
      ...[1, 2, 3, 4, 5].map((tag) => `ruth+${tag}@example.org`),
      'naomi@example.org',
    ])
    const { rows } = await app.database.pool.query('SELECT * FROM app.inbox_mails')
    expect(JSON.stringify(rows)).not.toMatch(/ruth|naomi/)
    // The next day.
    await app.database.pool.query(`UPDATE app.inbox_mails SET at = at - interval '25 hours'`)
    await app.post('/api/volunteers', volunteer('ruth+8@example.org'))
    await react()
    expect(mails.at(-1)?.to).toBe('ruth+8@example.org')
  })

  it('is the same with a tag, in capitals, and at Gmail with dots', () => {
    expect(inboxOf('Ruth+news@Example.org')).toBe('ruth@example.org')
    expect(inboxOf('r.u.t.h+a+b@googlemail.com')).toBe('ruth@gmail.com')
    expect(inboxOf('r.uth@example.org')).toBe('r.uth@example.org')
  })
})

describe.each(productLogs)('with the log in %s', (log) => {
  it('the running product confirms once, and sends the digest', async () => {
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} }
    const app = await createTestApp({ identity: 'real', log, runs: 'everything', overrides: { mailer } })
    await signUpAt(app, 'ada@example.org', app.firstAdminToken)
    for (let time = 1; time <= 2; time++) {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/volunteers',
        headers,
        payload: volunteer(ruth),
      })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    const toRuth = () => mails.filter(({ to }) => to === ruth).map(({ subject }) => subject)
    await expect.poll(toRuth).toEqual([`Thank you for volunteering with ${letterhead.siteName}`])

    // Once the hour has come, the timer may have found that nothing waits today.
    const now = new Date()
    const tomorrow = campaignClock.dateAt(new Date(now.getTime() + 24 * 3_600_000))
    const at = campaignClock.hourAt(now) < 8 ? `${campaignClock.dateAt(now)}T23:00` : `${tomorrow}T08:00`
    await app.sendDigest(campaignClock.momentOf(at) ?? now)
    await expect
      .poll(() => mails.filter(({ to }) => to === 'ada@example.org').map(({ subject }) => subject))
      .toContain(`2 new volunteers are waiting to hear from us: ${letterhead.siteName}`)
    expect(toRuth()).toHaveLength(1)
  })
})
