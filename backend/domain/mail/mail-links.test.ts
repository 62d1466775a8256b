import { expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type MailLinkEvent, mailLinks } from './mail-links.ts'

const [plan, events, donate] = ['https://example.org/plan', 'https://example.org/events', 'https://example.org/donate']
const numbered = (...urls: string[]): MailLinkEvent => ({ type: 'MailLinksNumbered', data: { campaignId: 7, urls } })
const number = (...urls: string[]) => ({ type: 'NumberMailLinks', data: { campaignId: 7, urls } }) as const

it('numbers links once, and again when the email changes', () => {
  given(mailLinks, [])
    .when(number(plan, events))
    .then([numbered(plan, events)])
  given(mailLinks, [numbered(plan, events)])
    .when(number(plan, events))
    .thenNothing()
  given(mailLinks, [numbered(plan, events)])
    .when(number(donate, events))
    .then([numbered(donate, events)])
  given(mailLinks, []).when(number()).thenNothing()
})

it('links in emails that were sent keep their number', () => {
  const links = [numbered(plan, events), numbered(donate, events)].reduce(mailLinks.evolve, mailLinks.initialState)
  expect(links).toEqual({ all: [plan, events, donate], current: [donate, events] })
})
