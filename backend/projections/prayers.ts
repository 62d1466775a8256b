import type { PrayerEvent } from '../domain/prayers.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, type RedactedValues, remove, update, updateWhere } from './projection.ts'

/** Table `prayers`: every prayer that is not deleted; the public list reads the approved ones. */
export const prayersProjection = (redactedValues: RedactedValues): Projection<PrayerEvent | SubjectEvent> => ({
  name: 'prayers',
  version: 2,
  tables: {
    prayers: {
      columns: {
        id: 'integer NOT NULL',
        first_name: 'text NOT NULL',
        email: 'text',
        location: 'text',
        prayer: 'text NOT NULL',
        is_approved: 'boolean NOT NULL',
        is_erased: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      indexes: {
        prayers_public: '(id) WHERE is_approved AND NOT is_erased',
        prayers_subject: '(subject)',
        prayers_status: '((NOT is_approved), id)',
        prayers_first_name: '(lower(first_name), id)',
        prayers_email: `(lower(coalesce(email, '')), id)`,
        prayers_location: `(lower(coalesce(location, '')), id)`,
        prayers_search: `USING gin (lower(first_name || ' ' || coalesce(email, '') || ' ' || coalesce(location, '') || ' ' || prayer) gin_trgm_ops)`,
      },
    },
  },
  on: {
    PrayerSubmitted: ({ data: { prayerId, subject, firstName, email, location, prayer }, metadata }) => [
      insert('prayers', {
        id: prayerId,
        first_name: firstName,
        email,
        location,
        prayer,
        is_approved: false,
        is_erased: false,
        created_at: metadata.at,
        subject,
      }),
    ],
    PrayerApproved: ({ data }) => [update('prayers', { id: data.prayerId }, { is_approved: true })],
    PrayerDeleted: ({ data }) => [remove('prayers', { id: data.prayerId })],
    // `is_erased` keeps it private even if an approval decided at the same moment arrives after this.
    SubjectErased: ({ data: { subject } }) => [
      updateWhere(
        'prayers',
        { subject },
        { ...columnsOf(redactedValues.PrayerSubmitted), is_approved: false, is_erased: true },
      ),
    ],
  },
})
