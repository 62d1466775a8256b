import { columnsIn, personalColumns } from '../../records/columns.ts'
import { endorsement, endorsementWords } from '../../records/endorsements.ts'
import { erasedIn } from '../../records/erasures.ts'
import { longSortIndex, searchIndex, sortIndex } from '../../records/list-sql.ts'
import { valuesIn } from '../../records/values.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
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
  ...columnsOf(erasedIn(endorsement)),
  rejection_reason: null,
  is_erased: true,
}

type Changed = { data: { endorsementId: number }; revision: number }
const change = ({ data, revision }: Changed, set: Row) => [
  update('endorsements', { id: data.endorsementId }, { ...set, revision }),
]

/**
 * Table `endorsements`: every endorsement, deleted ones included; the public list reads those that are approved and
 * public.
 */
export const endorsementsProjection: Projection<EndorsementEvent | SubjectEvent | UserErased> = {
  name: 'endorsements',
  version: 8,
  tables: {
    endorsements: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(endorsement),
        ...originColumns,
        ...reviewColumns,
        is_public: 'boolean NOT NULL',
        is_erased: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      personal: [...personalColumns(endorsement), 'rejection_reason'],
      countedIn: 'endorsement_counts',
      indexes: {
        endorsements_public: `(published_at, id) WHERE status = 'approved' AND is_public AND NOT is_erased`,
        endorsements_waiting: `(id) WHERE status = 'pending' AND NOT is_erased`,
        endorsements_subject: '(subject)',
        endorsements_status: '(review_rank, id)',
        endorsements_name: sortIndex(endorsement, 'name'),
        endorsements_email: sortIndex(endorsement, 'email'),
        endorsements_title: sortIndex(endorsement, 'title'),
        endorsements_text: longSortIndex(endorsement, 'endorsementText'),
        endorsements_source: sourceIndex,
        endorsements_search: searchIndex(endorsement),
      },
    },
    endorsement_publications: publicationsTable('endorsement_publications'),
    endorsement_counts: countsBy({ review_rank: 'smallint NOT NULL', ...countedSource }),
  },
  on: {
    EndorsementSubmitted: ({ data, metadata, revision }) => [
      insert('endorsements', {
        ...{ id: data.endorsementId, subject: data.subject },
        ...columnsOf(valuesIn(endorsement, data)),
        ...originRow(data),
        ...decisions.pending,
        published_at: null,
        is_public: true,
        is_erased: false,
        created_at: metadata.at,
        revision,
      }),
    ],
    EndorsementCorrected: (event) => change(event, columnsOf(valuesIn(endorsementWords, event.data))),
    EndorsementApproved: (event) => [
      ...change(event, decisions.approved(event.metadata.at)),
      ...published('endorsement_publications', event.data.endorsementId, event.metadata.at),
    ],
    EndorsementRejected: (event) => change(event, decisions.rejected(event.data.reason)),
    EndorsementDeleted: (event) => change(event, decisions.deleted),
    EndorsementRestored: (event) => change(event, decisions.pending),
    EndorsementCorrectedByAuthor: (event) =>
      change(event, { ...columnsOf(valuesIn(endorsementWords, event.data)), ...decisions.pending }),
    EndorsementWithdrawn: (event) => change(event, decisions.withdrawn),
    // `is_erased` keeps it private even if an approval decided at the same moment arrives after this.
    UserErased: (event) => eraseItems(event, 'endorsements', { table: 'endorsements', set: erased }),
    SubjectErased: ({ data: { subject } }) => [updateWhere('endorsements', { subject }, erased)],
  },
}
