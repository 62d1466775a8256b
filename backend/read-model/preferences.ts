import type { Knex } from 'knex'
import type { Preferences } from '../../contract/preferences.ts'

/** The default (§2). */
const allOn: Preferences = {
  campaignNews: true,
  volunteerOpportunities: true,
  eventInvitations: true,
  emailUpdates: true,
  securityAlerts: true,
}

export async function preferencesOf(knex: Knex, userId: number): Promise<Preferences> {
  const [row] = await knex('read.preferences').where({ user_id: userId }).select<Preferences[]>({
    campaignNews: 'campaign_news',
    volunteerOpportunities: 'volunteer_opportunities',
    eventInvitations: 'event_invitations',
    emailUpdates: 'email_updates',
    securityAlerts: 'security_alerts',
  })
  return row ?? allOn
}
