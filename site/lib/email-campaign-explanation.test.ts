import { expect, test } from 'vitest'
import type { EmailCampaignExplanation } from '../../contract/email-campaign-ledger.ts'
import { explanationOf } from './email-campaign-explanation.ts'

const at = '2026-03-04T17:00:00.000Z'
const chosen: EmailCampaignExplanation = {
  verdict: 'chosen',
  leftOutBecause: null,
  rules: [
    {
      segmentId: 'donors',
      version: 2,
      sentence: 'People whose donation was imported.',
      qualifiedBy: [{ type: 'donation', at, text: 'Donated.' }],
    },
  ],
  outcome: { status: 'sent', detail: null, sentAt: at },
  since: null,
}
const of = (part: Partial<EmailCampaignExplanation>, about: Partial<Parameters<typeof explanationOf>[1]> = {}) =>
  explanationOf({ ...chosen, ...part }, { who: 'ruth@example.org', isWelcome: false, ...about })

test('a chosen person reads which rule applied and what qualified them', () => {
  expect(of({})).toEqual({
    verdict: 'ruth@example.org was chosen, because when the campaign was sent they were in:',
    reasons: [
      {
        rule: 'Donors (rule version 2): People whose donation was imported.',
        facts: ['Mar 4, 2026: Donated.'],
      },
    ],
    after: ['The email was accepted on Mar 4, 2026 12:00 PM EST.'],
  })
})

test('a later unsubscribe is mentioned, and does not change the answer', () => {
  const { verdict, after } = of({ since: { what: 'unsubscribed', at } })
  expect(verdict).toBe(of({}).verdict)
  expect(after.at(-1)).toBe('They unsubscribed on Mar 4, 2026, so they get no campaign mail.')
})

test('an undelivered email says why', () => {
  expect(of({ outcome: { status: 'failed', detail: '550 5.1.1', sentAt: null } }).after).toEqual([
    'The email could not be delivered (550 5.1.1).',
  ])
  expect(of({ outcome: { status: 'skipped', detail: 'unsubscribed', sentAt: null } }).after).toEqual([
    'The email was not sent after all because they unsubscribed.',
  ])
})

test('a person who was left out, and one in no segment, get their own answer', () => {
  expect(of({ verdict: 'left-out', leftOutBecause: 'banned', outcome: null }).verdict).toBe(
    'ruth@example.org was in a segment of this campaign, but was left out because they are banned.',
  )
  expect(of({ verdict: 'not-chosen', rules: [], outcome: null })).toEqual({
    verdict:
      'ruth@example.org was in none of the segments of this campaign when it was sent, so it did not go to them.',
    reasons: [],
    after: [],
  })
})

test('for an erased person, everything is explained but their identity', () => {
  const { verdict, reasons, after } = of({ since: { what: 'erased', at } }, { who: 'A person who was erased' })
  expect(verdict).toBe('A person who was erased was chosen, because when the campaign was sent they were in:')
  expect(reasons).toEqual(of({}).reasons)
  expect(after.at(-1)).toBe('They were erased on Mar 4, 2026, so they get no campaign mail.')
})

test('an unknown address may be that of an erased person', () => {
  expect(of({ verdict: 'unknown', rules: [], outcome: null }).verdict).toBe(
    'We don’t know ruth@example.org. If their data was erased, ask from the list of recipients.',
  )
  expect(of({ verdict: 'unknown', rules: [], outcome: null }, { isWelcome: true }).verdict).toBe(
    'We don’t know ruth@example.org.',
  )
})

test('the welcome series has no segments', () => {
  const rule = {
    segmentId: null,
    version: null,
    sentence: 'They signed up.',
    qualifiedBy: [{ type: 'signup', at, text: 'Signed up for email updates' }],
  }
  expect(of({ rules: [rule] }, { isWelcome: true })).toMatchObject({
    verdict: 'ruth@example.org was chosen for this email of the welcome series:',
    reasons: [{ rule: 'They signed up.', facts: ['Mar 4, 2026: Signed up for email updates'] }],
  })
  expect(of({ verdict: 'not-chosen', rules: [], outcome: null }, { isWelcome: true }).verdict).toBe(
    'ruth@example.org was not chosen for this email of the welcome series.',
  )
})
