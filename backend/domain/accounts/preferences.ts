import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'

/** Which notifications a person wants. */
export type Preferences = {
  campaignNews: boolean
  volunteerOpportunities: boolean
  eventInvitations: boolean
  emailUpdates: boolean
  securityAlerts: boolean
}
type Choice = { userId: number; subject: string } & Preferences

export type PreferencesCommand = Fact<'ChangePreferences', Choice>
export type PreferencesEvent = Fact<'PreferencesChanged', Choice>

export const preferencesStream = (userId: number) => `preferences-${userId}`

const preferencesOf = (choice: Preferences): Preferences => ({
  campaignNews: choice.campaignNews,
  volunteerOpportunities: choice.volunteerOpportunities,
  eventInvitations: choice.eventInvitations,
  emailUpdates: choice.emailUpdates,
  securityAlerts: choice.securityAlerts,
})

const isSame = (a: Preferences, b: Preferences) => JSON.stringify(preferencesOf(a)) === JSON.stringify(preferencesOf(b))

/** All on by default (§2). */
export const preferences: Decider<Preferences, PreferencesCommand, PreferencesEvent> = {
  initialState: {
    campaignNews: true,
    volunteerOpportunities: true,
    eventInvitations: true,
    emailUpdates: true,
    securityAlerts: true,
  },
  decide: (command, chosen) =>
    isSame(chosen, command.data) ? [] : [{ type: 'PreferencesChanged', data: command.data }],
  evolve: (_chosen, event) => preferencesOf(event.data),
}
