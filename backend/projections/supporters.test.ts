import { describe, expect, it } from 'vitest'
import { emailSignup } from '../../records/email-signups.ts'
import { valuesIn } from '../../records/values.ts'
import { at, changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import { increment, insert, remove, removeWhere, update, updateWhere } from '../kernel/projector/projection.ts'
import type { DomainEvent } from '../topics/index.ts'
import { supportersProjection as projection } from './supporters.ts'

const changes = (event: DomainEvent) => changesBy(projection, recorded(event))
const email = 'ruth@example.org'
/** A refusal that tells no moment. */
const naomi = '22222222-2222-4222-8222-222222222222'
const gift = {
  donationId: 4,
  subject: ruth,
  firstName: 'Ruth',
  lastName: 'Gray',
  email,
  amount: 2500,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  occupation: null,
  employer: null,
  paymentId: null,
  isPublic: true,
  ...{ tags: null, furtherColumns: null },
  donatedAt: '2026-02-01T05:00:00.000Z',
}

describe('an engagement', () => {
  it('adds a row, and the person under the name given last', () =>
    expect(
      changes({
        type: 'MailingListJoined',
        data: { emailSignupId: 3, subject: ruth, ...valuesIn(emailSignup, { email, firstName: 'Ruth' }) },
      }),
    ).toEqual([
      insert('user_engagement', {
        source: 'signup-3',
        id: expect.any(Number),
        email,
        subject: ruth,
        engagement_type: 'signup',
        engagement_data: { emailSignupId: 3 },
        timestamp: at,
        recorded_at: at,
        deleted_at: null,
      }),
      increment('supporters', { subject: ruth }, { mentions: 1 }),
      update('supporters', { subject: ruth }, { email, first_name: 'Ruth' }),
    ]))

  it('without a name keeps the known one', () =>
    expect(
      changes({
        type: 'MailingListJoined',
        data: { emailSignupId: 3, subject: ruth, ...valuesIn(emailSignup, { email }) },
      }).at(-1),
    ).toEqual(update('supporters', { subject: ruth }, { email })))

  it('by a donation has the date of the donation', () => {
    expect(changes({ type: 'DonationImported', data: gift })[0]).toMatchObject({
      row: { source: 'donation-4', timestamp: gift.donatedAt, recorded_at: at },
    })
    expect(
      changes({ type: 'DonationCorrected', data: { ...gift, subject: naomi, email: 'naomi@example.org' } })[0],
    ).toEqual(
      update(
        'user_engagement',
        { source: 'donation-4' },
        { subject: naomi, email: 'naomi@example.org', engagement_data: { donationId: 4 }, timestamp: gift.donatedAt },
      ),
    )
  })

  it('is not recorded when a prayer names no address', () => {
    const words = { prayerId: 7, subject: ruth, firstName: 'Ruth', email: null, location: null, prayer: 'For rain.' }
    expect(changes({ type: 'PrayerSubmitted', data: words })).toEqual([])
    // The address of an erased person is gone, but the row still says that there was one.
    expect(changes({ type: 'PrayerSubmitted', data: { ...words, hasEmail: true } })[0]).toMatchObject({
      row: { source: 'prayer-7', subject: ruth, email: 'erased@erased.invalid' },
    })
  })

  it('ends with the deletion of its item and comes back with it', () => {
    expect(changes({ type: 'VolunteerRemoved', data: { volunteerId: 7 } })).toEqual([
      update('user_engagement', { source: 'volunteer-7' }, { deleted_at: at }),
    ])
    expect(changes({ type: 'VolunteerRestored', data: { volunteerId: 7 } })).toEqual([
      update('user_engagement', { source: 'volunteer-7' }, { deleted_at: null }),
    ])
  })
})

describe('the people who must not be mailed', () => {
  it('follow from accounts, under every address they had', () => {
    expect(
      changes({
        type: 'UserEmailChanged',
        data: { userId: 2, subject: naomi, email: 'naomi@example.org', previousSubject: ruth, isVerified: false },
      }),
    ).toEqual([
      update('supporter_accounts', { user_id: 2 }, { subject: naomi, is_email_verified: false }),
      insert('supporter_account_subjects', { user_id: 2, subject: naomi }),
      increment('supporters', { subject: naomi }, { mentions: 1 }),
      update('supporters', { subject: naomi }, { email: 'naomi@example.org' }),
    ])
  })

  it('follow from switches, with a bit for each that is off', () => {
    const choice = { campaignNews: false, volunteerOpportunities: true, eventInvitations: true, emailUpdates: false }
    expect(
      changes({ type: 'PreferencesChanged', data: { userId: 2, subject: ruth, ...choice, securityAlerts: true } }),
    ).toEqual([update('supporter_accounts', { user_id: 2 }, { switched_off: 0b1001 })])
    expect(changes({ type: 'MailChoicesChanged', data: { subject: ruth, ...choice } })).toEqual([
      insert('mail_conditions', { subject: ruth, condition: 'choices', switched_off: 0b1001 }),
    ])
  })

  it('follow from confirmed addresses', () => {
    expect(changes({ type: 'MailAddressConfirmed', data: { subject: ruth, at: '2026-03-01T12:00:00.000Z' } })).toEqual([
      insert('mail_conditions', { subject: ruth, condition: 'confirmed', switched_off: 0 }),
    ])
  })

  it('follow from their own choices and their mail servers, until they subscribe again', () => {
    const about = { subject: ruth, campaignId: 7 }
    const cause = (reason: string, isListed = false) => ({ subject: ruth, reason, is_listed: isListed })
    const begins = (key: ReturnType<typeof cause>, campaignId: number | null = 7) => [
      insert('mail_suppression_causes', { ...key, at, campaign_id: campaignId }),
    ]
    const ends = (...keys: ReturnType<typeof cause>[]) => keys.map((key) => remove('mail_suppression_causes', key))
    const both = (reason: string) => [cause(reason), cause(reason, true)]
    expect(changes({ type: 'MailUnsubscribed', data: { ...about, at } })).toEqual(begins(cause('unsubscribed')))
    expect(changes({ type: 'MailComplained', data: { ...about, at } })).toEqual(begins(cause('complained')))
    const listed = { subject: ruth, importId: 'i' }
    expect(changes({ type: 'MailOptOutImported', data: { ...listed, at } })).toEqual(
      begins(cause('unsubscribed', true), null),
    )
    expect(changes({ type: 'MailOptOutWithdrawn', data: listed })).toEqual(ends(cause('unsubscribed', true)))
    const bounce = { ...about, at, code: '4.2.2' }
    expect(changes({ type: 'MailBounced', data: { ...bounce, kind: 'hard', softInARow: 0 } })).toEqual(
      begins(cause('bounced')),
    )
    expect(changes({ type: 'MailBounced', data: { ...bounce, kind: 'soft', softInARow: 4 } })).toEqual([])
    const all = ends(...both('complained'), ...both('unsubscribed'), ...both('bounced'))
    expect(changes({ type: 'MailResubscribed', data: about })).toEqual(all)
    const renewed = { subject: ruth, askedAt: at, at }
    expect(changes({ type: 'MailConsentRenewed', data: renewed })).toEqual([
      ...all,
      insert('mail_conditions', { subject: ruth, condition: 'confirmed', switched_off: 0 }),
    ])
    expect(changes({ type: 'MailAskedForAgain', data: { subject: ruth, at } })).toEqual([])
    expect(changes({ type: 'MailBounceLifted', data: { subject: ruth, reason: 'blocked us', at } })).toEqual(
      ends(...both('bounced')),
    )
    const cleaned = { ...listed, reason: 'bounced' } as const
    expect(changes({ type: 'MailOptOutImported', data: { ...cleaned, at } })).toEqual(
      begins(cause('bounced', true), null),
    )
    expect(changes({ type: 'MailOptOutWithdrawn', data: cleaned })).toEqual(ends(cause('bounced', true)))
  })

  it('include erased people, with nothing but their rows', () =>
    expect(changes({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
      updateWhere('user_engagement', { subject: ruth }, { email: 'erased@erased.invalid', engagement_data: {} }),
      update('supporters', { subject: ruth }, { email: 'erased@erased.invalid', first_name: null }),
      removeWhere('mail_suppression_causes', { subject: ruth }),
      insert('mail_conditions', { subject: ruth, condition: 'erased', switched_off: 0 }),
    ]))
})
