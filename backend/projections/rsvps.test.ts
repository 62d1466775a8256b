import { expect, it } from 'vitest'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, update, updateWhere } from '../kernel/projector/projection.ts'
import { rsvpsProjection } from './rsvps.ts'

const guest = {
  campaignEventId: 7,
  rsvpId: 3,
  subject: ruth,
  name: 'Ruth',
  email: 'ruth@example.org',
  zipCode: '47901',
}
const { revision: sequence } = recorded({ type: 'RsvpConfirmed', data: guest })
const changes = (event: Parameters<typeof recorded>[0]) => changesBy(rsvpsProjection, recorded(event))

it.each([
  ['RsvpConfirmed', 'confirmed'],
  ['RsvpWaitlisted', 'waiting'],
] as const)('%s is a row that is %s', (type, status) => {
  expect(changes({ type, data: guest })).toEqual([
    insert('rsvps', {
      id: 3,
      campaign_event_id: 7,
      name: 'Ruth',
      email: 'ruth@example.org',
      zip_code: '47901',
      status,
      was_seated: status === 'confirmed',
      sequence,
      created_at: at,
      subject: ruth,
      ...noOrigin,
    }),
  ])
})

it.each([
  ['RsvpPromoted', { status: 'confirmed', was_seated: true }],
  ['RsvpCancelled', { status: 'cancelled' }],
] as const)('%s changes it', (type, set) => {
  expect(changes({ type, data: { campaignEventId: 7, rsvpId: 3 } })).toEqual([
    update('rsvps', { id: 3 }, { ...set, sequence }),
  ])
})

it('an erasure redacts every registration of the person, and leaves the seat to a separate event', () => {
  expect(changes({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
    updateWhere('rsvps', { subject: ruth }, { name: 'Erased', email: 'erased@erased.invalid', zip_code: null }),
  ])
})
