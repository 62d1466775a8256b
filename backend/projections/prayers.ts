import { columnsIn, personalColumns } from '../../records/columns.ts'
import { erasedIn } from '../../records/erasures.ts'
import { longSortIndex, searchIndex, sortIndex } from '../../records/list-sql.ts'
import { prayer, prayerWords } from '../../records/prayers.ts'
import { valuesIn } from '../../records/values.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import {
  columnsOf,
  countsBy,
  insert,
  type Projection,
  type Row,
  update,
  updateWhere,
} from '../kernel/projector/projection.ts'
import { countedSource, originColumns, originRow, sourceIndex } from './origins.ts'
import { publicationsTable, published } from './publications.ts'
import { decisions, reviewColumns } from './reviewed.ts'
import { eraseItems, type UserErased } from './user-erasures.ts'

const erased: Row = {
  ...columnsOf(erasedIn(prayer)),
  rejection_reason: null,
  is_erased: true,
}

type Changed = { data: { prayerId: number }; revision: number }
const change = ({ data, revision }: Changed, set: Row) => [
  update('prayers', { id: data.prayerId }, { ...set, revision }),
]

/** Table `prayers`: every prayer, deleted ones included; the public list reads the approved ones. */
export const prayersProjection: Projection<PrayerEvent | SubjectEvent | UserErased> = {
  name: 'prayers',
  version: 9,
  tables: {
    prayers: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(prayer),
        ...originColumns,
        ...reviewColumns,
        is_erased: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      personal: [...personalColumns(prayer), 'rejection_reason'],
      countedIn: 'prayer_counts',
      indexes: {
        prayers_public: `(published_at, id) WHERE status = 'approved' AND NOT is_erased`,
        prayers_waiting: `(id) WHERE status = 'pending' AND NOT is_erased`,
        prayers_subject: '(subject)',
        prayers_status: '(review_rank, id)',
        prayers_first_name: sortIndex(prayer, 'firstName'),
        prayers_email: sortIndex(prayer, 'email'),
        prayers_location: sortIndex(prayer, 'location'),
        prayers_prayer: longSortIndex(prayer, 'prayer'),
        prayers_source: sourceIndex,
        prayers_search: searchIndex(prayer),
      },
    },
    prayer_publications: publicationsTable('prayer_publications'),
    prayer_counts: countsBy({ review_rank: 'smallint NOT NULL', ...countedSource }),
  },
  on: {
    PrayerSubmitted: ({ data, metadata, revision }) => [
      insert('prayers', {
        ...{ id: data.prayerId, subject: data.subject },
        ...columnsOf(valuesIn(prayer, data)),
        ...originRow(data),
        ...decisions.pending,
        published_at: null,
        is_erased: false,
        created_at: metadata.at,
        revision,
      }),
    ],
    PrayerCorrected: (event) => change(event, columnsOf(valuesIn(prayerWords, event.data))),
    PrayerApproved: (event) => [
      ...change(event, decisions.approved(event.metadata.at)),
      ...published('prayer_publications', event.data.prayerId, event.metadata.at),
    ],
    PrayerRejected: (event) => change(event, decisions.rejected(event.data.reason)),
    PrayerDeleted: (event) => change(event, decisions.deleted),
    PrayerRestored: (event) => change(event, decisions.pending),
    PrayerCorrectedByAuthor: (event) =>
      change(event, { ...columnsOf(valuesIn(prayerWords, event.data)), ...decisions.pending }),
    PrayerWithdrawn: (event) => change(event, decisions.withdrawn),
    // `is_erased` keeps it private even if an approval decided at the same moment arrives after this.
    UserErased: (event) => eraseItems(event, 'prayers', { table: 'prayers', set: erased }),
    SubjectErased: ({ data: { subject } }) => [updateWhere('prayers', { subject }, erased)],
  },
}
