import { expect, it } from 'vitest'
import { draftEmailCampaign, scheduleEmailCampaign, sendVolunteerUpdate } from './email-campaigns.ts'
import { changeWelcomeSeries } from './welcome-series.ts'

const sentence = 'A link in this text is longer than 2,000 characters. Use a shorter one.'
const mail = { name: 'News', subject: 'News', segmentIds: ['donors'] }
const issuesOf = (body: string) =>
  (draftEmailCampaign.schema.body.safeParse({ ...mail, body }).error?.issues ?? []).map(({ message }) => message)

const linkOf = (length: number, letter = 'a') => `https://example.org/${letter.repeat(length - 20)}`

it('an email may have links of up to 2,000 characters, in any number', () => {
  const link = linkOf(2000)
  expect(issuesOf(`[one](${link})[two](${link}) and ${link}\n<${link}>`)).toEqual([])
})

it.each([
  ['of Markdown', `[form](${linkOf(2001)})`],
  ['in brackets', `<${linkOf(2001)}>`],
  ['with spaces in brackets', `[form](<https://example.org/${'a b '.repeat(500)}>)`],
  ['that stands alone', `Look: ${linkOf(3200)} now`],
  ['in capitals', `[form](${linkOf(2001).replace('https', 'HTTPS')})`],
  ['that grows when it is encoded', `[form](${linkOf(400, 'ż')})`],
])('refuses a longer one %s, in every place where an email is written', (_what, body) => {
  expect(issuesOf(body)).toEqual([sentence])
  expect(sendVolunteerUpdate.schema.body.safeParse({ customContent: body }).success).toBe(false)
  const series = { isOn: true, mails: [{ afterHours: 0, subject: 'Welcome', body }] }
  expect(changeWelcomeSeries.schema.body.safeParse(series).success).toBe(false)
})

it.each([
  ['0000-01-01T10:00', 'Use a date from 1900 to 2199.'],
  ['2200-01-01T10:00', 'Use a date from 1900 to 2199.'],
  ['2026-02-30T10:00', 'This day is not in the calendar.'],
  ['2026-02-28T24:00', 'This day is not in the calendar.'],
])('no campaign is scheduled for %s', (at, message) => {
  const { error } = scheduleEmailCampaign.schema.body.safeParse({ at })
  expect(error?.issues).toMatchObject([{ path: ['at'], message }])
})
