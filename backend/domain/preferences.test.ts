import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
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

describe('choosing what to be told about', () => {
  it('is recorded', () => given(preferences, []).when(change(choice)).then([changed]))
  it('does nothing when everything stays as it was chosen', () =>
    given(preferences, [changed]).when(change(choice)).thenNothing())
  it('does nothing when somebody who never chose wants everything, as everybody does at first', () =>
    given(preferences, [])
      .when(change({ userId: 4, subject, ...all }))
      .thenNothing())
})
