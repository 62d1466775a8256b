import { z } from 'zod'
import { currentUser } from './auth.ts'
import { secondFactorState } from './auth-second-factor.ts'
import { endpoint } from './endpoint.ts'
import { clearableText, noContent, requiredEmail, timestamp } from './fields.ts'

const updatedUser = currentUser.extend({
  /** A new address that was asked for: the present one stays until the new one is proven. */
  pendingEmail: z.string().nullable(),
  /** Whether the link that proves it is on its way; if not, the person has to confirm who they are first. */
  isEmailLinkSent: z.boolean(),
})

export const updateProfile = endpoint({
  method: 'PUT',
  url: '/api/profile',
  summary:
    'Change the profile; an absent field stays as it is, a blank one is emptied. A new e-mail waits for its proof.',
  schema: {
    body: z.strictObject({
      firstName: clearableText(100).optional(),
      lastName: clearableText(100).optional(),
      email: requiredEmail.optional(),
      phone: clearableText(20).optional(),
      address: clearableText(255).optional(),
      city: clearableText(100).optional(),
      state: clearableText(50).optional(),
      zipCode: clearableText(10).optional(),
    }),
    response: { 200: updatedUser },
  },
})

/** One thing the person did here: a domain event's type, such as ProfileUpdated. */
const activity = z.object({ id: z.string(), type: z.string(), at: timestamp })
export type Activity = z.infer<typeof activity>

export const listProfileActivity = endpoint({
  method: 'GET',
  url: '/api/profile/activity',
  summary: 'The last ten things the signed-in person did, newest first.',
  schema: { response: { 200: z.array(activity) } },
})

const records = z.array(z.record(z.string(), z.unknown()))

/** Everything that is held about a person. Times are ISO 8601, UTC. */
const personalExport = z.object({
  exportedAt: timestamp,
  user: z.record(z.string(), z.unknown()),
  preferences: z.record(z.string(), z.boolean()),
  deletion: z.object({ dueAt: timestamp.nullable() }),
  sessions: records,
  signIns: records,
  secondFactor: secondFactorState,
  providers: records,
  history: records,
  emailSignups: records,
  volunteers: records,
  prayers: records,
  endorsements: records,
  rsvps: records,
  forumThreads: records,
  forumPosts: records,
  activities: records,
  visits: records,
})
export type PersonalExport = z.infer<typeof personalExport>

export const exportProfile = endpoint({
  method: 'GET',
  url: '/api/profile/export',
  summary: 'Everything held about the signed-in person, as a file.',
  schema: { response: { 200: personalExport } },
})

export const readProfilePhoto = endpoint({
  method: 'GET',
  url: '/api/profile/photo',
  summary: 'Whether photos can be uploaded here, and which one is shown.',
  schema: { response: { 200: z.object({ isConfigured: z.boolean(), profileImageUrl: z.string().nullable() }) } },
})

/** The body is the picture itself: image/jpeg, image/png or image/webp, 5 MB at most. */
export const changeProfilePhoto = endpoint({
  method: 'PUT',
  url: '/api/profile/photo',
  summary: 'Show this picture; it is cut to a square, made small and freed of everything but what is seen.',
  schema: { response: { 200: currentUser } },
})

export const removeProfilePhoto = endpoint({
  method: 'DELETE',
  url: '/api/profile/photo',
  summary: 'Show no picture any more; its files are deleted.',
  schema: { response: { 204: noContent } },
})
