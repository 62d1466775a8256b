import { describe, it } from 'vitest'
import { describeReview } from '../../test/support/review-rules.ts'
import { given } from '../../test/support/spec.ts'
import { prayers } from './prayers.ts'

const id = { prayerId: 7 }
const words = {
  ...id,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  firstName: 'Ruth',
  email: 'ruth@example.org',
  location: 'Muncie',
  prayer: 'For rain.',
}
const reason = 'It names a neighbor.'

describeReview(
  'a prayer',
  prayers,
  {
    submit: { type: 'SubmitPrayer', data: words },
    approve: { type: 'ApprovePrayer', data: id },
    reject: { type: 'RejectPrayer', data: { ...id, reason } },
    rejectAgain: { type: 'RejectPrayer', data: { ...id, reason: 'Another.' } },
    remove: { type: 'DeletePrayer', data: id },
    restore: { type: 'RestorePrayer', data: id },
    correct: { type: 'CorrectPrayer', data: { ...id, firstName: 'Ruth', prayer: 'For rain and peace.' } },
    revise: (author) => ({
      type: 'CorrectPrayerAsAuthor',
      data: { ...id, author, firstName: 'Ruth', prayer: 'For rain and peace.' },
    }),
    withdraw: (author) => ({ type: 'WithdrawPrayer', data: { ...id, author } }),
  },
  {
    submitted: { type: 'PrayerSubmitted', data: { ...words, hasEmail: true } },
    approved: { type: 'PrayerApproved', data: id },
    rejected: { type: 'PrayerRejected', data: { ...id, subject: words.subject, reason } },
    deleted: { type: 'PrayerDeleted', data: id },
    restored: { type: 'PrayerRestored', data: id },
    revised: {
      type: 'PrayerCorrectedByAuthor',
      data: { ...id, subject: words.subject, firstName: 'Ruth', location: 'Muncie', prayer: 'For rain and peace.' },
    },
    withdrawn: { type: 'PrayerWithdrawn', data: { ...id, subject: words.subject } },
  },
  { author: words.subject },
)

const submitted = { type: 'PrayerSubmitted', data: words } as const
const correct = { type: 'CorrectPrayer', data: { ...id, firstName: 'Ruth', prayer: 'For rain and peace.' } } as const
const now = { ...id, subject: words.subject, firstName: 'Ruth', location: 'Muncie' }
const fixed = { type: 'PrayerCorrected', data: { ...now, prayer: 'For rain and peace.', isReworded: true } } as const

describe('correcting a prayer', () => {
  it('records the new words, and leaves what was left out', () =>
    given(prayers, [submitted]).when(correct).then([fixed]))
  it('keeps an approval: the admin who corrects it has read it', () =>
    given(prayers, [submitted, { type: 'PrayerApproved', data: id }, fixed])
      .when({ type: 'ApprovePrayer', data: id })
      .thenNothing())
  it('tells a new wording from a corrected name', () =>
    given(prayers, [submitted])
      .when({ type: 'CorrectPrayer', data: { ...id, firstName: 'Ruthie', prayer: words.prayer } })
      .then([
        { type: 'PrayerCorrected', data: { ...now, firstName: 'Ruthie', prayer: words.prayer, isReworded: false } },
      ]))
  it('does nothing when it was already corrected that way', () =>
    given(prayers, [submitted, fixed]).when(correct).thenNothing())
  it('is rejected when there is no such prayer, or it is deleted', () => {
    given(prayers, []).when(correct).then('not_found')
    given(prayers, [submitted, { type: 'PrayerDeleted', data: id }])
      .when(correct)
      .then('not_found')
  })
})

it('a prayer that staff enter waits for review, with how they know the person', () => {
  const entry = { entrySource: 'letter', entryNote: 'By mail', entryDay: '2026-03-07' } as const
  given(prayers, [])
    .when({ type: 'EnterPrayer', data: { ...words, ...entry } })
    .then([{ type: 'PrayerSubmitted', data: { ...words, ...entry, hasEmail: true } }])
})

it('a prayer without an address says nothing of one', () =>
  given(prayers, [])
    .when({ type: 'SubmitPrayer', data: { ...words, email: null } })
    .then([{ type: 'PrayerSubmitted', data: { ...words, email: null } }]))
