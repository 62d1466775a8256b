import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { MailConsentEvent } from './mail-consent-events.ts'
import { mailConsents } from './mail-consents.ts'
import { suppressionIn, wishIn } from './mail-suppressions.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const at = '2026-03-01T12:00:00.000Z'
const later = (days: number) => new Date(Date.parse(at) + days * 24 * 60 * 60 * 1000).toISOString()
const about = { subject, campaignId: 7 }

const unsubscribe = { type: 'UnsubscribeFromMail', data: { ...about, at } } as const
const unsubscribed: MailConsentEvent = { type: 'MailUnsubscribed', data: { ...about, at } }
const resubscribe = { type: 'ResubscribeToMail', data: about } as const
const resubscribed: MailConsentEvent = { type: 'MailResubscribed', data: about }
const complain = { type: 'ReportMailComplaint', data: { ...about, at } } as const
const complained: MailConsentEvent = { type: 'MailComplained', data: { ...about, at } }
const hard = { ...about, kind: 'hard', code: '5.1.1', at } as const
const hardBounced: MailConsentEvent = { type: 'MailBounced', data: { ...hard, softInARow: 0 } }
const soft = (campaignId: number, days = 0) =>
  ({ subject, campaignId, kind: 'soft', code: '4.2.2', at: later(days) }) as const
const softBounced = (campaignId: number, softInARow: number, days = 0): MailConsentEvent => ({
  type: 'MailBounced',
  data: { ...soft(campaignId, days), softInARow },
})
const report = (data: ReturnType<typeof soft> | typeof hard) => ({ type: 'ReportMailBounce', data }) as const

const reasonAfter = (...history: MailConsentEvent[]) =>
  suppressionIn(history.reduce(mailConsents.evolve, mailConsents.initialState).suppressions)?.reason ?? null

describe('unsubscribing', () => {
  it('is recorded once', () => {
    given(mailConsents, []).when(unsubscribe).then([unsubscribed])
    given(mailConsents, [unsubscribed]).when(unsubscribe).thenNothing()
  })
  it('is recorded for a person whose address already bounced, since a bounce is not their own choice', () =>
    given(mailConsents, [hardBounced]).when(unsubscribe).then([unsubscribed]))
  it('is revoked by subscribing again, and can be repeated', () => {
    given(mailConsents, [unsubscribed]).when(resubscribe).then([resubscribed])
    given(mailConsents, [unsubscribed, resubscribed]).when(unsubscribe).then([unsubscribed])
    given(mailConsents, []).when(resubscribe).thenNothing()
  })
})

describe('complaints and bounces', () => {
  it('are recorded once', () => {
    given(mailConsents, []).when(complain).then([complained])
    given(mailConsents, [complained]).when(complain).thenNothing()
    given(mailConsents, []).when(report(hard)).then([hardBounced])
    given(mailConsents, [hardBounced]).when(report(hard)).thenNothing()
    given(mailConsents, [hardBounced])
      .when(report(soft(8)))
      .thenNothing()
  })
  it('of a full mailbox count once per campaign', () => {
    given(mailConsents, [])
      .when(report(soft(1)))
      .then([softBounced(1, 1)])
    given(mailConsents, [softBounced(1, 1)])
      .when(report(soft(1)))
      .thenNothing()
    given(mailConsents, [softBounced(1, 1)])
      .when(report(soft(2)))
      .then([softBounced(2, 2)])
  })
  it('of a full mailbox are forgotten when the last one is long ago', () => {
    given(mailConsents, [softBounced(1, 1)])
      .when(report(soft(2, 60)))
      .then([softBounced(2, 2, 60)])
    given(mailConsents, [softBounced(1, 1)])
      .when(report(soft(2, 61)))
      .then([softBounced(2, 1, 61)])
  })
})

describe('why a person gets no campaign mail', () => {
  it('reports complaint before unsubscribe before bounce', () => {
    expect(reasonAfter()).toBeNull()
    expect(reasonAfter(hardBounced)).toBe('bounced')
    expect(reasonAfter(hardBounced, unsubscribed)).toBe('unsubscribed')
    expect(reasonAfter(hardBounced, unsubscribed, complained)).toBe('complained')
    expect(reasonAfter(hardBounced, unsubscribed, complained, resubscribed)).toBeNull()
  })
  it('also counts the fifth soft bounce in a row', () => {
    const bounces = [1, 2, 3, 4, 5].map((number) => softBounced(number, number))
    expect(reasonAfter(...bounces.slice(0, 4))).toBeNull()
    expect(reasonAfter(...bounces)).toBe('bounced')
    given(mailConsents, [...bounces, resubscribed])
      .when(report(soft(6)))
      .then([softBounced(6, 1)])
  })
})

