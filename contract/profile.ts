import { z } from 'zod'
import { campaignEvent } from '../records/campaign-events.ts'
import { endpoint } from '../records/http/endpoint.ts'
import { account } from '../records/users.ts'
import { currentUser } from './auth.ts'
import { secondFactorState } from './auth-second-factor.ts'
import { noContent, requiredEmail, timestamp } from './fields.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts } from './record-schemas.ts'
import { personalLists, submissionKinds } from './topic-words.ts'

const { eventDate, startTime, endTime, location } = campaignEvent

const updatedUser = currentUser.extend({
  /** A requested new address: the current one stays until the new one is verified. */
  pendingEmail: z.string().nullable(),
  /** True when the confirmation link was sent; if not, the person has to confirm their identity first. */
  isEmailLinkSent: z.boolean(),
})

export const updateProfile = endpoint('PUT', '/api/profile', {
  summary:
    'Update the profile; absent fields stay unchanged, blank ones are cleared. A new email address must be confirmed first.',
  schema: {
    body: z.strictObject({
      ...correctedTexts(account),
      email: requiredEmail.optional(),
    }),
    response: { 200: updatedUser },
  },
})

/** One action of the person: a domain event type, such as ProfileUpdated. */
const activity = z.object({ id: z.string(), type: z.string(), at: timestamp })
export type Activity = z.infer<typeof activity>

export const listProfileActivity = endpoint('GET', '/api/profile/activity', {
  summary: 'The last ten actions of the signed-in person, newest first.',
  schema: { response: { 200: z.array(activity) } },
})

const registration = z.object({
  name: z.string(),
  eventId: z.int(),
  ...rowOf({ eventDate, startTime, endTime, location }),
  startsAt: timestamp,
  endsAt: timestamp,
  status: z.enum(['upcoming', 'ongoing', 'completed', 'cancelled']),
  /** The event has a page now. */
  isPublic: z.boolean(),
})
export type OwnRegistration = z.infer<typeof registration>

/** A submission of the person, and its state. */
export const submission = z.object({
  kind: z.enum(submissionKinds),
  id: z.int(),
  /** Its title or first 120 characters; for a volunteer, the interests. May be empty. */
  excerpt: z.string(),
  /**
   * `confirmed`, `waiting` and `cancelled` are registrations; `received` is a volunteer application; `withdrawn` is a
   * reviewed item that the person took back.
   */
  status: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'received', 'confirmed', 'waiting', 'cancelled']),
  /** Set for a thread or reply. */
  threadId: z.int().nullable(),
  createdAt: timestamp,
  /** Set for a registration: the name on it, and the event. While the server is updated, an older process sends none. */
  registration: registration.nullable().optional(),
})
export type Submission = z.infer<typeof submission>

export const listSubmissions = endpoint('GET', '/api/profile/submissions', {
  summary: 'The last 50 things the signed-in person sent in, newest first, each with its state.',
  schema: { response: { 200: z.array(submission) } },
})

const records = z.array(z.record(z.string(), z.unknown()))

/** The same schema under each of these names. */
function listsOf<Name extends string>(names: readonly Name[]): { [N in Name]: typeof records }
function listsOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, records]))
}

/** All data about a person. Times are ISO 8601, UTC. */
const personalExport = z.object({
  exportedAt: timestamp,
  user: z.record(z.string(), z.unknown()),
  preferences: z.record(z.string(), z.boolean()),
  /**
   * Why an address of the person gets no campaign email, what they chose before they had an account, the outcomes of
   * the emails to them, and what they clicked.
   */
  mail: z.object({ suppressions: records, choices: records, sent: records, clicks: records }),
  deletion: z.object({ dueAt: timestamp.nullable() }),
  sessions: records,
  /** Kept for 90 days after their end; `duration` in seconds. */
  pastSessions: records,
  signIns: records,
  /** IP addresses of their actions as an admin, in the last 90 days. */
  adminAddresses: records,
  secondFactor: secondFactorState,
  passkeys: records,
  providers: records,
  history: records,
  ...listsOf(personalLists),
  /** The words that their `wording` names: what the person agreed to. */
  wordings: records,
  /** Posts of others that the person reported. */
  forumReports: records,
  activities: records,
  visits: records,
})
export type PersonalExport = z.infer<typeof personalExport>

export const exportProfile = endpoint('GET', '/api/profile/export', {
  summary: 'All data about the signed-in person, as a file.',
  schema: { response: { 200: personalExport } },
})

export const known = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      /** A sentence, and what belongs to it: its state, where it came from, and what the person agreed to. */
      facts: z.array(z.object({ text: z.string(), details: z.array(z.string()) })),
    }),
  ),
})
export type Known = z.infer<typeof known>

export const readKnown = endpoint('GET', '/api/profile/known', {
  summary: 'What is known about the signed-in person and where it came from, in sentences.',
  schema: { response: { 200: known } },
})

export const readProfilePhoto = endpoint('GET', '/api/profile/photo', {
  summary: 'Whether photos can be uploaded, and the current photo.',
  schema: { response: { 200: z.object({ isConfigured: z.boolean(), profileImageUrl: z.string().nullable() }) } },
})

/** The body is the image itself: image/jpeg, image/png or image/webp, at most 5 MB. */
export const changeProfilePhoto = endpoint('PUT', '/api/profile/photo', {
  summary: 'Set the profile photo; it is cropped to a square, resized and stripped of metadata.',
  schema: { response: { 200: currentUser } },
})

export const removeProfilePhoto = endpoint('DELETE', '/api/profile/photo', {
  summary: 'Remove the profile photo; its files are deleted.',
  schema: { response: { 204: noContent } },
})
