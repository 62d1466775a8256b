import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import {
  type EmailSegment,
  type LeftOut,
  leftOut,
  type MailPurpose,
  mailPurposes,
  type SegmentId,
  type SegmentStats,
  segmentIds,
} from '../../contract/email-segments.ts'
import { currentRule, type RuleVersion, ruleOf, type SegmentRule } from './segment-rules.ts'

const segmentTexts: { [Id in SegmentId]: Pick<EmailSegment, 'name' | 'description' | 'purpose'> } = {
  'newsletter-subscribers': {
    name: 'Newsletter Subscribers',
    description: 'Everyone who signed up for email updates.',
    purpose: 'campaignNews',
  },
  'active-volunteers': {
    name: 'Active Volunteers',
    description: 'Everyone who applied to volunteer.',
    purpose: 'volunteerOpportunities',
  },
  donors: { name: 'Donors', description: 'Everyone whose donation was imported.', purpose: 'campaignNews' },
  'prayer-community': {
    name: 'Prayer Community',
    description: 'Everyone who shared a prayer and gave an email address.',
    purpose: 'campaignNews',
  },
  'highly-engaged': {
    name: 'Highly Engaged',
    description: 'The people who take part most.',
    purpose: 'campaignNews',
  },
  'new-supporters': {
    name: 'New Supporters',
    description: 'The people who joined most recently.',
    purpose: 'campaignNews',
  },
  'inactive-supporters': {
    name: 'Inactive Supporters',
    description: 'People we have not heard from in a while.',
    purpose: 'emailUpdates',
  },
}

export const segments: readonly EmailSegment[] = segmentIds.map((id) => {
  const { version, sentence } = currentRule(id)
  return { id, ...segmentTexts[id], ruleVersion: version, sentence }
})

/**
 * Decides who gets an email. The ledger keeps it: over the same events it always chooses the same people. `at`: ISO
 * 8601; the day in UTC counts.
 */
export type SegmentChoice = {
  rules: readonly RuleVersion[]
  at: string
  /** The switch that the email is about. */
  purpose: MailPurpose
  /** Every switch that leaves a person out. */
  obeys: readonly MailPurpose[]
  /** True when people with an unconfirmed address are left out. */
  confirmedOptIn: boolean
}

/** The switches that an email to these segments obeys, in the order of Settings: the chosen one and those of all segments. */
export function switchesOf(ids: readonly SegmentId[], purpose: MailPurpose | null): MailPurpose[] {
  const counting = new Set<MailPurpose>(ids.map((id) => segmentTexts[id].purpose))
  if (purpose !== null) counting.add(purpose)
  return mailPurposes.filter((name) => counting.has(name))
}

/** The choice by the current rules. `purpose`: by default (null) that of the first segment. */
export function choiceOf(
  ids: readonly [SegmentId, ...SegmentId[]],
  {
    at,
    purpose = null,
    confirmedOptIn = campaign.confirmedOptIn,
  }: { at: Date; purpose?: MailPurpose | null; confirmedOptIn?: boolean },
): SegmentChoice {
  const rules = [...new Set(ids)].map((segmentId) => ({ segmentId, version: currentRule(segmentId).version }))
  const obeys = switchesOf(ids, purpose)
  return { rules, at: at.toISOString(), purpose: purpose ?? segmentTexts[ids[0]].purpose, obeys, confirmedOptIn }
}

/** Where the tables are; a fold up to a position has a schema of its own. */
type Place = { schema?: string }

/** A literal day; `at` may come from an old event, so it is checked again. */
const dayOf = (at: string) => `DATE '${new Date(at).toISOString().slice(0, 10)}'`

function conditionOn(column: (list: SegmentRule['list']) => string, { list, days }: SegmentRule, at: string): string {
  if (days === undefined) return column(list)
  return `${column(list)} ${days.is === 'within' ? '>=' : '<'} ${dayOf(at)} - ${Number(days.last)}`
}

const isMember = (rule: SegmentRule, at: string) => conditionOn((list) => `person.${list}`, rule, at)

/** The bits of switches in `switched_off`. */
const bitsOf = (switches: readonly MailPurpose[]) =>
  switches.reduce((bits, name) => bits | (1 << mailPurposes.indexOf(name)), 0)

/** Conditions that exclude a person besides the segments. */
type Exclusions = Pick<SegmentChoice, 'obeys' | 'confirmedOptIn'>

/** Why `person` (a row of `supporter_standings` or `supporter_counts`) gets no mail; '' when they do. */
const reasonOf = ({ obeys, confirmedOptIn }: Exclusions) =>
  `CASE WHEN person.left_out <> '' THEN person.left_out
        WHEN person.switched_off & ${bitsOf(obeys)} <> 0 THEN 'switchedOff'
        ${confirmedOptIn ? "WHEN NOT person.is_confirmed THEN 'unconfirmed'" : ''} ELSE '' END`

const conditionsOf = ({ rules, at }: SegmentChoice) =>
  rules.map((rule) => ({ segmentId: rule.segmentId, sql: `(${isMember(ruleOf(rule), at)})` }))

const membersOf = (choice: SegmentChoice) =>
  conditionsOf(choice)
    .map(({ sql }) => sql)
    .join(' OR ')