describe('a list of people who said no elsewhere', () => {
  const list = (importId: string, reason?: 'bounced' | 'complained') =>
    ({ type: 'ImportMailOptOut', data: { subject, importId, at, ...(reason && { reason }) } }) as const
  const listed = (importId: string, reason?: 'bounced' | 'complained'): MailConsentEvent => ({
    type: 'MailOptOutImported',
    data: list(importId, reason).data,
  })
  const withdraw = (importId: string) => ({ type: 'WithdrawMailOptOut', data: { subject, importId } }) as const

  it('says why, and counts where it says more than what is known', () => {
    given(mailConsents, [])
      .when(list('a', 'bounced'))
      .then([listed('a', 'bounced')])
    expect(reasonAfter(listed('a', 'bounced'))).toBe('bounced')
    given(mailConsents, [hardBounced]).when(list('a', 'bounced')).thenNothing()
    given(mailConsents, [listed('a', 'bounced')])
      .when(list('b'))
      .then([listed('b')])
    expect(reasonAfter(listed('a', 'bounced'), listed('b'))).toBe('unsubscribed')
    given(mailConsents, [unsubscribed]).when(list('a')).thenNothing()
    given(mailConsents, [unsubscribed]).when(list('a', 'bounced')).thenNothing()
    given(mailConsents, [unsubscribed])
      .when(list('a', 'complained'))
      .then([listed('a', 'complained')])
    expect(reasonAfter(unsubscribed, listed('a', 'complained'))).toBe('complained')
    expect(reasonAfter(listed('a', 'complained'), resubscribed)).toBeNull()
  })
  it('is taken back with its import alone', () => {
    const both = [listed('a', 'bounced'), listed('b')]
    const withdrawn: MailConsentEvent = {
      type: 'MailOptOutWithdrawn',
      data: { subject, importId: 'a', reason: 'bounced' },
    }
    given(mailConsents, both).when(withdraw('a')).then([withdrawn])
    expect(reasonAfter(...both, withdrawn)).toBe('unsubscribed')
    given(mailConsents, both)
      .when(withdraw('b'))
      .then([{ type: 'MailOptOutWithdrawn', data: { subject, importId: 'b' } }])
    given(mailConsents, both).when(withdraw('c')).thenNothing()
  })
  it('has bounces that staff may lift, and complaints that they may not', () => {
    const lift = { type: 'LiftMailBounce', data: { subject, reason: 'works again', at: later(1) } } as const
    const lifted: MailConsentEvent = { type: 'MailBounceLifted', data: lift.data }
    given(mailConsents, [listed('a', 'bounced')])
      .when(lift)
      .then([lifted])
    expect(reasonAfter(listed('a', 'bounced'), lifted)).toBeNull()
    given(mailConsents, [listed('a', 'complained')])
      .when(lift)
      .then('conflict')
    const wish = (...history: MailConsentEvent[]) =>
      wishIn(history.reduce(mailConsents.evolve, mailConsents.initialState).suppressions)?.reason ?? null
    expect(wish(listed('a', 'bounced'), hardBounced)).toBeNull()
    expect(wish(listed('a'))).toBe('unsubscribed')
  })
})

describe('choosing what to hear about', () => {
  const all = { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true }
  const choice = { subject, ...all, eventInvitations: false }
  const chosen: MailConsentEvent = { type: 'MailChoicesChanged', data: choice }
  const choose = (data: typeof choice) => ({ type: 'ChooseMail', data }) as const

  it('is recorded when something changes', () => {
    given(mailConsents, []).when(choose(choice)).then([chosen])
    given(mailConsents, [chosen]).when(choose(choice)).thenNothing()
    given(mailConsents, [])
      .when(choose({ subject, ...all }))
      .thenNothing()
  })
  it('does not unsubscribe the person', () => expect(reasonAfter(chosen)).toBeNull())
})

describe('an address', () => {
  const at = '2026-03-01T12:00:00.000Z'
  const confirm = { type: 'ConfirmMailAddress', data: { subject, at } } as const
  const confirmed: MailConsentEvent = { type: 'MailAddressConfirmed', data: { subject, at } }

  it('is confirmed once', () => {
    given(mailConsents, []).when(confirm).then([confirmed])
    given(mailConsents, [confirmed]).when(confirm).thenNothing()
  })
  it('gets mail again by being confirmed', () => {
    const unsubscribed: MailConsentEvent = { type: 'MailUnsubscribed', data: { subject, campaignId: 7, at } }
    expect(reasonAfter(unsubscribed, confirmed)).toBe('unsubscribed')
  })
})

