import { expect, it } from 'vitest'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, update, updateWhere } from '../kernel/projector/projection.ts'
import { endorsementsProjection as projection } from './endorsements.ts'
import { published } from './publications.ts'

const words = { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer' }

it('a submitted endorsement is a row waiting for review', () => {
  const data = { ...words, endorsementId: 7, subject: ruth, endorsementText: 'Yes.' }
  expect(changesBy(projection, recorded({ type: 'EndorsementSubmitted', data }))).toEqual([
    insert('endorsements', {
      ...words,
      id: 7,
      endorsement_text: 'Yes.',
      status: 'pending',
      rejection_reason: null,
      published_at: null,
      is_public: true,
      is_erased: false,
      created_at: at,
      revision: 0,
      subject: ruth,
      ...noOrigin,
    }),
  ])
})

it('a decision marks it, a deletion keeps the row, a restoration makes it wait for review again', () => {
  const id = { endorsementId: 7 }
  const changes = (event: Parameters<typeof recorded>[0]) => changesBy(projection, recorded(event))
  expect(changes({ type: 'EndorsementApproved', data: id })).toEqual([
    update('endorsements', { id: 7 }, { status: 'approved', rejection_reason: null, published_at: at, revision: 0 }),
    ...published('endorsement_publications', 7, at),
  ])
  expect(changes({ type: 'EndorsementRejected', data: { ...id, subject: ruth, reason: 'Too private.' } })).toEqual([
    update('endorsements', { id: 7 }, { status: 'rejected', rejection_reason: 'Too private.', revision: 0 }),
  ])
  expect(changes({ type: 'EndorsementDeleted', data: id })).toEqual([
    update('endorsements', { id: 7 }, { status: 'deleted', revision: 0 }),
  ])
  expect(changes({ type: 'EndorsementRestored', data: id })).toEqual([
    update('endorsements', { id: 7 }, { status: 'pending', rejection_reason: null, revision: 0 }),
  ])
})

it('a correction changes its words, and neither its status nor its address', () => {
  const data = { endorsementId: 7, subject: ruth, name: 'Ruthie', title: '', endorsementText: 'Yes.', isReworded: true }
  expect(changesBy(projection, recorded({ type: 'EndorsementCorrected', data }))).toEqual([
    update('endorsements', { id: 7 }, { name: 'Ruthie', title: '', endorsement_text: 'Yes.', revision: 0 }),
  ])
})

it('an erasure redacts every endorsement of the person and hides it', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'endorsements',
      { subject: ruth },
      {
        name: 'Erased',
        email: 'erased@erased.invalid',
        title: '',
        endorsement_text: '',
        rejection_reason: null,
        is_erased: true,
      },
    ),
  ])
})

it('words that their author corrected wait for review again, and withdrawn ones leave it', () => {
  const id = { endorsementId: 3, subject: ruth }
  const words = { ...id, name: 'Ruthie', title: '', endorsementText: 'She listens.' }
  expect(changesBy(projection, recorded({ type: 'EndorsementCorrectedByAuthor', data: words }))).toEqual([
    update(
      'endorsements',
      { id: 3 },
      {
        ...{ name: 'Ruthie', title: '', endorsement_text: 'She listens.', status: 'pending' },
        rejection_reason: null,
        revision: 0,
      },
    ),
  ])
  expect(changesBy(projection, recorded({ type: 'EndorsementWithdrawn', data: id }))).toEqual([
    update('endorsements', { id: 3 }, { status: 'withdrawn', rejection_reason: null, revision: 0 }),
  ])
})
