import type { listProfileActivity, listSubmissions } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { createSimpleList } from '../lists/list.ts'

/** Recent acts of the person, newest first. */
export const activityList = createSimpleList(() => call<typeof listProfileActivity>('GET', '/api/profile/activity'))

/** The person’s submissions, newest first, with their state. */
export const submissionList = createSimpleList(() => call<typeof listSubmissions>('GET', '/api/profile/submissions'))