describe('what staff do for a person', () => {
  const byPhone = { type: 'UnsubscribeFromMail', data: { subject, campaignId: null, at, source: 'by phone' } } as const
  const lift = { type: 'LiftMailBounce', data: { subject, reason: 'blocked us', at: later(1) } } as const
  const lifted: MailConsentEvent = { type: 'MailBounceLifted', data: lift.data }

  it('unsubscribes them once, and says how they asked', () => {
    given(mailConsents, [hardBounced])
      .when(byPhone)
      .then([{ type: 'MailUnsubscribed', data: byPhone.data }])
    given(mailConsents, [unsubscribed]).when(byPhone).thenNothing()
  })
  it('lifts a bounce, hard or soft, once', () => {
    given(mailConsents, [hardBounced]).when(lift).then([lifted])
    given(mailConsents, [hardBounced, lifted]).when(lift).thenNothing()
    given(mailConsents, []).when(lift).thenNothing()
    const five = [1, 2, 3, 4, 5].map((number) => softBounced(number, number))
    given(mailConsents, five).when(lift).then([lifted])
    expect(reasonAfter(hardBounced, lifted)).toBeNull()
    expect(reasonAfter(...five, lifted)).toBeNull()
  })
  it('never lifts what the person said', () => {
    const imported: MailConsentEvent = { type: 'MailOptOutImported', data: { subject, importId: 'a', at } }
    for (const said of [unsubscribed, imported]) given(mailConsents, [hardBounced, said]).when(lift).then('conflict')
    given(mailConsents, [hardBounced, complained]).when(lift).then('conflict')
  })
  it('counts a new bounce afterwards, and no report of the time before', () => {
    given(mailConsents, [hardBounced, lifted]).when(report(hard)).thenNothing()
    given(mailConsents, [hardBounced, lifted])
      .when({ type: 'ReportMailBounce', data: { ...hard, code: '5.1.10' } })
      .thenNothing()
    const anew = { ...hard, at: later(2) }
    given(mailConsents, [hardBounced, lifted])
      .when({ type: 'ReportMailBounce', data: anew })
      .then([{ type: 'MailBounced', data: { ...anew, softInARow: 0 } }])
    given(mailConsents, [softBounced(1, 1), softBounced(2, 2), hardBounced, lifted])
      .when(report(soft(3, 2)))
      .then([softBounced(3, 1, 2)])
  })
})

describe('signing up again', () => {
  const ask = (days: number, isNew = false) =>
    ({ type: 'AskForMailAgain', data: { subject, at: later(days), isNew } }) as const
  const asked = (days: number): MailConsentEvent => ({ type: 'MailAskedForAgain', data: { subject, at: later(days) } })
  const renew = (askedAt: number, days: number) =>
    ({ type: 'RenewMailConsent', data: { subject, askedAt: later(askedAt), at: later(days) } }) as const
  const renewed = (askedAt: number, days: number): MailConsentEvent => ({
    type: 'MailConsentRenewed',
    data: { subject, askedAt: later(askedAt), at: later(days) },
  })

  it('is recorded once a day, of people who get mail and of those who do not', () => {
    for (const history of [[], [unsubscribed], [complained], [hardBounced]]) {
      given(mailConsents, history)
        .when(ask(1))
        .then([asked(1)])
      given(mailConsents, [...history, asked(1)])
        .when(ask(1.9))
        .thenNothing()
      given(mailConsents, [...history, asked(1)])
        .when(ask(2))
        .then([asked(2)])
    }
  })
  it('on the day of the first time is recorded for people who unsubscribed since', () => {
    given(mailConsents, []).when(ask(1, true)).thenNothing()
    given(mailConsents, [unsubscribed])
      .when(ask(1, true))
      .then([asked(1)])
  })
  it('changes nothing until the person presses the button in the email', () => {
    expect(reasonAfter(unsubscribed, asked(1))).toBe('unsubscribed')
    given(mailConsents, [unsubscribed, asked(1)])
      .when(renew(1, 2))
      .then([renewed(1, 2)])
    expect(reasonAfter(unsubscribed, asked(1), renewed(1, 2))).toBeNull()
    const imported: MailConsentEvent = { type: 'MailOptOutImported', data: { subject, importId: 'a', at } }
    expect(reasonAfter(hardBounced, imported, asked(1), renewed(1, 2))).toBeNull()
  })
  it('makes bounces of the time before no longer count', () =>
    given(mailConsents, [hardBounced, unsubscribed, asked(1), renewed(1, 2)])
      .when({ type: 'ReportMailBounce', data: { ...hard, at: later(1), code: '5.1.2' } })
      .thenNothing())
  it('works with the link of any of the last days, for seven days', () => {
    given(mailConsents, [unsubscribed, asked(1), asked(3)])
      .when(renew(1, 3))
      .then([renewed(1, 3)])
    given(mailConsents, [unsubscribed, asked(1)])
      .when(renew(1, 8))
      .then([renewed(1, 8)])
    given(mailConsents, [unsubscribed, asked(1)])
      .when(renew(1, 8.1))
      .then('conflict')
  })
  it('does not work with a link that was used, or from before the person said no again', () => {
    const history = [unsubscribed, asked(1), renewed(1, 2)]
    given(mailConsents, history).when(renew(1, 2)).thenNothing()
    for (const no of [unsubscribed, complained])
      given(mailConsents, [...history, no])
        .when(renew(1, 3))
        .then('conflict')
    given(mailConsents, [unsubscribed, asked(1), complained])
      .when(renew(1, 2))
      .then('conflict')
    given(mailConsents, [unsubscribed]).when(renew(1, 2)).then('conflict')
  })
})

