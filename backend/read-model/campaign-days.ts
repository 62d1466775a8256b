import { campaign } from '../../contract/campaign.ts'
import type { Condition } from './admin-lists.ts'

const zone = `'${campaign.timeZone}'`

/** SQL: the day in the time zone of the campaign in which an instant falls. */
export const dayOf = (instant: string) => `(${instant} AT TIME ZONE ${zone})::date`

/** SQL: the first instant of a day, which has 23 or 25 hours when the clocks change. `day`: an expression. */
export const startOf = (day: string) => `((${day})::date::timestamp AT TIME ZONE ${zone})`

/** SQL: today. */
export const today = dayOf('now()')

export const sinceDay = (column: string, day: string): Condition => ({
  sql: `${column} >= ${startOf('?')}`,
  values: [day],
})
/** The day included. */
export const untilDay = (column: string, day: string): Condition => ({
  sql: `${column} < ${startOf('?::date + 1')}`,
  values: [day],
})
