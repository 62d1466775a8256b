import type { Knex } from 'knex'
import { deletionOf, dueDeletions } from './account-deletions.ts'
import { campaignEventRow } from './campaign-events.ts'
import { endorsementRow } from './endorsements.ts'
import { forumContentRow, forumPostRow, forumThreadRow } from './forum-threads.ts'
import { historySubject, samePerson } from './history.ts'
import { moderationItemRow, ownItemRow } from './moderation.ts'
import {
  type Moderators,
  modelDigest,
  moderationModels,
  moderationPolicyRow,
  screenedPast,
  screenedTexts,
  screeningPolicy,
} from './moderation-policy.ts'
import { articleRow } from './news.ts'
import { addressesOf, personRow, subjectsOf } from './persons.ts'
import { prayerRow } from './prayers.ts'
import { createRsvpRows } from './rsvps.ts'
import { volunteerRow } from './volunteers.ts'

/** Single rows for the answers of commands. */
export const createRows = (knex: Knex, moderators: Moderators) => ({
  prayer: (id: number) => prayerRow(knex, id),
  endorsement: (id: number) => endorsementRow(knex, id),
  campaignEvent: (id: number) => campaignEventRow(knex, id),
  volunteer: (id: number) => volunteerRow(knex, id),
  article: (id: number) => articleRow(knex, id),
  rsvp: createRsvpRows(knex).one,
  openRsvps: (campaignEventId: number) => createRsvpRows(knex).open({ campaign_event_id: campaignEventId }),
  forumThread: (id: number) => forumThreadRow(knex, id),
  forumPost: (id: number) => forumPostRow(knex, id),
  forumContent: (id: number) => forumContentRow(knex, id),
  moderationItem: (id: number) => moderationItemRow(knex, id),
  moderationPolicy: () => moderationPolicyRow(knex, moderators),
  screeningPolicy: () => screeningPolicy(knex, moderators.defaultThresholds),
  moderationModels: () => moderationModels(knex, moderators),
  modelDigest: (version: string) => modelDigest(knex, version),
  screenedPast: () => screenedPast(knex),
  screenedTexts: (which: { decided: boolean }) => screenedTexts(knex, which),
  ownItem: (id: number, authorId: number) => ownItemRow(knex, id, authorId),
  /** Whose item this is or was, also when it is deleted or its person is erased; null when never known. */
  subjectOf: (topic: string, id: number) => historySubject(knex, topic, id),
  samePerson: (subject: string) => samePerson(knex, subject),
  person: (userId: number) => personRow(knex, userId),
  addressesOf: (userId: number) => addressesOf(knex, userId),
  subjectsOf: (userId: number) => subjectsOf(knex, userId),
  deletion: (userId: number) => deletionOf(knex, userId),
  dueDeletions: (now: Date) => dueDeletions(knex, now),
})
