import { campaign } from '../../contract/campaign.ts'
import type { Condition } from './search.ts'

const zone = `'${campaign.timeZone}'`

/** SQL: the day in the time zone of the campaign in which an instant falls. */
export const dayOf = (instant: string) => `(${instant} AT TIME ZONE ${zone})::date`

/** SQL: the first instant of a day, which has 23 or 25 hours when the clocks change. `day`: an expression. */
export const startOf = (day: string) => `((${day})::date::timestamp AT TIME ZONE ${zone})`

/** SQL: the first instants of the days from `first` to `last` and of the day after, as an array. */
export const startsOf = (first: string, last: string) =>
  `(SELECT array_agg(${startOf('day')} ORDER BY day)
    FROM generate_series((${first})::timestamp, (${last})::timestamp + interval '1 day', '1 day') AS day)`

/**
 * SQL: the day in which an instant falls, for many rows. PostgreSQL would look up the time zone for each, which takes
 * ten times as long as the rest of a count. `starts`: from `startsOf(first, …)`, read once.
 */
export const dayAmong = (instant: string, first: string, starts: string) =>
  `(${first} + width_bucket(${instant}, ${starts}) - 1)`

/** SQL: today. */
export const today = dayOf('now()')

/** SQL: the even year in which the federal election cycle of an instant ends. */
export const electionCycleOf = (instant: string) =>
  `(extract(year FROM ${instant} AT TIME ZONE ${zone})::integer + 1) / 2 * 2`

export const sinceDay = (column: string, day: string): Condition => ({
  sql: `${column} >= ${startOf('?')}`,
  values: [day],
})
/** The day included. */
export const untilDay = (column: string, day: string): Condition => ({
  sql: `${column} < ${startOf('?::date + 1')}`,
  values: [day],
})
