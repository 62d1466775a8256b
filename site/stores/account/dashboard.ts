import type { listProfileActivity } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { createSimpleList } from '../lists/list.ts'

/** The last things the person did, newest first. */
export const activityList = createSimpleList(() => call<typeof listProfileActivity>('GET', '/api/profile/activity'))
