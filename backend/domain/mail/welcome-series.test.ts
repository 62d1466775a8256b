import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { welcomeMails } from './welcome-mails.ts'
import { type WelcomeSeriesEvent, welcomeSeries } from './welcome-series.ts'

const text = (afterHours: number, subject = `Mail after ${afterHours}`) => ({
  afterHours,
  subject,
  preheader: '',
  body: 'Hello {{firstName|friend}}.',
})
const change = (isOn: boolean, mails: ReturnType<typeof text>[], freshIds = [21, 22, 23]) =>
  ({ type: 'ChangeWelcomeSeries', data: { isOn, mails, freshIds } }) as const
const changed = (isOn: boolean, ...mails: [number, ReturnType<typeof text>][]): WelcomeSeriesEvent => ({
  type: 'WelcomeSeriesChanged',
  data: { isOn, mails: mails.map(([campaignId, mail]) => ({ campaignId, ...mail })) },
})

it('the series is written, switched and edited; saving it unchanged does nothing', () => {
  const first = changed(true, [21, text(0)], [22, text(48)])
  given(welcomeSeries, [])
    .when(change(true, [text(0), text(48)]))
    .then([first])
  given(welcomeSeries, [first])
    .when(change(true, [text(0), text(48)]))
    .thenNothing()
  given(welcomeSeries, [first])
    .when(change(false, [text(0), text(48)]))
    .then([changed(false, [21, text(0)], [22, text(48)])])
})

it('an email keeps its number when it is edited, left out for a while or moved in time', () => {
  const history = [changed(true, [21, text(0)], [22, text(48)]), changed(true, [21, text(1, 'New')])]
  given(welcomeSeries, history)
    .when(change(true, [text(1, 'New'), text(24), text(72)], [31, 32, 33]))
    .then([changed(true, [21, text(1, 'New')], [22, text(24)], [33, text(72)])])
})

it('the outcome of an email is recorded once', () => {
  const subject = '6f1e2c34-0000-4000-8000-000000000001'
  const at = '2026-03-01T12:00:00.000Z'
  const outcome = { campaignId: 21, subject, number: 1, status: 'sent', detail: null, provider: 'Gmail', at } as const
  const record = { type: 'RecordWelcomeMail', data: outcome } as const
  given(welcomeMails, [])
    .when(record)
    .then([{ type: 'WelcomeMailHandled', data: outcome }])
  given(welcomeMails, [{ type: 'WelcomeMailHandled', data: outcome }])
    .when({ ...record, data: { ...outcome, status: 'failed' } })
    .thenNothing()
})
