import type { FastifyInstance } from 'fastify'
import { accountDeletionCommands } from './account-deletions.ts'
import { activityCommands } from './activity.ts'
import { campaignEventCommands } from './campaign-events.ts'
import type { CommandTools } from './command.ts'
import { emailSignupCommands } from './email-signups.ts'
import { endorsementCommands } from './endorsements.ts'
import { erasureCommands } from './erasures.ts'
import { createForumDecisions } from './forum-decisions.ts'
import { forumMessageCommands } from './forum-messages.ts'
import { forumThreadCommands } from './forum-threads.ts'
import { moderationCommands } from './moderation.ts'
import { moderationModelCommands } from './moderation-models.ts'
import { moderationPolicyCommands } from './moderation-policy.ts'
import { newsCommands } from './news.ts'
import { pageVariationCommands } from './page-variations.ts'
import { prayerCommands } from './prayers.ts'
import { preferencesCommands } from './preferences.ts'
import { profileCommands } from './profile.ts'
import { rsvpCommands } from './rsvps.ts'
import { volunteerCommands } from './volunteers.ts'

/** The write side of the features; accounts and sessions stand apart (auth.ts). */
export async function commands(app: FastifyInstance, tools: CommandTools): Promise<void> {
  await app.register(prayerCommands, tools)
  await app.register(endorsementCommands, tools)
  await app.register(emailSignupCommands, tools)
  await app.register(volunteerCommands, tools)
  await app.register(newsCommands, tools)
  const forum = { ...tools, forum: createForumDecisions(tools) }
  await app.register(forumThreadCommands, forum)
  await app.register(forumMessageCommands, forum)
  await app.register(moderationCommands, forum)
  await app.register(moderationPolicyCommands, tools)
  await app.register(moderationModelCommands, tools)
  await app.register(pageVariationCommands, tools)
  await app.register(activityCommands, tools)
  await app.register(erasureCommands, tools)
  await app.register(profileCommands, tools)
  await app.register(preferencesCommands, tools)
  await app.register(accountDeletionCommands, tools)
  await app.register(campaignEventCommands, tools)
  await app.register(rsvpCommands, tools)
}
