import type { Knex } from 'knex'
import type { AccuracyRow } from '../../contract/moderation-accuracy.ts'
import { dayOf, startOf, today } from './campaign-days.ts'

const weeksShown = 26
const weekOf = (day: string) => `date_trunc('week', ${day})::date`
const firstWeek = `(${weekOf(today)} - ${7 * (weeksShown - 1)})`

/** The reason that most readers gave for a text; of equally many, the first by name. */
const reportedAs = `(SELECT mode() WITHIN GROUP (ORDER BY reason) FROM read.forum_reports AS report
  WHERE report.content_id = verdict.content_id AND report.created_at >= verdict.screened_at AND reason <> 'other')`

async function rowsOf<Row>(knex: Knex, sql: string): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(sql)
  return rows
}

/**
 * Verdicts that a person judged, by week and type. Left out are posts that the check held without naming a violation, and
 * posts that it published and people kept: they say nothing about either figure.
 */
export async function moderationAccuracy(knex: Knex): Promise<{ weeks: string[]; rows: AccuracyRow[] }> {
  const [weeks, rows] = await Promise.all([
    rowsOf<{ week: string }>(
      knex,
      `SELECT to_char(week, 'YYYY-MM-DD') AS week
       FROM generate_series(${firstWeek}::timestamp, ${weekOf(today)}::timestamp, '7 days') AS week ORDER BY week`,
    ),
    rowsOf<AccuracyRow>(
      knex,
      `SELECT to_char(${weekOf(dayOf('coalesce(deleted_at, decided_at)'))}, 'YYYY-MM-DD') AS week,
         CASE WHEN outcome = 'approved' THEN coalesce(${reportedAs}, 'none') ELSE violation_type END AS "violationType",
         count(*) FILTER (WHERE outcome <> 'approved' AND is_removed)::int AS right,
         count(*) FILTER (WHERE outcome <> 'approved' AND NOT is_removed)::int AS wrong,
         count(*) FILTER (WHERE outcome = 'approved')::int AS missed
       FROM (
         SELECT *, deleted_at IS NOT NULL OR decision = 'reject' AS is_removed FROM read.moderation_verdicts
         WHERE decided_at >= ${startOf(firstWeek)} OR deleted_at >= ${startOf(firstWeek)}) AS verdict
       WHERE CASE WHEN outcome = 'approved' THEN is_removed ELSE violation_type <> 'none' END
       GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  ])
  return { weeks: weeks.map(({ week }) => week), rows }
}
