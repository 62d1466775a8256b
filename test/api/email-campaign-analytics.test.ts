import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailClickStream, mailClicks } from '../../backend/domain/mail/mail-clicks.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { rsvpStream, rsvps } from '../../backend/domain/rsvps.ts'
import { volunteerStream, volunteers } from '../../backend/domain/volunteers.ts'
import type { EmailCampaignAnalytics, EmailCampaignSummary } from '../../contract/email-campaign-analytics.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { contextAt, events, everythingShown, plan, sentEmailCampaign } from '../support/mail/sent-email-campaign.ts'

const start = '2026-02-01T12:00:00.000Z'
const hoursIn = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000).toISOString()
const day = 24

/** Ten people with Gmail and two with mailboxes of their own. */
const people = [
  ...Array.from({ length: 10 }, (_, index) => `person-${index}@gmail.example`),
  'a@smith.example',
  'b@jones.example',
]

function office(app: TestApp) {
  const click = (
    subject: string,
    hours: number,
    more: { campaignId?: number; url?: string; isDonation?: boolean } = {},
  ) => {
    const { campaignId = 7, url = plan, isDonation = false } = more
    const facts = {
      clickId: randomUUID(),
      link: url === plan ? 1 : 2,
      links: 2,
      at: hoursIn(hours),
      deliveredAt: start,
    }
    const data = { campaignId, subject, ...facts, url, isDonation, method: 'GET', client: 'browser' } as const
    return app.core.handle(
      mailClicks,
      mailClickStream(data),
      { type: 'ClickMailLink', data },
      contextAt(hoursIn(hours)),
    )
  }
  const volunteer = (id: number, subject: string, hours: number) => {
    const words = { firstName: 'Ruth', lastName: 'Boaz', email: 'r@example.org', phone: null, skills: null }
    const data = { volunteerId: id, subject, userId: null, interests: [], availability: null, ...words }
    return app.core.handle(
      volunteers,
      volunteerStream(id),
      { type: 'ApplyAsVolunteer', data },
      contextAt(hoursIn(hours)),
    )
  }
  const register = (id: number, subject: string, hours: number) => {
    const rsvp = { campaignEventId: 1, rsvpId: id, subject, name: 'Ruth', email: 'r@example.org', zipCode: null }
    const data = { rsvp, offer: { status: 'upcoming', capacity: 100 }, joinWaitingList: false, isOwner: false } as const
    return app.core.handle(rsvps, rsvpStream(1), { type: 'RegisterRsvp', data }, contextAt(hoursIn(hours)))
  }
  const unsubscribe = (subject: string, hours: number) =>
    app.core.handle(
      mailConsents,
      mailConsentStream(subject),
      { type: 'UnsubscribeFromMail', data: { subject, campaignId: 7, at: hoursIn(hours) } },
      contextAt(hoursIn(hours)),
    )
  const bounce = (subject: string, hours: number) => {
    const data = { subject, campaignId: 7, kind: 'hard', code: '5.1.1', at: hoursIn(hours) } as const
    const command = { type: 'ReportMailBounce', data } as const
    return app.core.handle(mailConsents, mailConsentStream(subject), command, contextAt(hoursIn(hours)))
  }
  return { click, volunteer, register, unsubscribe, bounce }
}

