import type { FastifyInstance } from 'fastify'
import { commandsInProgress } from '../kernel/http/commands-in-progress.ts'
import type { ToolsOf } from '../kernel/http/route.ts'
import { activityCommands } from './activity.ts'
import { campaignEventCommands } from './campaign-events.ts'
import { createExecute, type ExecuteTools } from './command.ts'
import { donationCommands } from './donations.ts'
import { emailCampaignCommands } from './email-campaigns/email-campaigns.ts'
import { emailCampaignExportCommands } from './email-campaigns/exports.ts'
import { emailCampaignPreviewCommands } from './email-campaigns/previews.ts'
import { sendingAgainCommands } from './email-campaigns/sending-again.ts'
import { welcomeSeriesCommands } from './email-campaigns/welcome-series.ts'
import { emailSignupCommands } from './email-signups/email-signups.ts'
import { endorsementCommands } from './endorsements.ts'
import { tableExportCommands } from './exports/table-exports.ts'
import { fitnessFormulaCommands } from './fitness-formulas.ts'
import { createForumDecisions } from './forum-threads/forum-decisions.ts'
import { forumMessageCommands } from './forum-threads/forum-messages.ts'
import { forumThreadCommands } from './forum-threads/forum-threads.ts'
import { geneticTestCommands } from './genetic-test.ts'
import { importCommands } from './imports/imports.ts'
import { mailConsentCommands } from './mail-consents/mail-consents.ts'
import { staffConsentCommands } from './mail-consents/staff-consents.ts'
import { mailEventCommands } from './mail-events/index.ts'
import { mailLinkCommands } from './mail-links/index.ts'
import { moderationCommands } from './moderation/moderation.ts'
import { moderationModelCommands } from './moderation/moderation-models.ts'
import { moderationPolicyCommands } from './moderation/moderation-policy.ts'
import { newsCommands } from './news.ts'
import { ownLinkCommands } from './own-links.ts'
import { pageVariationCommands } from './page-variations.ts'
import { prayerCommands } from './prayers.ts'
import { rsvpCommands } from './rsvps.ts'
import { sealCommands } from './seals.ts'
import { shortCodeCommands } from './short-codes.ts'
import { accountDeletionCommands } from './users/account-deletions.ts'
import { apiKeyCommands } from './users/api-keys.ts'
import { erasureCommands } from './users/erasures.ts'
import { preferencesCommands } from './users/preferences.ts'
import { profileCommands } from './users/profile.ts'
import { roleCommands } from './users/roles.ts'
import { staffSetCommands } from './users/staff-sets.ts'
import { userCommands } from './users/users.ts'
import { volunteerCommands } from './volunteers.ts'

const features = [
  prayerCommands,
  endorsementCommands,
  emailSignupCommands,
  volunteerCommands,
  donationCommands,
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
  fitnessFormulaCommands,
  activityCommands,
  sealCommands,
  erasureCommands,
  profileCommands,
  preferencesCommands,
  mailConsentCommands,
  ownLinkCommands,
  staffConsentCommands,
  mailEventCommands,
  accountDeletionCommands,
  campaignEventCommands,
  rsvpCommands,
  shortCodeCommands,
  userCommands,
  roleCommands,
  apiKeyCommands,
  staffSetCommands,
  importCommands,
  emailCampaignCommands,
  emailCampaignPreviewCommands,
  emailCampaignExportCommands,
  sendingAgainCommands,
  tableExportCommands,
]

/** Shared dependencies of the features. Each feature names its own; the shared ones are created here. */
type Tools = ExecuteTools & Omit<ToolsOf<(typeof features)[number]>, 'execute' | 'forum' | 'others'>

/** The write side of the features; accounts and sessions are in auth/. */
export async function commands(app: FastifyInstance, tools: Tools): Promise<void> {
  const all = {
    ...tools,
    execute: createExecute(tools),
    forum: createForumDecisions(tools),
    others: commandsInProgress(app),
  }
  for (const feature of features) await feature(app, all)
}
