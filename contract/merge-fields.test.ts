import { expect, it } from 'vitest'
import { draftEmailCampaign, sendVolunteerUpdate } from './email-campaigns.ts'
import { mergeFields, unknownFields } from './merge-fields.ts'
import { changeWelcomeSeries } from './welcome-series.ts'

it('names the fields that nobody can fill', () => {
  expect(unknownFields(mergeFields.map((name) => `{{ ${name} }} {{${name}|x}}`).join())).toEqual([])
  expect(unknownFields('{{firstName}} {{lastName|x}} {{}}')).toEqual(['lastName', ''])
})

it('refuses a mail with such a field, wherever it is written, and says which', () => {
  const mail = { name: 'News', subject: 'News', body: 'Hello {{firstName|neighbor}}', segmentIds: ['donors'] }
  const issuesOf = (body: object) => draftEmailCampaign.schema.body.safeParse(body).error?.issues ?? []
  expect(issuesOf(mail)).toEqual([])
  for (const field of ['subject', 'preheader', 'body'])
    expect(issuesOf({ ...mail, [field]: 'Dear {{lastName}}' })).toMatchObject([
      { path: [field], message: 'Nobody can fill in {{lastName}}. Use {{firstName}} or {{siteName}}.' },
    ])
  expect(sendVolunteerUpdate.schema.body.safeParse({ customContent: '{{name}}' }).success).toBe(false)
  const series = { isOn: true, mails: [{ afterHours: 0, subject: 'Welcome', body: '{{name}}' }] }
  expect(changeWelcomeSeries.schema.body.safeParse(series).success).toBe(false)
})
