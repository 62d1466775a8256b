import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mailClickStream, mailClicks } from '../../backend/domain/mail/mail-clicks.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import type { DomainEvent } from '../../backend/topics/index.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { forgetKey } from '../support/app/forget-key.ts'
import { events, everythingShown, plan, sentEmailCampaign } from '../support/mail/sent-email-campaign.ts'

const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0' }
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const hour = 3_600_000

type Of<Type> = Extract<Recorded<DomainEvent>, { type: Type }>
async function said<Type extends DomainEvent['type']>(app: TestApp, type: Type): Promise<Of<Type>[]> {
  await everythingShown(app)
  return (await app.events()).filter((event): event is Of<Type> => event.type === type)
}
const verdicts = async (app: TestApp) => (await said(app, 'MailLinkClicked')).map(({ data }) => data.verdict.rule)

async function mailedApp(delivered = hour, urls = [plan, events]) {
  const app = await createTestApp()
  const { subjects, linkTo } = await sentEmailCampaign(app, { at: ago(delivered), people: ['ruth@example.org'], urls })
  const [subject = ''] = subjects
  const link = (url: string) => new URL(linkTo(subject)(url)).pathname
  const follow = (url: string, headers: object = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.app.inject({ method, url: link(url), headers: { ...browser, ...headers } })
  return { app, subject, link, follow }
}

describe('GET /go/mail/:token', () => {
  it('leads to the link in the mail, and the click is recorded without anything about the visitor', async () => {
    const { app, subject, link, follow } = await mailedApp()
    expect(link(plan)).toMatch(/^\/go\/mail\/[\w-]{46}$/)
    const answer = await follow(plan)
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, plan, ''])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const [click] = await said(app, 'MailLinkClicked')
    expect(click?.data).toMatchObject({
      campaignId: 7,
      subject,
      link: 1,
      links: 2,
      url: plan,
      method: 'GET',
      client: 'browser',
      verdict: { isHuman: true, rule: null, version: 'clicks-2' },
      isFirst: true,
    })
    expect(click?.metadata.actor).toEqual({ kind: 'visitor' })
    expect(JSON.stringify(click)).not.toMatch(/127\.0\.0\.1|Mozilla|ruth@/)
  })

  it('takes what mail programs and trackers append', async () => {
    const { app, link } = await mailedApp()
    for (const appended of ['?utm_source=x&fbclid=y', '&utm_source=x', '%3Futm_source=x']) {
      const answer = await app.app.inject({ url: link(plan) + appended, headers: browser })
      expect([appended, answer.statusCode, answer.headers.location]).toEqual([appended, 303, plan])
    }
  })

  it('tells a page of this site which email and link it was, and no other site', async () => {
    const app = await createTestApp({ env: { PUBLIC_URL: 'http://localhost:3000' } })
    const { subjects } = await sentEmailCampaign(app, { at: ago(hour), people: ['ruth@example.org'] })
    const urls = ['http://localhost:3000/volunteer?next=1#form', 'http://localhost.example/']
    const numbers = await app.trackedLinks.number(7, urls)
    const followed = urls.map(async (url) => {
      const link = numbers.get(url) ?? 0
      const token = app.core.mailLinkTokens.issue({ campaignId: 7, subject: subjects[0] ?? '', link })
      return (await app.app.inject({ url: `/go/mail/${token}`, headers: browser })).headers.location
    })
    const link = numbers.get(urls[0] ?? '')
    expect(await Promise.all(followed)).toEqual([`http://localhost:3000/volunteer?next=1&m=7.${link}#form`, urls[1]])
  })

  it('leads nowhere else: a forged token is a page that does not exist', async () => {
    const { app, link } = await mailedApp()
    const token = link(plan).slice('/go/mail/'.length)
    const other = createOtherToken(token)
    for (const forged of [
      other,
      'x',
      token.slice(1),
      `${token}x`,
      encodeURIComponent('https://evil.example'),
      'a%00b',
    ]) {
      const answer = await app.app.inject({ url: `/go/mail/${forged}`, headers: browser })
      expect([answer.statusCode, answer.headers.location, forged]).toEqual([404, undefined, forged])
    }
    const unknown = app.core.mailLinkTokens.issue({ campaignId: 7, subject: await subjectOf(app), link: 3 })
    expect((await app.app.inject({ url: `/go/mail/${unknown}` })).statusCode).toBe(404)
    expect((await app.app.inject({ method: 'POST', url: link(plan) })).statusCode).toBe(405)
    expect(await said(app, 'MailLinkClicked')).toEqual([])
  })

  it('redirects scanners too, and counts none of them', async () => {
    const { app, follow } = await mailedApp()
    const asked = [
      await follow(plan, {}, 'HEAD'),
      await follow(plan, { 'sec-purpose': 'prefetch' }),
      await follow(plan, { 'user-agent': 'Mozilla/5.0 (compatible; Barkrowler/0.9; +https://example.org/bot)' }),
      await follow(events, { 'user-agent': '' }),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303])
    expect(asked.map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined, undefined, undefined])
    expect((await verdicts(app)).sort()).toEqual(['client', 'client', 'client', 'head'])
  })

  it('counts no click within two seconds of delivery, or before it', async () => {
    const { app, follow } = await mailedApp(0)
    await follow(plan)
    expect(await verdicts(app)).toEqual(['delivery'])
    await app.database.pool.query(`UPDATE app.campaign_recipients SET status = 'waiting', done_at = NULL`)
    await follow(events)
    expect(await verdicts(app)).toEqual(['delivery', 'delivery'])
  })

  it('revokes a click when every other link of the email is opened at once', async () => {
    const { app, follow } = await mailedApp()
    await follow(plan)
    expect(await verdicts(app)).toEqual([null])
    await follow(events)
    expect(await verdicts(app)).toEqual([null, 'every-link'])
    expect((await said(app, 'MailClicksRejudged')).map(({ data }) => data.isNone)).toEqual([true])
    const { rows } = await app.database.pool.query('SELECT is_human, rule FROM read.mail_clicks')
    expect(rows).toEqual(Array(2).fill({ is_human: false, rule: 'every-link' }))
    expect((await app.database.pool.query('SELECT FROM read.mail_responses')).rowCount).toBe(0)
  })

  it('revokes nine clicks on ten links at once; the person’s own click later counts, also after a rebuild', async () => {
    const urls = Array.from({ length: 10 }, (_, nth) => `https://example.org/${nth}`)
    const { app, subject, follow } = await mailedApp(hour, urls)
    const answers = await Promise.all(urls.slice(1).map((url) => follow(url)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(303))
    await everythingShown(app)
    const people = async () => (await app.database.pool.query('SELECT subject, kind FROM read.mail_responses')).rows
    const isHuman = async () =>
      (await app.database.pool.query('SELECT DISTINCT is_human, rule, version FROM read.mail_clicks')).rows
    expect(await isHuman()).toEqual([{ is_human: false, rule: 'burst', version: 'clicks-2' }])
    expect(await people()).toEqual([])
    const later = { campaignId: 7, subject, clickId: randomUUID(), link: 3, links: 10, url: urls[2] ?? '' }
    const facts = { isDonation: false, deliveredAt: ago(hour), method: 'GET', client: 'browser' } as const
    const click = { type: 'ClickMailLink', data: { ...later, ...facts, at: ago(-hour) } } as const
    await app.core.handle(mailClicks, mailClickStream(later), click, systemContext())
    await everythingShown(app)
    expect(await people()).toEqual([{ subject, kind: 'clicked' }])
    expect(Object.entries(await app.rebuildDiffers()).filter(([, rows]) => rows !== 0)).toEqual([])
  })

  it('is an engagement of the person, once per mail, unless a scanner made it', async () => {
    const { app, subject, follow } = await mailedApp()
    const engagements = async () => {
      await everythingShown(app)
      const { rows } = await app.database.pool.query(
        'SELECT subject, engagement_type, engagement_data FROM read.user_engagement WHERE deleted_at IS NULL',
      )
      return rows
    }
    await follow(plan)
    expect(await engagements()).toEqual([{ subject, engagement_type: 'click', engagement_data: { campaignId: 7 } }])
    await follow(events)
    expect(await engagements()).toEqual([])
  })

  it('counts a link once when it is opened again and again', async () => {
    const { app, follow } = await mailedApp()
    for (let time = 0; time < 20; time++) expect((await follow(plan)).statusCode).toBe(303)
    expect(await said(app, 'MailLinkClicked')).toHaveLength(1)
  })

  it('redirects visitors who were not recipients, or were erased, and records nothing', async () => {
    const { app, subject, follow } = await mailedApp()
    const stranger = await app.core.subjects.forEmail('naomi@example.org')
    const token = app.core.mailLinkTokens.issue({ campaignId: 7, subject: stranger, link: 1 })
    expect((await app.app.inject({ url: `/go/mail/${token}`, headers: browser })).headers.location).toBe(plan)
    await forgetKey(app.core, subject)
    expect((await follow(plan)).headers.location).toBe(plan)
    expect(await said(app, 'MailLinkClicked')).toEqual([])
  })

  it('is in the traffic log without the token', async () => {
    const { app, follow } = await mailedApp()
    await follow(plan)
    await app.traffic.flush()
    const { rows } = await app.database.pool.query('SELECT * FROM app.traffic_logs')
    expect(JSON.stringify(rows)).toContain('/go/mail')
    expect(JSON.stringify(rows)).not.toMatch(/go\/mail\/./)
  })

  it('is in the traffic log without anything that identifies the recipient, since only the time links it to a person', async () => {
    const { app, follow } = await mailedApp()
    await follow(plan)
    await app.app.inject({ url: '/api/news', headers: browser })
    await app.traffic.flush()
    const { rows } = await app.database.pool.query(
      'SELECT request_path, user_agent, ip_address, location, is_crawler FROM app.traffic_logs ORDER BY id',
    )
    const clicked = { user_agent: '', ip_address: 'erased', location: null, is_crawler: false }
    expect(rows).toEqual([
      { request_path: '/go/mail', ...clicked },
      expect.objectContaining({
        request_path: '/api/news',
        user_agent: browser['user-agent'],
        ip_address: '127.0.0.1',
      }),
    ])
  })
})