/** The segments of a choice that include `person`. */
const segmentsOf = (choice: SegmentChoice) =>
  `array_remove(ARRAY[${conditionsOf(choice)
    .map(({ segmentId, sql }) => `CASE WHEN ${sql} THEN '${segmentId}' END`)
    .join(', ')}]::text[], NULL)`

/**
 * A SELECT without parameters of everyone who gets the email: `subject uuid, email text, first_name text, reasons
 * text[]` (the segments they are in). Exclusions are applied.
 */
export const recipientsSql = (choice: SegmentChoice, { schema = 'read' }: Place = {}): string =>
  `SELECT person.subject, supporter.email, supporter.first_name, ${segmentsOf(choice)} AS reasons
   FROM ${schema}.supporter_standings AS person JOIN ${schema}.supporters AS supporter USING (subject)
   WHERE (${membersOf(choice)}) AND ${reasonOf(choice)} = ''`

/** A SELECT of everyone who is left out: `subject uuid, reason text, reasons text[]`. */
export const leftOutSql = (choice: SegmentChoice): string =>
  `SELECT person.subject, ${reasonOf(choice)} AS reason, ${segmentsOf(choice)} AS reasons
   FROM read.supporter_standings AS person
   WHERE (${membersOf(choice)}) AND ${reasonOf(choice)} <> ''`

/** A SELECT without parameters of `reason text, people bigint`: the number of people chosen ('') and left out. */
export const choiceCountsSql = (choice: SegmentChoice, { schema = 'read' }: Place = {}): string =>
  `SELECT ${reasonOf(choice)} AS reason, count(*) AS people FROM ${schema}.supporter_standings AS person
   WHERE ${membersOf(choice)} GROUP BY 1`

/**
 * SQL over rows with a `subject`: the ledger’s hash of the chosen people. An erasure does not change it, because
 * subjects stay.
 */
export const subjectHashSql = `encode(sha256(convert_to(coalesce(string_agg(subject::text, ' ' ORDER BY subject), ''), 'UTF8')), 'hex')`

/** The projection that all of their tables belong to. */
export const segmentProjection = 'supporters'

/**
 * The position that the tables of the segments show; null: nothing yet. Read it in the snapshot of the choice
 * (REPEATABLE READ, or the same statement), so that the ledger names exactly what was evaluated.
 */
export const segmentPositionSql = `SELECT position FROM app.checkpoints WHERE projection = '${segmentProjection}'`

/**
 * A condition on a row with a column `subject`, for the claim of a batch: the same exclusions as now, and those that
 * the plain tables know before the read model does. A caller that mails people by it makes sure first that the projection shows
 * everything in the log (`isUpToDate`).
 */
export const mayStillBeMailedSql = (exclusions: Exclusions, subject: string) =>
  `(NOT EXISTS (SELECT FROM app.accounts AS account
      WHERE account.subject = ${subject} AND (account.is_banned OR NOT account.is_active))
    AND NOT EXISTS (SELECT FROM eventlog.subject_keys AS key WHERE key.subject = ${subject} AND key.erased_at IS NOT NULL)
    AND EXISTS (SELECT FROM read.supporter_standings AS person
      WHERE person.subject = ${subject} AND ${reasonOf(exclusions)} = ''))`

/** The number of chosen people by outcome. */
export async function choiceCounts(knex: Knex, choice: SegmentChoice): Promise<{ chosen: number; leftOut: LeftOut }> {
  const { rows } = await knex.raw<{ rows: Counted[] }>(choiceCountsSql(choice))
  return countsOf(rows)
}

type Counted = { reason: string; people: number }

/** Rows of `choiceCountsSql`. */
export function countsOf(rows: readonly Counted[]): { chosen: number; leftOut: LeftOut } {
  const people = Object.fromEntries(rows.map(({ reason, people }) => [reason, Number(people)]))
  const { '': chosen = 0, ...others } = people
  return { chosen, leftOut: leftOut.parse(others) }
}

/** True when a person would be mailed if they confirmed their address. */
export async function isUnconfirmed(knex: Knex, subject: string): Promise<boolean> {
  const found = await knex('read.supporter_standings')
    .where({ subject, left_out: '', is_confirmed: false })
    .first('subject')
  return found !== undefined
}

/**
 * Number of people that each segment reaches now, from counts that every event keeps up to date, so that the cost does not
 * depend on the size.
 */
export async function segmentStats(
  knex: Knex,
  now: Date,
  { confirmedOptIn = campaign.confirmedOptIn }: { confirmedOptIn?: boolean } = {},
): Promise<SegmentStats[]> {
  const at = now.toISOString()
  const parts = segments.map(({ id, purpose }) => {
    const rule = currentRule(id)
    const condition = conditionOn(() => 'person.day', rule, at)
    return `SELECT '${id}' AS segment, ${reasonOf({ obeys: [purpose], confirmedOptIn })} AS reason, sum(person.row_count)::bigint AS people
      FROM read.supporter_counts AS person WHERE person.list = '${rule.list}'${rule.days ? ` AND ${condition}` : ''} GROUP BY 2`
  })
  const { rows } = await knex.raw<{ rows: (Counted & { segment: string })[] }>(parts.join(' UNION ALL '))
  return segmentIds.map((segmentId) => {
    const { chosen, leftOut } = countsOf(rows.filter(({ segment }) => segment === segmentId))
    return { segmentId, count: chosen, leftOut }
  })
}