describe('a complaint', () => {
  const held: MailConsentEvent = { type: 'MailComplaintHeld', data: { ...about, at } }
  const doubted = { type: 'ReportMailComplaint', data: { ...about, at, isDoubted: true } } as const
  const lift = { type: 'LiftMailComplaint', data: { subject, reason: 'not theirs', at: later(1) } } as const
  const lifted: MailConsentEvent = { type: 'MailComplaintLifted', data: lift.data }
  const listed: MailConsentEvent = {
    type: 'MailOptOutImported',
    data: { subject, importId: 'i', at, reason: 'complained' },
  }

  it('from a sender that no server vouches for waits for staff, and stops nothing', () => {
    given(mailConsents, []).when(doubted).then([held])
    given(mailConsents, [held]).when(doubted).thenNothing()
    given(mailConsents, [complained]).when(doubted).thenNothing()
    expect(reasonAfter(held)).toBeNull()
  })
  it('that waits is confirmed or dismissed once', () => {
    const confirm = { type: 'ConfirmMailComplaint', data: { subject } } as const
    given(mailConsents, [held]).when(confirm).then([complained])
    given(mailConsents, [held, complained]).when(confirm).thenNothing()
    given(mailConsents, [held]).when(lift).then([lifted])
    given(mailConsents, [held, lifted]).when(confirm).thenNothing()
    given(mailConsents, [held, resubscribed]).when(confirm).thenNothing()
  })
  it('that waits gives way to one that is sure', () => given(mailConsents, [held]).when(complain).then([complained]))
  it('is lifted by staff, also one from a list, and an unsubscribe stays', () => {
    given(mailConsents, [complained]).when(lift).then([lifted])
    expect(reasonAfter(complained, lifted)).toBeNull()
    given(mailConsents, [listed]).when(lift).then([lifted])
    expect(reasonAfter(listed, lifted)).toBeNull()
    expect(reasonAfter(unsubscribed, complained, lifted)).toBe('unsubscribed')
    given(mailConsents, [unsubscribed]).when(lift).thenNothing()
  })
  it('about a mail of the time before the lift comes back only through staff', () => {
    const again = { ...about, at: later(2) }
    const history = [complained, lifted]
    given(mailConsents, history)
      .when({ type: 'ReportMailComplaint', data: { ...again, sentAt: at } })
      .then([{ type: 'MailComplaintHeld', data: again }])
    given(mailConsents, history)
      .when({ type: 'ReportMailComplaint', data: { ...again, sentAt: at, isDoubted: true } })
      .thenNothing()
    given(mailConsents, history)
      .when({ type: 'ReportMailComplaint', data: { ...again, sentAt: later(2) } })
      .then([{ type: 'MailComplained', data: again }])
  })
})

it('a bounce of a mail of the time before a lift does not count, however late it comes', () => {
  const lifted: MailConsentEvent = { type: 'MailBounceLifted', data: { subject, reason: 'mistake', at: later(1) } }
  const late = { ...hard, at: later(2) }
  given(mailConsents, [hardBounced, lifted])
    .when({ type: 'ReportMailBounce', data: { ...late, sentAt: at } })
    .thenNothing()
  given(mailConsents, [hardBounced, lifted])
    .when({ type: 'ReportMailBounce', data: { ...late, sentAt: later(2) } })
    .then([{ type: 'MailBounced', data: { ...late, softInARow: 0 } }])
})

describe('a person whose account proved another address', () => {
  const data = { subject, email: 'ruth@new.example', previousSubject: 'the old one', engagements: ['prayer-1'] }
  const move = { type: 'MoveMailAddress', data } as const
  const moved: MailConsentEvent = { type: 'MailAddressMoved', data }

  it('is recorded with what counts for the new address, and once without anything new', () => {
    given(mailConsents, []).when(move).then([moved])
    given(mailConsents, [moved])
      .when({ ...move, data: { ...data, engagements: [] } })
      .thenNothing()
  })
  it('keeps their suppressions', () => expect(reasonAfter(unsubscribed, moved)).toBe('unsubscribed'))
})
