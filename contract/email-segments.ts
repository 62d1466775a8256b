import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import type { Preferences } from './preferences.ts'

export const segmentIds = [
  'newsletter-subscribers',
  'active-volunteers',
  'donors',
  'prayer-community',
  'highly-engaged',
  'new-supporters',
  'inactive-supporters',
] as const
export const segmentId = z.enum(segmentIds, `Use one of: ${segmentIds.join(', ')}.`)
export type SegmentId = z.infer<typeof segmentId>

export const chosenSegments = z
  .array(segmentId)
  .min(1, 'Choose at least one segment.')
  .max(segmentIds.length, 'Choose each segment once.')
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each segment once.')

/**
 * The purpose of an email: the switch in Settings that it is about. It also obeys the switches of its segments. Account emails and the confirmation of a
 * registration have none.
 */
export const mailPurposes = [
  'campaignNews',
  'volunteerOpportunities',
  'eventInvitations',
  'emailUpdates',
] as const satisfies (keyof Preferences)[]
export const mailPurpose = z.enum(mailPurposes, `Use one of: ${mailPurposes.join(', ')}.`)
export type MailPurpose = z.infer<typeof mailPurpose>

/**
 * Why a member of a segment gets no email. A person counts once, under the first reason that applies, in this order.
 * `deleted` includes deactivated accounts; `unconfirmed` only with `confirmedOptIn` (contract/campaign.ts).
 */
export const leftOutReasons = [
  'erased',
  'deleted',
  'banned',
  'complained',
  'unsubscribed',
  'bounced',
  'switchedOff',
  'unconfirmed',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** The number of people per reason; empty reasons are absent. */
export const leftOut = z.partialRecord(z.enum(leftOutReasons), z.int())
export type LeftOut = z.infer<typeof leftOut>

export const emailSegment = z.object({
  id: segmentId,
  name: z.string(),
  description: z.string(),
  /** A new rule is a new version; sent emails keep theirs. */
  ruleVersion: z.int(),
  /** The rule in words. */
  sentence: z.string(),
  /** The switch that the segment's own mails obey. */
  purpose: mailPurpose,
})
export type EmailSegment = z.infer<typeof emailSegment>

export const listEmailSegments = endpoint('GET', '/api/email-segments', {
  summary: 'The segments that a campaign can be sent to, with their rules.',
  schema: { response: { 200: z.array(emailSegment) } },
})

/** `count`: the people who would get an email now. The whole segment is `count` plus those left out. */
export const segmentStats = z.object({ segmentId, count: z.int(), leftOut })
export type SegmentStats = z.infer<typeof segmentStats>

export const readSegmentStats = endpoint('GET', '/api/email-segments/stats', {
  summary: 'How many people each segment reaches, and how many it leaves out, by reason.',
  schema: { response: { 200: z.array(segmentStats) } },
})

export const readEmailAudience = endpoint('GET', '/api/email-segments/audience', {
  summary: 'How many people an email to these segments would reach now, and the switches in Settings that it obeys.',
  schema: {
    querystring: z.strictObject({
      /** Ids, separated by commas. */
      segments: z
        .string()
        .max(500, 'Choose each segment once.')
        .transform((ids) => (ids === '' ? [] : ids.split(',')))
        .pipe(chosenSegments),
      /** Without it, the switches of the segments count. */
      purpose: mailPurpose.optional(),
    }),
    response: { 200: z.object({ recipients: z.int(), leftOut, obeys: z.array(mailPurpose) }) },
  },
})
