import type { Knex } from 'knex'
import type { TrafficSummary } from '../../contract/traffic.ts'
import { dayAmong, dayOf, startsOf, today } from './campaign-days.ts'
import { sourceHost } from './traffic.ts'

/**
 * SQL: whether a request was a visit: a page viewed by a person. Files such as feeds and photos are no pages, and
 * neither are pages of signing in (administration §2). A regular expression costs more than all else here, so few paths meet it.
 */
export const isVisit = `(
  NOT log.is_crawler AND log.request_method = 'GET' AND log.response_status IN (200, 304)
  AND split_part(log.request_path, '/', 2) NOT IN ('api', 'login', 'setup', 'photos', 'dev', 'go')
  AND (log.request_path NOT LIKE '%.%' OR log.request_path !~ '\\.[a-z0-9]+$'))`

/** SQL: the device, by words that browsers use in the user agent; an Android tablet says 'Android' without 'Mobile'. */
const device = `CASE
  WHEN user_agent = '' THEN 'Unknown'
  WHEN user_agent ~ 'iPad|Tablet|Silk' OR user_agent ~ 'Android' AND user_agent !~ 'Mobile' THEN 'Tablet'
  WHEN user_agent ~ 'Mobi|iPhone|iPod' THEN 'Phone'
  ELSE 'Computer' END`

const visitsBy = (column: string) =>
  `SELECT ${column} AS name, count(*) AS visits, count(*) FILTER (WHERE is_unique_visit) AS "uniqueVisits"
   FROM visits GROUP BY 1`

/** Looks at each user agent once. */
const visitsByDevice = `
  SELECT ${device} AS name, sum(visits)::int AS visits, sum("uniqueVisits")::int AS "uniqueVisits"
  FROM (${visitsBy('user_agent')}) AS agent (user_agent) GROUP BY 1`

const topOf = (counted: string) => `
  (SELECT coalesce(jsonb_agg(to_jsonb(top) ORDER BY top.visits DESC, top.name), '[]')
   FROM (${counted} ORDER BY visits DESC, name LIMIT 20) AS top)`

/** Visits from `from` to `to`, both included; the 30 days up to today when absent. */
export async function trafficSummary(
  knex: Knex,
  { from = null, to = null }: { from?: string | null | undefined; to?: string | null | undefined },
): Promise<TrafficSummary> {
  const { rows } = await knex.raw<{ rows: TrafficSummary[] }>(
    `WITH span AS (
       SELECT coalesce(:from::date, least(coalesce(:to::date, ${today}), ${today}) - 29) AS first,
         coalesce(:to::date, greatest(:from::date, ${today})) AS last
     ), kept AS (
       SELECT greatest(first, (SELECT ${dayOf('min("timestamp")')} FROM app.traffic_logs)) AS first, least(last, ${today}) AS last
       FROM span
     ), days AS MATERIALIZED (
       SELECT first, ${startsOf('kept.first', 'kept.last')} AS starts FROM kept
     ), visits AS MATERIALIZED (
       SELECT ${dayAmong('log."timestamp"', 'days.first', 'days.starts')} AS day, log.is_unique_visit, log.request_path AS page,
         coalesce(${sourceHost('log')}, 'Direct') AS source,
         coalesce(log.location ->> 'country', 'Unknown') AS country, log.user_agent
       FROM app.traffic_logs AS log, days
       WHERE log."timestamp" >= days.starts[1] AND log."timestamp" < days.starts[cardinality(days.starts)] AND ${isVisit}
     )
     SELECT to_char(first, 'YYYY-MM-DD') AS from, to_char(last, 'YYYY-MM-DD') AS to,
       (SELECT jsonb_agg(jsonb_build_object('day', to_char(each.day, 'YYYY-MM-DD'),
            'visits', coalesce(counted.visits, 0), 'uniqueVisits', coalesce(counted.unique_visits, 0)) ORDER BY each.day)
          FROM generate_series(first::timestamp, last::timestamp, '1 day') AS each (day)
          LEFT JOIN (
            SELECT day, count(*) AS visits, count(*) FILTER (WHERE is_unique_visit) AS unique_visits
            FROM visits GROUP BY day) AS counted ON counted.day = each.day::date) AS days,
       ${topOf(visitsBy('page'))} AS pages, ${topOf(visitsBy('source'))} AS sources,
       ${topOf(visitsBy('country'))} AS countries, ${topOf(visitsByDevice)} AS devices
     FROM span`,
    { from, to },
  )
  const [summary] = rows
  if (!summary) throw new Error('An aggregate always has one row.')
  return summary
}
