import { describe, expect, it } from 'vitest'
import { consentIn, reasonIn } from './consent-cells.ts'

describe('a cell', () => {
  it.each([
    ['status', 'unsubscribed', true],
    ['status', 'blocklisted', true],
    ['status', 'enabled', false],
    ['email_opt_in', 'false', true],
    ['email_opt_in', 'true', false],
    ['Unsubscribed', 'yes', true],
    ['Unsubscribed', '', false],
    ['UNSUB_TIME', '2026-02-03 04:05:06', true],
    ['Mail status', 'unsubscribed 2026-01-02', true],
    ['Do not email', '1', true],
    ['status', 'disabled', true],
    ['can2_subscription_status', 'bouncing', true],
    ['can2_subscription_status', 'subscribed', false],
    ['Status', 'non-subscribed', true],
    ['Accepts Marketing', 'no', true],
    ['Accepts Marketing', 'yes', false],
    ['do_not_contact', 'true', true],
    ['do_not_contact', 'false', false],
    ['Email Opt In', 'No', true],
    ['Email Opt In', 'Opted Out', true],
    ['Email Opt Out', 'No', false],
    ['Email status', 'Hard bounce', true],
    ['Status', 'No longer subscribed', true],
    ['Newsletter', 'No', true],
    ['Newsletter', 'Weekly', false],
    ['OK to email?', 'No', true],
    ['Bounced', 'TRUE', true],
    ['Email consent', 'no', true],
    ['Email consent', 'unknown', false],
  ])('of "%s" with "%s" is an opt-out: %s', (heading, cell, says) => {
    expect(consentIn(heading, cell) === 'no').toBe(says)
  })

  it.each([
    ['Status', 'Subscribed', 'yes'],
    ['Status', 'active', 'yes'],
    ['Unsubscribed', 'No', 'yes'],
    ['Email Opt In', 'true', 'yes'],
    ['Status', 'Pending', 'unconfirmed'],
    ['Status', 'Unconfirmed', 'unconfirmed'],
    ['Status', 'CANCELLED', 'unconfirmed'],
    ['Email Marketing Consent', 'NEVER_SUBSCRIBED', 'no'],
    ['Unsubscribed from all email', 'TRUE', 'no'],
    ['Status', 'VIP', null],
    ['Status', '', null],
  ])('of "%s" with "%s" says %s', (heading, cell, says) => expect(consentIn(heading, cell)).toBe(says))

  it.each([
    ['CLEAN_TIME', '2026-01-05 10:00:00', 'bounced'],
    ['UNSUB_TIME', '2026-01-05 10:00:00', null],
    ['UNSUB_REASON', 'The emails are spam and should be reported', 'complained'],
    ['UNSUB_REASON', 'No such need, mailbox full of it', null],
    ['reason', '550 5.1.1 No such mailbox', 'bounced'],
    ['status', '5.1.1', 'bounced'],
    ['status', 'unsubscribed', 'unsubscribed'],
    ['status', 'cleaned', 'bounced'],
    ['SuppressionReason', 'HardBounce', 'bounced'],
    ['SuppressionReason', 'SpamComplaint', 'complained'],
    ['SuppressionReason', 'ManualSuppression', 'unsubscribed'],
    ['Suppression reason', 'COMPLAINT', 'complained'],
    ['Reason', 'contactFlaggedAsSpam', 'complained'],
    ['Email hard bounce reason', 'SPAM', 'bounced'],
    ['email1_is_bad', 'true', 'bounced'],
    ['email1_is_bad', 'false', null],
    ['Consent reason', 'switched off in Settings', null],
    ['Email consent', 'no', null],
  ])('of "%s" with "%s" says why: %s', (heading, cell, why) => expect(reasonIn(heading, cell)).toBe(why))
})
