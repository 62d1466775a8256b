import { describeReview } from '../../test/support/review-rules.ts'
import { endorsements } from './endorsements.ts'

const id = { endorsementId: 3 }
const words = {
  ...id,
  subject: '6f1e2c34-0000-4000-8000-000000000001',
  name: 'Ruth Gray',
  email: 'ruth@example.org',
  title: 'Teacher',
  endorsementText: 'She listens.',
}
const reason = 'It names a neighbor.'

describeReview(
  'an endorsement',
  endorsements,
  {
    submit: { type: 'SubmitEndorsement', data: words },
    approve: { type: 'ApproveEndorsement', data: id },
    reject: { type: 'RejectEndorsement', data: { ...id, reason } },
    rejectAgain: { type: 'RejectEndorsement', data: { ...id, reason: 'Another.' } },
    remove: { type: 'DeleteEndorsement', data: id },
    restore: { type: 'RestoreEndorsement', data: id },
    correct: { type: 'CorrectEndorsement', data: { ...id, name: 'Ruth Gray', endorsementText: 'She listens well.' } },
    revise: (author) => ({
      type: 'CorrectEndorsementAsAuthor',
      data: { ...id, author, name: 'Ruth Gray', endorsementText: 'She listens well.' },
    }),
    withdraw: (author) => ({ type: 'WithdrawEndorsement', data: { ...id, author } }),
  },
  {
    submitted: { type: 'EndorsementSubmitted', data: words },
    approved: { type: 'EndorsementApproved', data: id },
    rejected: { type: 'EndorsementRejected', data: { ...id, subject: words.subject, reason } },
    deleted: { type: 'EndorsementDeleted', data: id },
    restored: { type: 'EndorsementRestored', data: id },
    revised: {
      type: 'EndorsementCorrectedByAuthor',
      data: {
        ...id,
        subject: words.subject,
        name: 'Ruth Gray',
        title: 'Teacher',
        endorsementText: 'She listens well.',
      },
    },
    withdrawn: { type: 'EndorsementWithdrawn', data: { ...id, subject: words.subject } },
  },
  { author: words.subject },
)
