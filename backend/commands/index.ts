import type { FastifyInstance } from 'fastify'
import type { ToolsOf } from '../http/route.ts'
import { accountDeletionCommands } from './account-deletions.ts'
import { activityCommands } from './activity.ts'
import { campaignEventCommands } from './campaign-events.ts'
import { campaignExportCommands } from './campaign-exports.ts'
import { campaignPreviewCommands } from './campaign-previews.ts'
import { createExecute, type ExecuteTools } from './command.ts'
import { donationCommands } from './donations.ts'
import { emailCampaignCommands } from './email-campaigns.ts'
import { emailSignupCommands } from './email-signups.ts'
import { endorsementCommands } from './endorsements.ts'
import { erasureCommands } from './erasures.ts'
import { createForumDecisions } from './forum-decisions.ts'
import { forumMessageCommands } from './forum-messages.ts'
import { forumThreadCommands } from './forum-threads.ts'
import { geneticTestCommands } from './genetic-test.ts'
import { mailConsentCommands } from './mail-consents.ts'
import { mailEventCommands } from './mail-events/index.ts'
import { mailLinkCommands } from './mail-links/index.ts'
import { moderationCommands } from './moderation.ts'
import { moderationModelCommands } from './moderation-models.ts'
import { moderationPolicyCommands } from './moderation-policy.ts'
import { newsCommands } from './news.ts'
import { pageVariationCommands } from './page-variations.ts'
import { prayerCommands } from './prayers.ts'
import { preferencesCommands } from './preferences.ts'
import { profileCommands } from './profile.ts'
import { rsvpCommands } from './rsvps.ts'
import { sealCommands } from './seals.ts'
import { tableExportCommands } from './table-exports.ts'
import { userCommands } from './users.ts'
import { volunteerCommands } from './volunteers.ts'
import { welcomeSeriesCommands } from './welcome-series.ts'

const features = [
  prayerCommands,
  endorsementCommands,
  emailSignupCommands,
  volunteerCommands,
  newsCommands,
  forumThreadCommands,
  forumMessageCommands,
  moderationCommands,
  moderationPolicyCommands,
  moderationModelCommands,
  pageVariationCommands,
  mailLinkCommands,
  welcomeSeriesCommands,
  geneticTestCommands,
  activityCommands,
  sealCommands,
  erasureCommands,
  profileCommands,
  preferencesCommands,
  mailConsentCommands,
  mailEventCommands,
  accountDeletionCommands,
  campaignEventCommands,
  rsvpCommands,
  userCommands,
  donationCommands,
  emailCampaignCommands,
  campaignPreviewCommands,
  campaignExportCommands,
  tableExportCommands,
]

/** What the features need together. Each names its own tools; the shared ones are created here. */
type Tools = ExecuteTools & Omit<ToolsOf<(typeof features)[number]>, 'execute' | 'forum'>

/** The write side of the features; accounts and sessions are in auth/. */
export async function commands(app: FastifyInstance, tools: Tools): Promise<void> {
  const all = { ...tools, execute: createExecute(tools), forum: createForumDecisions(tools) }
  for (const feature of features) await feature(app, all)
}
