import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { columnsOf, insert, type Projection, type RedactedValues, remove, update, updateWhere } from './projection.ts'

/**
 * Table `endorsements`: every endorsement that is not deleted; the public list reads those that are approved and
 * public.
 */
export const endorsementsProjection = (
  redactedValues: RedactedValues,
): Projection<EndorsementEvent | SubjectEvent> => ({
  name: 'endorsements',
  version: 1,
  tables: {
    endorsements: {
      columns: {
        id: 'integer NOT NULL',
        name: 'text NOT NULL',
        email: 'text NOT NULL',
        title: 'text NOT NULL',
        endorsement_text: 'text NOT NULL',
        is_approved: 'boolean NOT NULL',
        is_public: 'boolean NOT NULL',
        is_erased: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        subject: 'uuid NOT NULL',
      },
      primaryKey: ['id'],
      indexes: {
        endorsements_public: '(id) WHERE is_approved AND is_public AND NOT is_erased',
        endorsements_subject: '(subject)',
      },
    },
  },
  on: {
    EndorsementSubmitted: ({ data: { endorsementId, subject, name, email, title, endorsementText }, metadata }) => [
      insert('endorsements', {
        id: endorsementId,
        name,
        email,
        title,
        endorsement_text: endorsementText,
        is_approved: false,
        is_public: true,
        is_erased: false,
        created_at: metadata.at,
        subject,
      }),
    ],
    EndorsementApproved: ({ data }) => [update('endorsements', { id: data.endorsementId }, { is_approved: true })],
    EndorsementDeleted: ({ data }) => [remove('endorsements', { id: data.endorsementId })],
    // `is_erased` keeps it private even if an approval decided at the same moment arrives after this.
    SubjectErased: ({ data: { subject } }) => [
      updateWhere(
        'endorsements',
        { subject },
        { ...columnsOf(redactedValues.EndorsementSubmitted), is_approved: false, is_erased: true },
      ),
    ],
  },
})
