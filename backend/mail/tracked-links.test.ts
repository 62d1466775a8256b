import { expect, it } from 'vitest'
import { letterhead } from '../../contract/campaign.ts'
import { compileEmailCampaignMail } from './email-campaign-mail.ts'

const sender = { ...letterhead, publicUrl: 'https://campaign.example' }
const body = `Hello {{firstName}}, read [our plan](https://example.org/plan?a=1&b=2), or https://example.org/news.

[Write to us](mailto:hello@example.org) or [the plan again](https://example.org/plan?a=1&b=2).`
const mail = compileEmailCampaignMail({ subject: 'News', preheader: '', body, reason: 'You signed up.' }, sender)
const recipient = { firstName: 'Ruth', unsubscribeUrl: 'https://campaign.example/unsubscribe?token=1' }

it('names the distinct links of the body; others are not tracked', () => {
  expect(mail.links).toEqual(['https://example.org/plan?a=1&b=2', 'https://example.org/news'])
})

it('a link leads to its own target while it is not tracked', () => {
  const { html, text } = mail.fill(recipient)
  expect(html.split('href="https://example.org/plan?a=1&amp;b=2"')).toHaveLength(3)
  expect(text).toContain('our plan (https://example.org/plan?a=1&b=2), or https://example.org/news.')
})

it('a tracked link has another address for each person, and addresses in the text stay readable', () => {
  const linkTo = (url: string) => `https://campaign.example/go/mail/${mail.links.indexOf(url) + 1}`
  const { html, text } = mail.fill({ ...recipient, linkTo })
  expect(html.split('href="https://campaign.example/go/mail/1"')).toHaveLength(3)
  expect(html).toContain('href="https://campaign.example/go/mail/2"')
  expect(html).toContain('>https://example.org/news</a>')
  expect(html).toContain('href="mailto:hello@example.org"')
  expect(html).not.toContain('href="https://example.org')
  expect(text).toContain('our plan (https://campaign.example/go/mail/1), or https://example.org/news.')
  expect(text).toContain(recipient.unsubscribeUrl)
  expect(`${html}${text}`).not.toMatch(/[\uE000\uE001]/)
})

it('the line beside the subject has no links', () => {
  expect(mail.fill(recipient).html).toMatch(/Hello Ruth, read our plan, or https:\/\/example\.org\/news\./)
})
