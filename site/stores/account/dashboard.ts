import type { readOwnLink } from '../../../contract/my-campaign.ts'
import type { listProfileActivity, listSubmissions } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { createSimpleList } from '../lists/list.ts'
import { $ownLink } from './own-items.ts'

/** Recent acts of the person, newest first. */
export const activityList = createSimpleList(() => call<typeof listProfileActivity>('GET', '/api/profile/activity'))

/** The person’s submissions, newest first, with their state. */
export const submissionList = createSimpleList(async () => {
  const token = $ownLink.get()
  if (token === null) return call<typeof listSubmissions>('GET', '/api/profile/submissions')
  return (await call<typeof readOwnLink>('POST', '/api/my-campaign/read', { body: { token } })).submissions
})
