import { adminActionsProjection } from './admin-actions.ts'
import type { AnyProjection } from './changes.ts'
import type { StandIns } from './columns.ts'
import { emailSignupsProjection } from './email-signups.ts'
import { endorsementsProjection } from './endorsements.ts'
import { historyProjection } from './history.ts'
import { pageTagsProjection } from './page-tags.ts'
import { prayersProjection } from './prayers.ts'
import { usersProjection } from './users.ts'

/** Every projection. `standIns`: the domain's `personalFields`. */
export const createProjections = (standIns: StandIns): AnyProjection[] => [
  prayersProjection(standIns),
  endorsementsProjection(standIns),
  emailSignupsProjection(standIns),
  usersProjection(standIns),
  adminActionsProjection,
  historyProjection(standIns),
  pageTagsProjection,
]
