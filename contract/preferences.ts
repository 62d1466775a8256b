import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Which notifications the person wants (§3); all by default. */
export const preferences = z.strictObject({
  campaignNews: z.boolean(),
  volunteerOpportunities: z.boolean(),
  eventInvitations: z.boolean(),
  emailUpdates: z.boolean(),
  securityAlerts: z.boolean(),
})
export type Preferences = z.infer<typeof preferences>

export const readPreferences = endpoint({
  method: 'GET',
  url: '/api/preferences',
  summary: 'The notification settings of the signed-in person.',
  schema: { response: { 200: preferences } },
})

export const changePreferences = endpoint({
  method: 'PUT',
  url: '/api/preferences',
  summary: 'Change the notification settings.',
  schema: { body: preferences, response: { 200: preferences } },
})
