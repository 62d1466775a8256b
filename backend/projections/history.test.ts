import { describe, expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, updateWhere } from '../kernel/projector/projection.ts'
import { personalFields } from '../topics/index.ts'
import { historyProjection as projection } from './history.ts'

const row = {
  event_id: eventId,
  revision: 0,
  at,
  actor_kind: 'visitor',
  actor_id: null,
  api_key_id: null,
  command: 'Command',
}

describe('the history of an item', () => {
  it('stores the event’s data, with personal data kept separately', () => {
    const data = { prayerId: 7, subject: ruth, firstName: 'Ruth', email: null, location: null, prayer: 'For rain.' }
    expect(changesBy(projection, recorded({ type: 'PrayerSubmitted', data }))).toEqual([
      insert('history', {
        ...row,
        topic: 'prayers',
        item_id: 7,
        type: 'PrayerSubmitted',
        changes: {},
        personal: { firstName: 'Ruth', email: null, location: null, prayer: 'For rain.' },
        subject: ruth,
      }),
    ])
  })

  it('does not take the subject line of an email for a person', () => {
    const mail = { kind: 'composed', name: 'Town hall', subject: 'Thursday', preheader: '', body: 'Come.' } as const
    const data = { campaignId: 5, ...mail, segmentIds: ['donors'], purpose: null, replyTo: null, writtenBy: 1 }
    expect(changesBy(projection, recorded({ type: 'CampaignDrafted', data }))).toEqual([
      insert('history', {
        ...row,
        topic: 'email-campaigns',
        item_id: 5,
        type: 'CampaignDrafted',
        changes: { ...mail, segmentIds: ['donors'], purpose: null, replyTo: null, writtenBy: 1 },
        personal: {},
        subject: null,
      }),
    ])
  })

  it('records who acted', () => {
    const event = recorded(
      { type: 'EndorsementDeleted', data: { endorsementId: 3 } },
      { actor: { kind: 'admin', id: 1 }, command: 'DeleteEndorsement' },
      { revision: 2 },
    )
    expect(changesBy(projection, event)).toEqual([
      insert('history', {
        ...row,
        topic: 'endorsements',
        item_id: 3,
        revision: 2,
        type: 'EndorsementDeleted',
        actor_kind: 'admin',
        actor_id: 1,
        command: 'DeleteEndorsement',
        changes: {},
        personal: {},
        subject: null,
      }),
    ])
  })

  it('records which API key acted, and who issued it', () => {
    const event = recorded(
      { type: 'EndorsementDeleted', data: { endorsementId: 3 } },
      { actor: { kind: 'admin', id: 1, apiKeyId: 4 } },
    )
    expect(changesBy(projection, event)).toMatchObject([{ row: { actor_kind: 'api-key', actor_id: 1, api_key_id: 4 } }])
  })

  it('an erasure redacts everything personal, by event type, and is recorded itself', () => {
    const changes = changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))
    expect(changes).toEqual([
      ...Object.entries(personalFields).map(([type, personal]) =>
        updateWhere('history', { subject: ruth, type }, { personal }),
      ),
      insert('history', {
        ...row,
        topic: 'subjects',
        item_id: null,
        type: 'SubjectErased',
        changes: {},
        personal: {},
        subject: ruth,
      }),
    ])
  })

  it('omits address reservations, which concern no item', () => {
    expect(changesBy(projection, recorded({ type: 'EmailReserved', data: { userId: 7, subject: ruth } }))).toEqual([])
  })
})
