import { expect, it } from 'vitest'
import { at, changesBy, recorded, redactedValues, ruth } from '../../test/support/projected.ts'
import { endorsementsProjection } from './endorsements.ts'
import { insert, remove, update, updateWhere } from './projection.ts'

const projection = endorsementsProjection(redactedValues)
const words = { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer' }

it('a submitted endorsement is a row waiting for review', () => {
  const data = { ...words, endorsementId: 7, subject: ruth, endorsementText: 'Yes.' }
  expect(changesBy(projection, recorded({ type: 'EndorsementSubmitted', data }))).toEqual([
    insert('endorsements', {
      ...words,
      id: 7,
      endorsement_text: 'Yes.',
      is_approved: false,
      is_public: true,
      is_erased: false,
      created_at: at,
      subject: ruth,
    }),
  ])
})

it('an approval marks it, a deletion removes it', () => {
  expect(changesBy(projection, recorded({ type: 'EndorsementApproved', data: { endorsementId: 7 } }))).toEqual([
    update('endorsements', { id: 7 }, { is_approved: true }),
  ])
  expect(changesBy(projection, recorded({ type: 'EndorsementDeleted', data: { endorsementId: 7 } }))).toEqual([
    remove('endorsements', { id: 7 }),
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
        is_approved: false,
        is_erased: true,
      },
    ),
  ])
})