async function mailed() {
  const app = await createTestApp()
  const { subjects } = await sentEmailCampaign(app, { at: start, people })
  const [ruth = '', naomi = '', boaz = '', orpah = ''] = subjects
  const last = subjects.at(-1) ?? ''
  async function read<Result>(path: string): Promise<Result> {
    await everythingShown(app)
    const answer = await app.get(`/api/email-campaigns${path}`, { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Result>()
  }
  const list = () => read<EmailCampaignSummary[]>('/analytics')
  const one = () => read<EmailCampaignAnalytics>('/7/analytics')
  return { app, ...office(app), ruth, naomi, boaz, orpah, last, list, one }
}

describe('GET /api/email-campaigns/analytics', () => {
  it('is empty before the first email campaign, and then shows its results', async () => {
    const app = await createTestApp()
    expect((await app.get('/api/email-campaigns/analytics', { as: 'admin' })).json()).toEqual([])
    await sentEmailCampaign(app, { campaignId: 8, at: hoursIn(1), people: people.slice(0, 3) })
    await sentEmailCampaign(app, { campaignId: 7, at: start, people })
    await everythingShown(app)
    const nothing = {
      bounced: 0,
      complained: 0,
      unsubscribed: 0,
      clicked: 0,
      volunteered: 0,
      registered: 0,
      donateClicked: 0,
    }
    const [newest, ...older] = (await app.get('/api/email-campaigns/analytics', { as: 'admin' })).json()
    expect(newest).toEqual({
      id: 8,
      kind: 'composed',
      name: 'Campaign 8',
      subject: 'News from the trail',
      status: 'sending',
      sentAt: hoursIn(1),
      recipients: 3,
      accepted: 3,
      ...nothing,
    })
    expect(older.map(({ id }: { id: number }) => id)).toEqual([7])
  })

  it('counts people, not clicks, and what they did within seven days of one', async () => {
    const { click, volunteer, register, ruth, naomi, boaz, orpah, list } = await mailed()
    await click(ruth, 1)
    await click(ruth, 2, { url: events })
    await click(naomi, 1)
    await click(orpah, 1, { url: 'https://example.org/donate', isDonation: true })
    await volunteer(1, ruth, 3)
    await volunteer(2, ruth, 4)
    // Seven days later is too late, and an application before the click was not because of it.
    await volunteer(3, naomi, 1 + 7 * day)
    await register(1, naomi, 0)
    // Never clicked.
    await volunteer(4, boaz, 3)
    await register(2, ruth, 5)
    expect(await list()).toMatchObject([{ clicked: 3, volunteered: 1, registered: 1, donateClicked: 1 }])
    await click(naomi, 2 * day)
    expect(await list()).toMatchObject([{ clicked: 3, volunteered: 2 }])
  })

  it('credits each email in which a person clicked', async () => {
    const { app, click, volunteer, ruth, list } = await mailed()
    await sentEmailCampaign(app, { campaignId: 8, at: hoursIn(1), people: people.slice(0, 1) })
    await click(ruth, 2)
    await click(ruth, 3, { campaignId: 8 })
    await volunteer(1, ruth, 4)
    expect((await list()).map(({ id, volunteered }) => [id, volunteered])).toEqual([
      [8, 1],
      [7, 1],
    ])
  })

  it('is for admins', async () => {
    const app = await createTestApp()
    for (const url of ['/analytics', '/analytics/export', '/7/analytics', '/7/analytics/export']) {
      expect((await app.get(`/api/email-campaigns${url}`)).statusCode).toBe(401)
      expect((await app.get(`/api/email-campaigns${url}`, { as: 'supporter' })).statusCode).toBe(403)
    }
  })
})

describe('GET /api/email-campaigns/:id/analytics', () => {
  it('shows the hours, the anonymous providers, the links and the scanners', async () => {
    const { app, click, unsubscribe, ruth, naomi, last, one } = await mailed()
    await click(ruth, 1.5)
    await click(ruth, 30, { url: events })
    await click(last, 1.9)
    await click(naomi, 0.0001)
    await unsubscribe(naomi, 1.2)
    await click(naomi, 8 * day)
    expect(await one()).toMatchObject({
      id: 7,
      clicked: 3,
      unsubscribed: 1,
      curve: [
        { hour: 0, accepted: 12, clicked: 0, unsubscribed: 0 },
        { hour: 1, accepted: 0, clicked: 2, unsubscribed: 1 },
      ],
      providers: [
        { provider: 'gmail.example', recipients: 10, accepted: 10, bounced: 0, clicked: 2 },
        { provider: 'other', recipients: 2, accepted: 2, bounced: 0, clicked: 1 },
      ],
      links: [
        { url: plan, clicked: 3 },
        { url: events, clicked: 1 },
      ],
      scanners: { clicks: 1, ruleVersion: 'clicks-2' },
    })
    expect((await app.get('/api/email-campaigns/9/analytics', { as: 'admin' })).statusCode).toBe(404)
    expect((await app.get('/api/email-campaigns/0/analytics', { as: 'admin' })).statusCode).toBe(400)
  })

  it('keeps its totals when a person is erased, and none of their data', async () => {
    const { app, click, volunteer, unsubscribe, bounce, ruth, naomi, list, one } = await mailed()
    await click(ruth, 1)
    await click(naomi, 1)
    await volunteer(1, ruth, 2)
    await unsubscribe(ruth, 3)
    await bounce(ruth, 4)
    const [before, ofOne] = [await list(), await one()]
    expect(before).toMatchObject([{ clicked: 2, volunteered: 1, unsubscribed: 1, bounced: 1, accepted: 12 }])
    const answer = await app.post('/api/admin/erasures', { email: people[0] ?? '' }, { as: 'admin' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { erased: true }])
    expect(await list()).toEqual(before)
    const { providers: _, ...totals } = ofOne
    expect(await one()).toMatchObject(totals)
    for (const table of ['mail_clicks', 'mail_responses', 'mail_actions']) {
      const { rows } = await app.database.pool.query(`SELECT subject FROM read.${table}`)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows).not.toContainEqual({ subject: ruth })
    }
    const differing = await app.rebuildDiffers()
    for (const [table, rows] of Object.entries(differing)) expect([table, rows]).toEqual([table, 0])
    expect(await list()).toEqual(before)
  })
})

describe('the files', () => {
  const file = async (app: TestApp, path: string) => {
    await everythingShown(app)
    const answer = await app.get(`/api/email-campaigns${path}`, { as: 'admin' })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.body).toMatch(/^\uFEFF/)
    return answer.body.slice(1).split('\r\n')
  }
  it('have the same figures', async () => {
    const { app, click, ruth } = await mailed()
    await click(ruth, 1)
    expect(await file(app, '/analytics/export')).toEqual([
      'Id,Name,Subject,Kind,Status,Sent at,Recipients,Accepted,Bounced,Complained,Unsubscribed,Clicked,Volunteered,Registered,Donate clicks',
      `7,Campaign 7,News from the trail,composed,sending,${start},12,12,0,0,0,1,0,0,0`,
      '',
    ])
    expect(await file(app, '/7/analytics/export')).toEqual([
      'Part,Item,Recipients,Accepted,Bounced,Clicked,Unsubscribed',
      'Total,Campaign 7,12,12,0,1,0',
      'Hour,0,,12,,0,0',
      'Hour,1,,0,,1,0',
      'Provider,gmail.example,10,10,0,1,',
      'Provider,other,2,2,0,0,',
      `Link,${plan},,,,1,`,
      `Link,${events},,,,0,`,
      '',
    ])
  })
})
