import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { ClickVerdict } from './click-rules.ts'
import { type MailClickEvent, mailClicks } from './mail-clicks.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const deliveredAt = '2026-03-01T12:00:00.000Z'
const mail = { campaignId: 7, subject }
const version = 'clicks-2'
const human = { isHuman: true, rule: null, version } as const
const everyLink = { isHuman: false, rule: 'every-link', version } as const
const burst = { isHuman: false, rule: 'burst', version } as const

const facts = (link: number, seconds: number) =>
  ({
    ...mail,
    clickId: `click ${link} ${seconds}`,
    link,
    links: 2,
    url: `https://example.org/${link}`,
    at: new Date(Date.parse(deliveredAt) + seconds * 1000).toISOString(),
    deliveredAt,
    method: 'GET',
    client: 'browser',
    isDonation: false,
  }) as const
const click = (link: number, seconds: number) => ({ type: 'ClickMailLink', data: facts(link, seconds) }) as const
const clicked = (link: number, seconds: number, isFirst: boolean, verdict: ClickVerdict = human) =>
  ({ type: 'MailLinkClicked', data: { ...facts(link, seconds), verdict, isFirst } }) satisfies MailClickEvent
/** The same in a mail with ten links. */
const ofTen = ({ data, ...event }: ReturnType<typeof clicked>): MailClickEvent => ({
  ...event,
  data: { ...data, links: 10 },
})
const early = { isHuman: false, rule: 'delivery', version } as const

describe('clicking a link', () => {
  it('is recorded with its verdict; the first one makes the recipient count as a clicker', () => {
    given(mailClicks, [])
      .when(click(1, 60))
      .then([clicked(1, 60, true)])
    given(mailClicks, [clicked(1, 60, true)])
      .when(click(2, 300))
      .then([clicked(2, 300, false)])
  })
  it('right after delivery does not count', () => {
    given(mailClicks, [])
      .when(click(1, 1))
      .then([{ type: 'MailLinkClicked', data: { ...facts(1, 1), verdict: early, isFirst: false } }])
  })
  it('again within a minute is the same click', () => {
    given(mailClicks, [clicked(1, 60, true)])
      .when(click(1, 60))
      .thenNothing()
    given(mailClicks, [clicked(1, 60, true)])
      .when(click(1, 119))
      .thenNothing()
    given(mailClicks, [clicked(1, 60, true)])
      .when(click(1, 120))
      .then([clicked(1, 120, false)])
  })
  it('on every link at once revokes the verdict on the first of them', () => {
    given(mailClicks, [clicked(1, 60, true)])
      .when(click(2, 61))
      .then([
        clicked(2, 61, false, everyLink),
        {
          type: 'MailClicksRejudged',
          data: { ...mail, clickIds: ['click 1 60'], verdict: everyLink, isNone: true },
        },
      ])
  })
  it('on every link at once leaves an earlier click of the recipient alone', () => {
    given(mailClicks, [clicked(1, 60, true), clicked(1, 600, false)])
      .when(click(2, 601))
      .then([
        clicked(2, 601, false, everyLink),
        {
          type: 'MailClicksRejudged',
          data: { ...mail, clickIds: ['click 1 600'], verdict: everyLink, isNone: false },
        },
      ])
  })
  it('after a scanner’s click is a first click', () => {
    const rejudged: MailClickEvent = {
      type: 'MailClicksRejudged',
      data: { ...mail, clickIds: ['click 1 60'], verdict: everyLink, isNone: true },
    }
    given(mailClicks, [clicked(1, 60, true), clicked(2, 61, false, everyLink), rejudged])
      .when(click(1, 3600))
      .then([clicked(1, 3600, true)])
  })
  it('in a burst revokes the verdicts on the clicks before it', () => {
    const third = click(3, 61)
    given(mailClicks, [ofTen(clicked(1, 60, true)), ofTen(clicked(2, 60, false))])
      .when({ ...third, data: { ...third.data, links: 10 } })
      .then([
        ofTen(clicked(3, 61, false, burst)),
        {
          type: 'MailClicksRejudged',
          data: { ...mail, clickIds: ['click 1 60', 'click 2 60'], verdict: burst, isNone: true },
        },
      ])
  })
  it('leaves a verdict by older rules as it was', () => {
    const older = { ...human, version: 'clicks-1' }
    given(mailClicks, [clicked(1, 60, true, older)])
      .when(click(2, 61))
      .then([clicked(2, 61, false, everyLink)])
  })
  it('is no longer recorded after the hundredth time', () => {
    const many = Array.from({ length: 100 }, (_, index) => clicked(1, 60 * (index + 1), index === 0))
    given(mailClicks, many.slice(1))
      .when(click(1, 6060))
      .then([clicked(1, 6060, false)])
    given(mailClicks, many).when(click(1, 6060)).thenNothing()
  })
})

it('opening the donation page counts once for each click', () => {
  const data = { ...mail, clickId: 'click 1 60', at: '2026-03-02T12:00:00.000Z' }
  const opened: MailClickEvent = { type: 'DonationPageOpened', data }
  given(mailClicks, [clicked(1, 60, true)])
    .when({ type: 'OpenDonationPage', data })
    .then([opened])
  given(mailClicks, [clicked(1, 60, true), opened])
    .when({ type: 'OpenDonationPage', data: { ...data, at: '2026-03-03T12:00:00.000Z' } })
    .thenNothing()
})
