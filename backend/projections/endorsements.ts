import { columnsIn, personalColumns } from '../../records/columns.ts'
import { endorsement } from '../../records/endorsements.ts'
import { longSortIndex, searchIndex, sortIndex } from '../../records/list-sql.ts'
import { origin } from '../../records/origins.ts'
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
import { personalFields } from '../topics/index.ts'
import { publicationsTable, published } from './publications.ts'
import { decisions, reviewColumns } from './reviewed.ts'
import { eraseItems, type UserErased } from './user-erasures.ts'

const erased: Row = {
  ...columnsOf(personalFields.EndorsementSubmitted),
  rejection_reason: null,
  is_erased: true,
}

const change = ({ endorsementId }: { endorsementId: number }, set: Row) => [
  update('endorsements', { id: endorsementId }, set),
]

/**
 * Table `endorsements`: every endorsement, deleted ones included; the public list reads those that are approved and
 * public.
 */
export const endorsementsProjection: Projection<EndorsementEvent | SubjectEvent | UserErased> = {
  name: 'endorsements',
  version: 6,
  tables: {
    endorsements: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(endorsement),
        ...columnsIn(origin),
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
        endorsements_search: searchIndex(endorsement),
      },
    },
    endorsement_publications: publicationsTable('endorsement_publications'),
    endorsement_counts: countsBy({ review_rank: 'smallint NOT NULL' }),
  },
  on: {
    EndorsementSubmitted: ({ data, metadata }) => [
      insert('endorsements', {
        ...{ id: data.endorsementId, subject: data.subject },
        ...columnsOf(valuesIn(endorsement, data)),
        ...columnsOf(valuesIn(origin, data)),
        ...decisions.pending,
        published_at: null,
        is_public: true,
        is_erased: false,
        created_at: metadata.at,
      }),
    ],
    EndorsementApproved: ({ data, metadata: { at } }) => [
      ...change(data, decisions.approved(at)),
      ...published('endorsement_publications', data.endorsementId, at),
    ],
    EndorsementRejected: ({ data }) => change(data, decisions.rejected(data.reason)),
    EndorsementDeleted: ({ data }) => change(data, decisions.deleted),
    EndorsementRestored: ({ data }) => change(data, decisions.pending),
    // `is_erased` keeps it private even if an approval decided at the same moment arrives after this.
    UserErased: (event) => eraseItems(event, 'endorsements', erased),
    SubjectErased: ({ data: { subject } }) => [updateWhere('endorsements', { subject }, erased)],
  },
}
