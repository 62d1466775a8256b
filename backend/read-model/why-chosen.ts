import type { Knex } from 'knex'
import type { SegmentId } from '../../contract/email-segments.ts'
import type { SegmentChoice } from './email-segments.ts'
import { type RuleVersion, ruleOf, type SegmentRule } from './segment-rules.ts'

/** `item`: the ids of what they did, such as `{ volunteerId: 7 }`. */
export type Engagement = { type: string; at: string; item: { [id: string]: unknown } }

export type Reason = { segmentId: SegmentId; ruleVersion: number; sentence: string; engagements: Engagement[] }

/** The event that puts a person on a list. */
const typeOf = { is_subscriber: 'signup', is_volunteer: 'volunteer', is_donor: 'donation', is_prayer_member: 'prayer' }

const maxEngagements = 50

/** Limits the rows to those for which the rule chose the person. */
function qualifying(rows: Knex.QueryBuilder, { list, days }: SegmentRule, day: string): Knex.QueryBuilder {
  if (list === 'first_day' && days !== undefined) return rows.orderBy('timestamp').limit(1)
  rows.orderBy('timestamp', 'desc')
  if (days === undefined) return rows.where({ engagement_type: typeOf[list] }).limit(maxEngagements)
  if (days.is === 'before') return rows.limit(1)
  return rows
    .whereRaw(`(timestamp AT TIME ZONE 'UTC')::date >= ?::date - ?::integer`, [day, days.last])
    .limit(maxEngagements)
}

const engagementColumns = { type: 'engagement_type', at: 'timestamp', item: 'engagement_data' }

const knownUntil = (knex: Knex, subject: string, at: string) =>
  knex('read.user_engagement').where({ subject }).where('recorded_at', '<=', at)

/** The ways this person got on the mailing list by then. */
export const signupsUntil = (knex: Knex, subject: string, at: string): Promise<Engagement[]> =>
  knownUntil(knex, subject, at).where({ engagement_type: 'signup' }).orderBy('timestamp').select(engagementColumns)

/**
 * Why a choice contained this person: each rule with what they had done by then, newest first, at most 50 of each. Also
 * answers after an unsubscribe; for an erased person, without content. `reasons`: the segments that they were in
 * (recipientsSql).
 */
export async function whyChosen(
  knex: Knex,
  subject: string,
  { rules, at }: Pick<SegmentChoice, 'rules' | 'at'>,
  reasons: readonly string[],
): Promise<Reason[]> {
  const explain = async ({ segmentId, version }: RuleVersion): Promise<Reason> => {
    const rule = ruleOf({ segmentId, version })
    const known = knownUntil(knex, subject, at).where(
      (row) => void row.whereNull('deleted_at').orWhere('deleted_at', '>', at),
    )
    const engagements = await qualifying(known, rule, at.slice(0, 10)).select<Engagement[]>(engagementColumns)
    return { segmentId, ruleVersion: version, sentence: rule.sentence, engagements }
  }
  return Promise.all(rules.filter(({ segmentId }) => reasons.includes(segmentId)).map(explain))
}
