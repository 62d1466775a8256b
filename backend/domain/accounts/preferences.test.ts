import { describe, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type PreferencesEvent, preferences } from './preferences.ts'

const subject = '6f1e2c34-0000-4000-8000-000000000001'
const all = {
  campaignNews: true,
  volunteerOpportunities: true,
  eventInvitations: true,
  emailUpdates: true,
  securityAlerts: true,
}
const choice = { userId: 4, subject, ...all, eventInvitations: false }
const changed: PreferencesEvent = { type: 'PreferencesChanged', data: choice }
const change = (data: typeof choice) => ({ type: 'ChangePreferences', data }) as const

describe('choosing notifications', () => {
  it('is recorded', () => given(preferences, []).when(change(choice)).then([changed]))
  it('does nothing when nothing changes', () => given(preferences, [changed]).when(change(choice)).thenNothing())
  it('does nothing when someone without a choice selects everything, which is the default', () =>
    given(preferences, [])
      .when(change({ userId: 4, subject, ...all }))
      .thenNothing())
})
