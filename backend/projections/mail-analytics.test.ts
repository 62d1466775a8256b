import { describe, expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import type { DomainEvent } from '../topics/index.ts'
import { mailAnalyticsProjection } from './mail-analytics.ts'

const by = (event: DomainEvent) => changesBy(mailAnalyticsProjection, recorded(event))
const hour = '2026-03-01T12:00:00.000Z'
const later = '2026-03-01T13:30:00.000Z'
const human = { isHuman: true, rule: null, version: 'clicks-2' } as const
const scanner = { isHuman: false, rule: 'every-link', version: 'clicks-2' } as const
const clickId = '33333333-3333-4333-8333-333333333333'
const click = {
  clickId,
  campaignId: 7,
  subject: ruth,
  link: 1,
  links: 2,
  url: 'https://example.org/plan',
  isDonation: false,
  at,
  deliveredAt: hour,
  method: 'GET',
  client: 'browser',
} as const
const clickedRow = { campaign_id: 7, subject: ruth, kind: 'clicked', at, hour }

describe('outcomes', () => {
  it('are added up by hour, and a permanent refusal is a bounce of that recipient', () => {
    const outcome = (status: 'sent' | 'failed', code: string | null, time = at) =>
      ({ subject: ruth, status, code, attempts: 1, at: time }) as const
    const outcomes = [
      outcome('sent', null),
      outcome('failed', '550 5.1.1'),
      outcome('failed', '451'),
      outcome('sent', null, later),
    ]
    expect(by({ type: 'RecipientsHandled', data: { campaignId: 7, batch: 1, outcomes } })).toEqual([
      { kind: 'increment', table: 'mail_hours', key: { campaign_id: 7, hour }, by: { accepted: 1, failed: 2 } },
      {
        kind: 'increment',
        table: 'mail_hours',
        key: { campaign_id: 7, hour: '2026-03-01T13:00:00.000Z' },
        by: { accepted: 1, failed: 0 },
      },
      { kind: 'insert', table: 'mail_responses', row: { campaign_id: 7, subject: ruth, kind: 'bounced', at, hour } },
    ])
  })
  it('of other mail count for no campaign', () => {
    expect(by({ type: 'MailUnsubscribed', data: { subject: ruth, campaignId: null, at } })).toEqual([])
    expect(by({ type: 'MailUnsubscribed', data: { subject: ruth, campaignId: 7, at } })).toEqual([
      {
        kind: 'insert',
        table: 'mail_responses',
        row: { campaign_id: 7, subject: ruth, kind: 'unsubscribed', at, hour },
      },
    ])
  })
})

describe('clicks', () => {
  it('of a person count that person once', () => {
    const tables = (isFirst: boolean) =>
      by({ type: 'MailLinkClicked', data: { ...click, verdict: human, isFirst } }).map(({ table }) => table)
    expect(tables(true)).toEqual(['mail_clicks', 'mail_responses'])
    expect(tables(false)).toEqual(['mail_clicks'])
  })
  it('on the donation page are a donation click, unless a scanner made them', () => {
    const tables = (verdict: typeof human | typeof scanner) =>
      by({ type: 'MailLinkClicked', data: { ...click, isDonation: true, verdict, isFirst: false } }).map(
        ({ table }) => table,
      )
    expect(tables(human)).toEqual(['mail_clicks', 'mail_actions'])
    expect(tables(scanner)).toEqual(['mail_clicks'])
  })
  it('that turn out to be a scanner’s are subtracted', () => {
    const data = { campaignId: 7, subject: ruth, clickIds: [clickId], verdict: scanner, isNone: true }
    expect(by({ type: 'MailClicksRejudged', data })).toEqual([
      {
        kind: 'update',
        table: 'mail_clicks',
        key: { id: clickId },
        set: { is_human: false, rule: 'every-link', version: 'clicks-2' },
      },
      { kind: 'remove', table: 'mail_actions', key: { id: clickId } },
      { kind: 'remove', table: 'mail_responses', key: { campaign_id: 7, subject: ruth, kind: 'clicked' } },
    ])
    expect(by({ type: 'MailLinkClicked', data: { ...click, verdict: human, isFirst: true } })).toContainEqual({
      kind: 'insert',
      table: 'mail_responses',
      row: clickedRow,
    })
  })
})

it('an erased person’s rows stay, without a way to identify the person', () => {
  expect(by({ type: 'SubjectErased', data: { subject: ruth } })).toEqual(
    ['mail_responses', 'mail_clicks', 'mail_actions'].map((table) => ({
      kind: 'updateWhere',
      table,
      where: { subject: ruth },
      set: { subject: eventId },
    })),
  )
})

it('emails of the welcome series are email campaigns of their own', () => {
  const mail = { campaignId: 21, afterHours: 0, subject: 'Welcome', preheader: '', body: 'Hello' }
  expect(by({ type: 'WelcomeSeriesChanged', data: { isOn: true, mails: [mail] } })).toEqual([
    { kind: 'updateWhere', table: 'mail_campaigns', where: { kind: 'welcome' }, set: { status: 'paused' } },
    { kind: 'increment', table: 'mail_campaigns', key: { campaign_id: 21 }, by: { recipients: 0 } },
    {
      kind: 'update',
      table: 'mail_campaigns',
      key: { campaign_id: 21 },
      set: { kind: 'welcome', name: 'Welcome mail 1', subject: 'Welcome', status: 'sending' },
    },
  ])
  const outcome = { campaignId: 21, subject: ruth, number: 1, detail: null, provider: 'other', at } as const
  expect(by({ type: 'WelcomeMailHandled', data: { ...outcome, status: 'skipped' } })).toEqual([])
  expect(by({ type: 'WelcomeMailHandled', data: { ...outcome, status: 'sent' } })).toEqual([
    { kind: 'increment', table: 'mail_campaigns', key: { campaign_id: 21 }, by: { recipients: 1 } },
    { kind: 'increment', table: 'mail_hours', key: { campaign_id: 21, hour }, by: { accepted: 1, failed: 0 } },
  ])
})
