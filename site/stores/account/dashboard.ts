import type { listProfileActivity } from '../../../contract/profile.ts'
import { call } from '../../lib/api.ts'
import { createList } from '../list.ts'

/** The last things the person did, newest first. */
export const activityList = createList(() => call<typeof listProfileActivity>('GET', '/api/profile/activity'))
