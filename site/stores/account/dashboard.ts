import type { listProfileActivity } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { createSimpleList } from '../lists/list.ts'

/** What the person did recently, newest first. */
export const activityList = createSimpleList(() => call<typeof listProfileActivity>('GET', '/api/profile/activity'))
