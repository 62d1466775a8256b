import type { FastifyRequest } from 'fastify'
import type { CurrentUser } from '../../contract/auth.ts'
import type { AdminCampaignEvent } from '../../contract/campaign-events.ts'
import type { AdminEndorsement } from '../../contract/endorsements.ts'
import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import type { ModerationItem, OwnItem } from '../../contract/moderation.ts'
import type { ModerationModel } from '../../contract/moderation-models.ts'
import type { ModerationPolicy } from '../../contract/moderation-policy.ts'
import type { AdminArticle } from '../../contract/news.ts'
import type { AdminPrayer } from '../../contract/prayers.ts'
import type { Rsvp } from '../../contract/rsvps.ts'
import type { AdminVolunteer } from '../../contract/volunteers.ts'
import { DomainError } from '../domain/decider.ts'
import type { Screened } from '../domain/moderation-policy.ts'
import type { Classified, Screening } from '../domain/screening.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { CommandContext, Handle } from '../eventlog/handle.ts'
import { HttpProblem } from '../http/problem.ts'
import type { NoteActivity } from './activity.ts'
import type { VariationServing } from './experiments/variation-serving.ts'

export type Sequence =
  | 'prayer'
  | 'endorsement'
  | 'email_signup'
  | 'user'
  | 'article'
  | 'volunteer'
  | 'campaign_event'
  | 'rsvp'
  | 'forum_content'

/** What commands need from the rest; app.ts puts it together. */
export type CommandTools = {
  handle: Handle
  subjects: SubjectKeys
  /** The next integer id: unique, rising, with gaps. */
  nextId(sequence: Sequence): Promise<number>
  /** Who asks, when, and under which Idempotency-Key. */
  context(request: FastifyRequest): CommandContext
  /** Waits until the read model shows this position, at most 1 s; says the position in a header if it does not. */
  waitForProjection(position: Position | null, request: FastifyRequest): Promise<void>
  /** Rows for the answers, from the read model. */
  rows: {
    prayer(id: number): Promise<AdminPrayer | null>
    endorsement(id: number): Promise<AdminEndorsement | null>
    campaignEvent(id: number): Promise<AdminCampaignEvent | null>
    volunteer(id: number): Promise<AdminVolunteer | null>
    article(id: number): Promise<AdminArticle | null>
    rsvp(id: number): Promise<{ campaignEventId: number } | null>
    /** Guests and waiting list of an event, in the order in which they came. */
    openRsvps(campaignEventId: number): Promise<Rsvp[]>
    /** As its author sees it. */
    forumThread(id: number): Promise<ForumThread | null>
    forumPost(id: number): Promise<ForumPost | null>
    /** Which thread a thread or reply belongs to, whatever became of it; null when there is none. */
    forumContent(id: number): Promise<{ threadId: number; contentType: 'thread' | 'post' } | null>
    moderationItem(id: number): Promise<ModerationItem | null>
    ownItem(id: number, authorId: number): Promise<OwnItem | null>
    moderationPolicy(): Promise<ModerationPolicy>
    moderationModels(): Promise<ModerationModel[]>
    /** Names the file of an added model; null when there is none of this version. */
    modelDigest(version: string): Promise<string | null>
    /** What was ever screened: by confidence, outcome and what a person decided; or the newest 500 with their words. */
    screenedPast(): Promise<Screened[]>
    screenedTexts(which: { decided: boolean }): Promise<(Omit<Screened, 'count'> & { id: number; text: string })[]>
    /** Whose item this is or was; null when never known. */
    subjectOf(topic: string, id: number): Promise<string | null>
    /** Every subject under which the log knows the person of this one, itself included. */
    samePerson(subject: string): Promise<string[]>
    /** An account as its owner sees it, with the subject it is under; null when erased, or not shown yet. */
    person(userId: number): Promise<Person | null>
    /** Every e-mail address that the account ever had. */
    addressesOf(userId: number): Promise<string[]>
    /** Every subject that is the person of this account and of no other. */
    subjectsOf(userId: number): Promise<string[]>
    /** When the account will be deleted, ISO 8601; null when nobody asked for it. */
    deletion(userId: number): Promise<string | null>
    dueDeletions(now: Date): Promise<{ userId: number; subject: string; dueAt: string }[]>
  }
  /** People's pictures; null where they are switched off. */
  photos: {
    /** Cuts and keeps a picture (photos/squares.ts says what it refuses); answers its name. */
    save(subject: string, commandId: string, picture: Uint8Array): Promise<string>
    remove(photo: string): Promise<void>
    forget(subject: string): Promise<void>
  } | null
  /** Sends the link that proves a new address of whoever asks; false when they have to confirm who they are first. */
  requestEmailChange(email: string, request: FastifyRequest): Promise<boolean>
  /** Deletes what a development outbox still holds for these addresses, or tells of them. */
  forgetMail(addresses: readonly string[]): Promise<void>
  /** Opens the link of a confirmation mail; null when it is not good (any more). */
  rsvpTokens: { read(token: string): Promise<{ campaignEventId: number; rsvpId: number } | null> }
  /** Asks the moderator, under the thresholds that hold now. */
  screen(text: string): Promise<Screening>
  /** For models that are added and tried; `digest` names a file, null the one that ships. */
  moderators: {
    /** Checks a model file and keeps it (moderation/model-store.ts says what it refuses). */
    keep(file: Uint8Array): Promise<{ model: string; digest: string; bytes: number }>
    remove(digest: string): Promise<void>
    isUsable(digest: string): Promise<boolean>
    byModel(text: string, digest: string | null): Promise<Classified>
    /** Rejects when it does not answer; null when there is none. */
    outside: ((text: string) => Promise<Classified>) | null
  }
  /** Milliseconds that a trial of a policy judges; left out: 15 s. */
  trialTimeout?: number
  pageVariations: VariationServing
  noteActivity: NoteActivity
  accounts: {
    isActiveAdmin(subject: string): Promise<boolean>
    /** Forgets the person's account and sessions, when there is one. Doing it twice is fine. */
    erase(subject: string): Promise<void>
  }
}

export type Person = { user: CurrentUser; subject: string }

/** Whoever is signed in. For routes that are not public. */
export async function signedIn({ rows }: Pick<CommandTools, 'rows'>, { person }: FastifyRequest): Promise<Person> {
  if (!person) throw new HttpProblem(401, 'Please log in first.')
  const found = await rows.person(person.id)
  if (found) return found
  throw new HttpProblem(503, 'Your account is still being set up. Please try again in a moment.', {
    headers: { 'retry-after': '1' },
  })
}

/** The person behind an address; a new one each time when there is none. */
export const subjectFor = ({ subjects }: CommandTools, email: string | null): Promise<string> =>
  email === null ? subjects.anonymous() : subjects.forEmail(email)

/** Nothing of an erased person is published any more: DomainError 'conflict'. An unknown item passes; its decider refuses it. */
export async function requireLiving({ rows, subjects }: CommandTools, topic: string, id: number): Promise<void> {
  const subject = await rows.subjectOf(topic, id)
  if (subject === null) return
  const keys = await subjects.read([subject])
  if (keys.get(subject) === 'erased')
    throw new DomainError('conflict', 'The personal data of this person was erased. You can only delete this.')
}
