import { simpleParser } from 'mailparser'
import { expect, it } from 'vitest'
import type { EmailCampaignAnalytics } from '../../contract/email-campaign-analytics.ts'
import type { EmailCampaignRecipient } from '../../contract/email-campaign-ledger.ts'
import { admin, createEmailCampaignApp, numbered } from '../support/mail/email-campaigns.ts'
import { everythingShown } from '../support/mail/sent-email-campaign.ts'

const body =
  'Dear {{firstName|friend}}, read [our plan](https://example.org/plan) and [come by](https://example.org/events).'
const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0' }

it('tracked links lead to their targets, and people’s actions after a click are shown', async () => {
  const app = await createEmailCampaignApp()
  await app.volunteers(numbered(7))
  const campaignId = await app.update(body)
  app.emailCampaignSending.start()
  await app.finished(campaignId)
  const links = await Promise.all(
    app.sink.received.map(async ({ raw }) => {
      const { html, text } = await simpleParser(raw)
      expect(text).not.toContain('https://example.org/plan')
      const found = [...String(html).matchAll(/href="https?:\/\/[^/"]+(\/go\/mail\/[\w-]+)"/g)].map(
        ([, path = '']) => path,
      )
      expect(found).toHaveLength(2)
      return found
    }),
  )
  expect(new Set(links.flat()).size).toBe(14)
  const follow = (url = '') => app.app.inject({ url, headers: browser })
  const deliver = (when: string) =>
    app.database.pool.query(`UPDATE app.campaign_recipients SET done_at = now() ${when}`)
  // A gateway opens links before it takes the mail.
  await deliver("+ interval '1 minute'")
  for (const [plan] of links.slice(3)) expect((await follow(plan)).headers.location).toBe('https://example.org/plan')
  await everythingShown(app)
  await deliver("- interval '1 hour'")
  for (const [, events] of links.slice(0, 3))
    expect((await follow(events)).headers.location).toBe('https://example.org/events')
  await everythingShown(app)
  const analytics = (
    await app.get(`/api/email-campaigns/${campaignId}/analytics`, admin)
  ).json<EmailCampaignAnalytics>()
  expect(analytics).toMatchObject({
    kind: 'volunteer-update',
    status: 'sent',
    recipients: 7,
    accepted: 7,
    clicked: 3,
    providers: [{ provider: 'example.org', recipients: 7, accepted: 7, bounced: 0, clicked: 3 }],
    links: [
      { url: 'https://example.org/events', clicked: 3 },
      { url: 'https://example.org/plan', clicked: 0 },
    ],
    scanners: { clicks: 4, ruleVersion: 'clicks-2' },
  })
  const people = async (outcome: string) =>
    (await app.get(`/api/email-campaigns/${campaignId}/recipients?filter=outcome:${outcome}`, admin)).json<
      EmailCampaignRecipient[]
    >()
  const readers = await people('clicked')
  expect(readers.map(({ clickedAt }) => clickedAt)).toEqual(Array(3).fill(expect.any(String)))
  expect(await people('unsubscribed')).toEqual([])
  expect((await app.events()).filter(({ type }) => type === 'MailLinksNumbered')).toHaveLength(1)
  const preview = await app.post(
    '/api/email-campaigns/preview',
    { kind: 'volunteer-update', customContent: body },
    admin,
  )
  expect(preview.json().html).toContain('href="https://example.org/plan"')
})