describe('the donation page after a click', () => {
  const cookieOf = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof mailedApp>>['follow']>>) =>
    [answer.headers['set-cookie'] ?? []].flat()[0] ?? ''

  it('is credited to the mail, by a cookie for this purpose alone', async () => {
    const { app, subject, follow } = await mailedApp()
    const set = cookieOf(await follow(plan))
    expect(set).toMatch(/^mail-click=[\w-]{70}; Max-Age=604800; Path=\/go; HttpOnly; SameSite=Lax$/)
    const cookie = set.slice(0, set.indexOf(';'))
    const donate = (headers: object) =>
      app.app.inject({ url: '/go/donate', headers: { ...browser, 'sec-fetch-site': 'same-origin', ...headers } })
    expect((await donate({ cookie })).statusCode).toBe(303)
    await donate({ cookie })
    const [opened, ...more] = await said(app, 'DonationPageOpened')
    const [click] = await said(app, 'MailLinkClicked')
    expect(opened?.data).toMatchObject({ campaignId: 7, subject, clickId: click?.data.clickId })
    expect(more).toEqual([])
  })

  it('is not credited without the cookie, with a forged one, or because another site asks', async () => {
    const { app, follow } = await mailedApp()
    const set = cookieOf(await follow(plan))
    const cookie = set.slice(0, set.indexOf(';'))
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` },
      { 'sec-fetch-site': 'cross-site', cookie },
    ])
      expect((await app.app.inject({ url: '/go/donate?fbclid=x', headers })).statusCode).toBe(303)
    expect(await said(app, 'DonationPageOpened')).toEqual([])
  })

  it('is forgotten after seven days', async () => {
    const { app, subject } = await mailedApp()
    const clickId = '33333333-3333-4333-8333-333333333333'
    const at = Math.floor(Date.now() / 1000) - 7 * 24 * 3600 - 1
    const cookie = `mail-click=${app.core.mailLinkTokens.issueOrigin({ campaignId: 7, subject, clickId, at })}`
    await app.app.inject({ url: '/go/donate', headers: { cookie } })
    expect(await said(app, 'DonationPageOpened')).toEqual([])
  })

  it('gets no cookie from a browser that asks not to be tracked', async () => {
    const { follow } = await mailedApp()
    expect(cookieOf(await follow(plan, { 'sec-gpc': '1' }))).toBe('')
  })
})

const subjectOf = (app: TestApp) => app.core.subjects.forEmail('ruth@example.org')
/** The same token with another last letter but one, which is part of the signature. */
const createOtherToken = (token: string) => `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`
