import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the person wants to hear about (§3); everything until they say otherwise. */
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
  summary: 'What the signed-in person wants to be told about.',
  schema: { response: { 200: preferences } },
})

export const changePreferences = endpoint({
  method: 'PUT',
  url: '/api/preferences',
  summary: 'Choose what to be told about.',
  schema: { body: preferences, response: { 200: preferences } },
})
