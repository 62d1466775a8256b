import { it } from 'vitest'
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
  },
  {
    submitted: { type: 'PrayerSubmitted', data: { ...words, hasEmail: true } },
    approved: { type: 'PrayerApproved', data: id },
    rejected: { type: 'PrayerRejected', data: { ...id, subject: words.subject, reason } },
    deleted: { type: 'PrayerDeleted', data: id },
    restored: { type: 'PrayerRestored', data: id },
  },
)

it('a prayer without an address says nothing of one', () =>
  given(prayers, [])
    .when({ type: 'SubmitPrayer', data: { ...words, email: null } })
    .then([{ type: 'PrayerSubmitted', data: { ...words, email: null } }]))
