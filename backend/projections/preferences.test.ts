import { expect, it } from 'vitest'
import { changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, remove, removeWhere } from '../kernel/projector/projection.ts'
import { preferencesProjection } from './preferences.ts'

const choice = {
  campaignNews: true,
  volunteerOpportunities: false,
  eventInvitations: true,
  emailUpdates: false,
  securityAlerts: true,
}

it('the latest choice of a person is a row', () => {
  const event = recorded({ type: 'PreferencesChanged', data: { userId: 7, subject: ruth, ...choice } })
  expect(changesBy(preferencesProjection, event)).toEqual([
    remove('preferences', { user_id: 7 }),
    insert('preferences', {
      user_id: 7,
      subject: ruth,
      campaign_news: true,
      volunteer_opportunities: false,
      event_invitations: true,
      email_updates: false,
      security_alerts: true,
    }),
  ])
})

it('an erasure removes it', () => {
  expect(changesBy(preferencesProjection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    removeWhere('preferences', { subject: ruth }),
  ])
})
