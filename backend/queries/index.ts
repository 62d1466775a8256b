import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { accountDeletionQueries } from './account-deletions.ts'
import { adminActionQueries } from './admin-actions.ts'
import { campaignEventQueries } from './campaign-events.ts'
import { emailSignupQueries } from './email-signups.ts'
import { endorsementQueries } from './endorsements.ts'
import { forumMessageQueries } from './forum-messages.ts'
import { forumThreadQueries } from './forum-threads.ts'
import { historyQueries } from './history.ts'
import { moderationQueries } from './moderation.ts'
import { type Moderators, moderationPolicyQueries } from './moderation-policy.ts'
import { newsQueries } from './news.ts'
import { prayerQueries } from './prayers.ts'
import { preferencesQueries } from './preferences.ts'
import { profileQueries } from './profile.ts'
import { rsvpQueries } from './rsvps.ts'
import { trafficQueries } from './traffic.ts'
import { volunteerQueries } from './volunteers.ts'

type Tools = { knex: Knex; hasPhotos: boolean; moderators: Moderators }

/** The read side: every list and view, from the read model alone. */
export async function queries(app: FastifyInstance, database: Tools): Promise<void> {
  await app.register(prayerQueries, database)
  await app.register(endorsementQueries, database)
  await app.register(emailSignupQueries, database)
  await app.register(volunteerQueries, database)
  await app.register(newsQueries, database)
  await app.register(forumThreadQueries, database)
  await app.register(forumMessageQueries, database)
  await app.register(moderationQueries, database)
  await app.register(moderationPolicyQueries, database)
  await app.register(adminActionQueries, database)
  await app.register(historyQueries, database)
  await app.register(trafficQueries, database)
  await app.register(campaignEventQueries, database)
  await app.register(rsvpQueries, database)
  await app.register(profileQueries, database)
  await app.register(preferencesQueries, database)
  await app.register(accountDeletionQueries, database)
}
