import type { SegmentId } from '../../contract/email-segments.ts'

/**
 * A rule about one column of `supporter_standings`: a list that people are on (`is_…`), or a day. `within`: on or after
 * the day that many days before; `before`: earlier than that, or never.
 */
export type SegmentRule = {
  version: number
  sentence: string
} & (
  | { list: 'is_subscriber' | 'is_volunteer' | 'is_donor' | 'is_prayer_member'; days?: undefined }
  | { list: 'first_day' | 'last_day' | 'third_last_day'; days: { is: 'within' | 'before'; last: number } }
)

export type RuleVersion = { segmentId: SegmentId; version: number }

/**
 * Every version of every rule; the last one is current. A sent email campaign names its version, so none is ever
 * changed or removed.
 */
const rules: { [Id in SegmentId]: readonly [...SegmentRule[], SegmentRule] } = {
  'newsletter-subscribers': [
    { version: 1, list: 'is_subscriber', sentence: 'They signed up for email updates on the site.' },
  ],
  'active-volunteers': [
    { version: 1, list: 'is_volunteer', sentence: 'They applied to volunteer, and the application was not deleted.' },
  ],
  donors: [{ version: 1, list: 'is_donor', sentence: 'They gave a donation that was imported.' }],
  'prayer-community': [
    { version: 1, list: 'is_prayer_member', sentence: 'They shared a prayer and gave their email address.' },
  ],
  'highly-engaged': [
    {
      version: 1,
      list: 'third_last_day',
      days: { is: 'within', last: 30 },
      sentence: 'They took part three or more times in the last 30 days.',
    },
  ],
  'new-supporters': [
    {
      version: 1,
      list: 'first_day',
      days: { is: 'within', last: 30 },
      sentence: 'They took part for the first time in the last 30 days.',
    },
  ],
  'inactive-supporters': [
    {
      version: 1,
      list: 'last_day',
      days: { is: 'before', last: 90 },
      sentence: 'They have an account or took part before, but have not taken part in the last 90 days.',
    },
  ],
}

/** Throws RangeError for an unknown version. */
export function ruleOf({ segmentId, version }: RuleVersion): SegmentRule {
  const rule = rules[segmentId].find((known) => known.version === version)
  if (!rule) throw new RangeError(`Segment ${segmentId} has no rule version ${version}.`)
  return rule
}

export function currentRule(segmentId: SegmentId): SegmentRule {
  const versions = rules[segmentId]
  const current = versions.at(-1)
  if (!current) throw new RangeError(`Segment ${segmentId} has no rule.`)
  return current
}
