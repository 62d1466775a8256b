import type { FastifyInstance } from 'fastify'
import type { ToolsOf } from '../kernel/http/route.ts'
import { adminActionQueries } from './admin-actions.ts'
import { adminDashboardQueries } from './admin-dashboard.ts'
import { asOfQueries } from './as-of.ts'
import { campaignEventQueries } from './campaign-events.ts'
import { donationQueries } from './donations.ts'
import { emailCampaignAnalyticsQueries } from './email-campaigns/email-campaign-analytics.ts'
import { emailCampaignQueries } from './email-campaigns/email-campaigns.ts'
import { emailSegmentQueries } from './email-campaigns/email-segments.ts'
import { welcomeSeriesQueries } from './email-campaigns/welcome-series.ts'
import { emailSignupQueries } from './email-signups.ts'
import { endorsementQueries } from './endorsements.ts'
import { forumMessageQueries } from './forum-threads/forum-messages.ts'
import { forumThreadQueries } from './forum-threads/forum-threads.ts'
import { geneticTestQueries } from './genetic-test.ts'
import { historyQueries } from './history.ts'
import { importQueries } from './imports.ts'
import { mailFactQueries } from './mail-facts.ts'
import { moderationQueries } from './moderation/moderation.ts'
import { moderationPolicyQueries } from './moderation/moderation-policy.ts'
import { newsQueries } from './news.ts'
import { peopleQueries } from './people.ts'
import { prayerQueries } from './prayers.ts'
import { rsvpQueries } from './rsvps.ts'
import { sealQueries } from './seals.ts'
import { shortCodeQueries } from './short-codes.ts'
import { systemMetricQueries } from './system-metrics.ts'
import { trafficQueries } from './traffic.ts'
import { unsentMailQueries } from './unsent-mails.ts'
import { accountDeletionQueries } from './users/account-deletions.ts'
import { adminInvitationQueries } from './users/admin-invitations.ts'
import { apiKeyQueries } from './users/api-keys.ts'
import { preferencesQueries } from './users/preferences.ts'
import { profileQueries } from './users/profile.ts'
import { staffSetQueries } from './users/staff-sets.ts'
import { userQueries } from './users/users.ts'
import { volunteerQueries } from './volunteers.ts'
import { whyMailedQueries } from './why-mailed.ts'
import { wordingQueries } from './wordings.ts'

const features = [
  prayerQueries,
  endorsementQueries,
  emailSignupQueries,
  volunteerQueries,
  newsQueries,
  forumThreadQueries,
  forumMessageQueries,
  moderationQueries,
  moderationPolicyQueries,
  asOfQueries,
  adminDashboardQueries,
  adminActionQueries,
  sealQueries,
  geneticTestQueries,
  historyQueries,
  peopleQueries,
  trafficQueries,
  systemMetricQueries,
  shortCodeQueries,
  emailCampaignAnalyticsQueries,
  mailFactQueries,
  welcomeSeriesQueries,
  campaignEventQueries,
  rsvpQueries,
  profileQueries,
  preferencesQueries,
  accountDeletionQueries,
  userQueries,
  adminInvitationQueries,
  apiKeyQueries,
  staffSetQueries,
  unsentMailQueries,
  emailCampaignQueries,
  donationQueries,
  importQueries,
  emailSegmentQueries,
  wordingQueries,
  whyMailedQueries,
]

/** The read side: every list and view, from the read model alone. */
export async function queries(app: FastifyInstance, tools: ToolsOf<(typeof features)[number]>): Promise<void> {
  for (const feature of features) await feature(app, tools)
}
