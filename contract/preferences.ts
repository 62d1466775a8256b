import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'

/**
 * Which notifications the person wants (§3); all by default. A campaign email obeys the switch that its author chose and
 * those of its segments (`mailPurposes` in email-segments.ts); emails that a person requested, such as the confirmation of a registration,
 * obey none.
 */
export const preferences = z.strictObject({
  /** Mails to newsletter subscribers, donors, the prayer community, new and highly engaged supporters. */
  campaignNews: z.boolean(),
  /** Mails to active volunteers. */
  volunteerOpportunities: z.boolean(),
  /** Mails for which the author chose this switch, to any segment. */
  eventInvitations: z.boolean(),
  /** Mails to inactive supporters: now and then, what they missed. */
  emailUpdates: z.boolean(),
  securityAlerts: z.boolean(),
})
export type Preferences = z.infer<typeof preferences>

export const readPreferences = endpoint('GET', '/api/preferences', {
  summary: 'The notification settings of the signed-in person.',
  schema: { response: { 200: preferences } },
})

export const changePreferences = endpoint('PUT', '/api/preferences', {
  summary: 'Change the notification settings.',
  schema: { body: preferences, response: { 200: preferences } },
})
