import { columnOf } from '../../records/columns.ts'
import { donation, donationDetails } from '../../records/donations.ts'
import { erasedIn } from '../../records/erasures.ts'
import { handEntry } from '../../records/hand-entry.ts'
import { namesOf } from '../../records/names.ts'
import type { DonationEvent, DonationImportEvent } from '../domain/donations.ts'
import { takingPart } from './taking-part.ts'
import { because, describes, generated, type Topic } from './topic.ts'

const item = { topic: 'donations', idField: 'donationId' } as const
const personal = erasedIn(donation)
const part = takingPart('donation', ['donationId'])
const refund = because('The day and the amount of a refund.', 'refundKey')

export const donations = {
  ...describes<DonationEvent | DonationImportEvent>(),
  events: {
    DonationImported: {
      item,
      personal: { ...personal, ...erasedIn(handEntry) },
      outcome: ({ entrySource }) => ({ status: entrySource === undefined ? 'Imported' : 'Received' }),
      usesAddress: true,
      engagement: (said) => part.begins(said, said.donatedAt),
    },
    DonationCorrected: {
      item,
      personal,
      usesAddress: true,
      engagement: (said) => part.corrects(said, said.donatedAt),
    },
    // A donor whose gifts were all refunded or undone is no donor.
    DonationRefunded: {
      item,
      impersonal: refund,
      outcome: ({ left }) => ({ status: left === 0 ? 'Refunded' : 'Refunded in part' }),
      engagement: (said) => (said.left === 0 ? part.ends(said) : null),
    },
    DonationRefundWithdrawn: {
      item,
      impersonal: refund,
      outcome: { status: 'Imported' },
      engagement: part.returns,
    },
    DonationRemoved: {
      item,
      impersonal: because('The days and the amounts of refunds.', 'refundKeys'),
      outcome: { status: 'Removed', deleted: true },
      engagement: part.ends,
    },
    DonationFileImported: { item: null, impersonal: generated('importId', 'fileHash'), audit: { isTelling: true } },
  },
  streams: ['donation'],
  sequences: { donation: ['donationId'] },
  personalLists: {
    donations: {
      table: 'donations',
      topic: 'donations',
      columns: ['id', ...namesOf(donationDetails).map(columnOf)],
    },
  },
} as const satisfies Topic<DonationEvent | DonationImportEvent>
