import { columnsIn, personalColumns } from '../../records/columns.ts'
import { donation, donationDetails } from '../../records/donations.ts'
import { erasedIn } from '../../records/erasures.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import { valuesIn } from '../../records/values.ts'
import type { DonationEvent } from '../domain/donations.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import {
  columnsOf,
  countsBy,
  insert,
  type Projection,
  remove,
  removeWhere,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'

const columns = ({
  data,
  stream,
}: Recorded<Extract<DonationEvent, { type: 'DonationImported' | 'DonationCorrected' }>>) => {
  const { donationId: id, subject, donatedAt } = data
  return { id, subject, ...columnsOf(valuesIn(donationDetails, data)), created_at: donatedAt, stream }
}

/** Table `donations`: every imported donation, of erased people too. `amount` is in cents, and so is `left_over`, what
 * refunds left of it (null: none); `stream` finds it again, and `import_event` is the event of the file that it came from.
 * Table `donation_refunds`: every refund. */
export const donationsProjection: Projection<DonationEvent | SubjectEvent> = {
  name: 'donations',
  version: 6,
  tables: {
    donations: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(donationDetails),
        left_over: 'integer',
        created_at: 'timestamptz NOT NULL',
        is_erased: 'boolean NOT NULL DEFAULT false',
        subject: 'uuid NOT NULL',
        stream: 'text NOT NULL',
        import_event: 'uuid',
      },
      primaryKey: ['id'],
      personal: personalColumns(donationDetails),
      countedIn: 'donation_counts',
      indexes: {
        donations_stream: '(stream)',
        donations_subject: '(subject)',
        donations_import: '(import_event)',
        donations_payment: '(payment_id)',
        donations_created_at: '(created_at, id)',
        donations_amount: '(amount, id)',
        donations_name: sortIndex(donationDetails, 'lastName', 'firstName'),
        donations_email: sortIndex(donationDetails, 'email'),
        donations_search: searchIndex(donationDetails),
      },
    },
    donation_refunds: {
      columns: {
        donation_id: 'integer NOT NULL',
        refund_key: 'text NOT NULL',
        amount: 'integer NOT NULL',
        refunded_at: 'timestamptz NOT NULL',
      },
      primaryKey: ['donation_id', 'refund_key'],
    },
    donation_counts: countsBy({ is_erased: 'boolean NOT NULL' }),
  },
  on: {
    DonationImported: (event) => [
      insert('donations', {
        ...columns(event),
        left_over: null,
        is_erased: false,
        import_event: event.metadata.causationId ?? null,
      }),
    ],
    DonationCorrected: (event) => {
      const { id, ...changed } = columns(event)
      return [update('donations', { id }, changed)]
    },
    DonationRefunded: ({ data: { donationId: id, refundKey, amount, refundedAt, left } }) => [
      update('donations', { id }, { left_over: left }),
      insert('donation_refunds', { donation_id: id, refund_key: refundKey, amount, refunded_at: refundedAt }),
    ],
    DonationRefundWithdrawn: ({ data: { donationId: id, refundKey, left } }) => [
      update('donations', { id }, { left_over: left }),
      remove('donation_refunds', { donation_id: id, refund_key: refundKey }),
    ],
    // By key, so that the many removals of an undone import are one statement.
    DonationRemoved: ({ data: { donationId: id, refundKeys } }) => [
      remove('donations', { id }),
      ...(refundKeys?.map((refundKey) => remove('donation_refunds', { donation_id: id, refund_key: refundKey })) ?? [
        removeWhere('donation_refunds', { donation_id: id }),
      ]),
    ],
    SubjectErased: ({ data: { subject } }) => [
      updateWhere('donations', { subject }, { ...columnsOf(erasedIn(donation)), is_erased: true }),
    ],
  },
}
