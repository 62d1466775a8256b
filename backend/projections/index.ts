import { withDerivedVersion } from '../kernel/projector/derived-version.ts'
import type { AnyProjection } from '../kernel/projector/projection.ts'
import { accountDeletionsProjection } from './account-deletions.ts'
import { adminActionsProjection } from './admin-actions.ts'
import { apiKeysProjection } from './api-keys.ts'
import { campaignEventsProjection } from './campaign-events.ts'
import { donationsProjection } from './donations.ts'
import { emailCampaignsProjection } from './email-campaigns.ts'
import { emailSignupsProjection } from './email-signups.ts'
import { endorsementsProjection } from './endorsements.ts'
import { fileImportsProjection } from './file-imports.ts'
import { fitnessFormulasProjection } from './fitness-formulas.ts'
import { forumReportsProjection } from './forum-reports.ts'
import { forumThreadsProjection } from './forum-threads.ts'
import { historyProjection } from './history.ts'
import { logVerificationsProjection } from './log-verifications.ts'
import { mailAnalyticsProjection } from './mail-analytics.ts'
import { mailConsentsProjection } from './mail-consents.ts'
import { moderationProjection } from './moderation.ts'
import { moderationVerdictsProjection } from './moderation-verdicts.ts'
import { newsProjection } from './news.ts'
import { withPageTags } from './page-tags.ts'
import { pageVariationsProjection } from './page-variations.ts'
import { prayersProjection } from './prayers.ts'
import { preferencesProjection } from './preferences.ts'
import { rsvpsProjection } from './rsvps.ts'
import { setAsideEventsProjection } from './set-aside-events.ts'
import { shortCodesProjection } from './short-codes.ts'
import { staffSetsProjection } from './staff-sets.ts'
import { supportersProjection } from './supporters.ts'
import { usersProjection } from './users.ts'
import { volunteersProjection } from './volunteers.ts'
import { welcomeSeriesProjection } from './welcome-series.ts'
import { wordingsProjection } from './wordings.ts'

const declared: readonly AnyProjection[] = [
  prayersProjection,
  endorsementsProjection,
  emailSignupsProjection,
  usersProjection,
  apiKeysProjection,
  staffSetsProjection,
  preferencesProjection,
  mailConsentsProjection,
  mailAnalyticsProjection,
  welcomeSeriesProjection,
  accountDeletionsProjection,
  volunteersProjection,
  campaignEventsProjection,
  rsvpsProjection,
  donationsProjection,
  fileImportsProjection,
  supportersProjection,
  newsProjection,
  shortCodesProjection,
  forumThreadsProjection,
  forumReportsProjection,
  moderationProjection,
  moderationVerdictsProjection,
  emailCampaignsProjection,
  adminActionsProjection,
  logVerificationsProjection,
  historyProjection,
  pageVariationsProjection,
  fitnessFormulasProjection,
  setAsideEventsProjection,
  wordingsProjection,
]

export const projections: readonly AnyProjection[] = declared.map(withPageTags).map(withDerivedVersion)
