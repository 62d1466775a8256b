import { describe, expect, it } from 'vitest'
import { draftEmailCampaign, sendVolunteerUpdate } from './email-campaigns.ts'
import { mergeFields, unknownFields } from './merge-fields.ts'
import { changeWelcomeSeries } from './welcome-series.ts'

it('names the unknown fields', () => {
  expect(unknownFields(mergeFields.map((name) => `{{ ${name} }} {{${name}|x}}`).join())).toEqual([])
  expect(unknownFields('{{firstName}} {{lastName|x}} {{}}')).toEqual(['lastName', ''])
})

it('refuses an email with such a field, wherever it is written, and names it', () => {
  const mail = { name: 'News', subject: 'News', body: 'Hello {{firstName|neighbor}}', segmentIds: ['donors'] }
  const issuesOf = (body: object) => draftEmailCampaign.schema.body.safeParse(body).error?.issues ?? []
  expect(issuesOf(mail)).toEqual([])
  for (const field of ['subject', 'preheader', 'body'])
    expect(issuesOf({ ...mail, [field]: 'Dear {{lastName}}' })).toMatchObject([
      { path: [field], message: 'We can’t fill in {{lastName}}. Use {{firstName}} or {{siteName}}.' },
    ])
  expect(sendVolunteerUpdate.schema.body.safeParse({ customContent: '{{name}}' }).success).toBe(false)
  const series = { isOn: true, mails: [{ afterHours: 0, subject: 'Welcome', body: '{{name}}' }] }
  expect(changeWelcomeSeries.schema.body.safeParse(series).success).toBe(false)
})

it('reads a text with a field that never ends', () => {
  expect(unknownFields(`{{${' '.repeat(9000)}x`)).toEqual([])
})

it('reads no fields in an email that is too long', () => {
  const mail = { name: 'News', subject: 'News', body: '{{name}}'.repeat(2000), segmentIds: ['donors'] }
  expect(draftEmailCampaign.schema.body.safeParse(mail).error?.issues).toMatchObject([
    { message: 'Use at most 10000 characters.' },
  ])
})

describe('an email from another tool', () => {
  const mail = { name: 'News', subject: 'News', body: 'Hello', segmentIds: ['donors'] }
  const issuesOf = (body: object) => draftEmailCampaign.schema.body.safeParse(body).error?.issues ?? []

  it.each([
    '*|FNAME|*',
    '%%name%%',
    '[[name]]',
    '<<First Name>>',
    '{% if name %}',
    '{{{name}}}',
    '{first_name}',
    '{$name}',
    '%FIRSTNAME%',
    '-FIRST_NAME-',
    '{{ firstName | default: "friend" }}',
    '{!Contact.FirstName}',
    '~Contact.FirstName~',
    '%recipient.name%',
    '«First_Name»',
    '«FirstName»',
    '##name##',
    '#NAME#',
    '[Name]',
    '[first name]',
    '[firstname,fallback=friend]',
    '<%= first_name %>',
    '[% member:first_name %]',
    '$[FNAME|Friend]$',
    '*[Tracker.FirstName]*',
    '{user_data~First Name}',
    '-first_name-',
    '#recipient:name#',
    '@FIRSTNAME@',
    '$$FNAME$$',
    '|FNAME|',
    ':first_name:',
    '!*FIRSTNAME*!',
    '«First Name»',
    '[fname]',
    '[$first_name]',
    '[mail:first_name]',
    '[Supporter Name]',
    '%unsubscribe_url%',
    '%[First Name]%',
    '[-FNAME-]',
    '[unsubscribe]',
  ])('is rejected with its merge tag %s, in the subject and in the body', (tag) => {
    for (const field of ['subject', 'preheader', 'body'])
      expect(issuesOf({ ...mail, [field]: `Dear ${tag}, hello` })).toMatchObject([
        { path: [field], message: expect.stringMatching(/merge tag of another tool/) },
      ])
    expect(sendVolunteerUpdate.schema.body.safeParse({ customContent: tag }).success).toBe(false)
  })

  it.each([
    ['Dear [Friend],', /^Dear \[Friend\] is a merge tag/],
    ['Hi XXX,', /^Hi XXX is a merge tag/],
    ['Dear {{firstName', /half of a merge field/],
    ['Dear firstName}}', /half of a merge field/],
    ['Dear {{firstName|**friend**}}', /would arrive with these signs/],
    ['Dear {{firstName|[you](https://a.example)}}', /would arrive with these signs/],
  ])('is rejected with %s', (body, message) => {
    expect(issuesOf({ ...mail, body })).toMatchObject([{ path: ['body'], message: expect.stringMatching(message) }])
  })

  it.each(['**Vote** today', '[Vote](https://a.example)', '# Vote', '~~Later~~ now', '<b>Vote</b>', 'Vote<br>now'])(
    'is refused with %s in a line that mail programs show as it is',
    (line) => {
      for (const field of ['subject', 'preheader'])
        expect(issuesOf({ ...mail, [field]: line })).toMatchObject([
          { path: [field], message: expect.stringMatching(/would arrive as you see it/) },
        ])
    },
  )

  it.each(['Vote #1: 5 * 3 < 16 & _you_', 'A note [update] (today)', '{{firstName|Friend & neighbor}}, *please* vote'])(
    'may have the subject %s',
    (subject) => expect(issuesOf({ ...mail, subject })).toEqual([]),
  )

  it.each([
    ['![Jane](https://a.example/jane.png)', /^Emails cannot hold pictures\./],
    ['<p style="color:red">Hello</p>', /^<p style="color:red"> is HTML/],
    ['Hello<br/>there', /^<br\/> is HTML/],
    ['<!-- note -->', /^<!-- is HTML/],
    ['<o:p></o:p>', /^<o:p> is HTML/],
    ['<svg/onload=x>', /^<svg\/onload=x> is HTML/],
    ['<!DOCTYPE html>', /is HTML/],
    ['<![CDATA[x]]>', /is HTML/],
    ['<?php echo 1 ?>', /is HTML/],
    ['<font color=red', /is HTML/],
    ['&lt;b&gt;Vote&lt;/b&gt;', /^&lt;b&gt; is HTML/],
    ['Dear &#60;First Name&#62;', /^&#60;First Name&#62; is HTML/],
  ])('is rejected with %s', (body, message) => {
    expect(issuesOf({ ...mail, body })).toMatchObject([{ path: ['body'], message: expect.stringMatching(message) }])
  })

  it.each([
    '<https://a.example/> <a@b.example> <tel:+17655550100>, 1 < 2 > 1 and <3',
    'From 20% to 30%, [a](https://a.example/%C3%A9) https://a.example/%C2%AE_x%20y [b] {1} and 100 %%',
    '[x](https://a.example/?n={{firstName|friend}})',
    '«Bonjour» and « free », #HOOSIERS #VOTE, ~5 p.m. to ~6, [update](https://a.example) [names]',
    'A well-known-name: #name, @name and $10; 5 &lt; 6 &amp; 7 &gt; 3; write your *first name* and [the whole name]',
    'Dear [neighbor](https://a.example), Hi X',
  ])('does not include %s', (body) => expect(issuesOf({ ...mail, body })).toEqual([]))
})
