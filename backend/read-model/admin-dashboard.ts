import type { Knex } from 'knex'
import type { AdminDashboard, Pending } from '../../contract/admin-dashboard.ts'
import type { HeldRights } from '../../records/staff-rights.ts'
import { reviewedItems } from '../topics/index.ts'
import { dayAmong, dayOf, startOf, startsOf, today } from './campaign-days.ts'
import { hasOpenAppeal, waitingItems } from './moderation.ts'
import { pendingOf } from './reviewed-items.ts'
import { isVisit } from './traffic-summary.ts'

/** Moderation items that wait, as `item` with their `thread` and, for a reply, their `post`. */
const openItems = `read.moderation_items AS item
  JOIN read.forum_threads AS thread ON thread.id = item.thread_id AND NOT thread.is_deleted
  LEFT JOIN read.forum_posts AS post ON post.id = item.id
  WHERE item.id IN (${waitingItems}) AND NOT coalesce(post.is_deleted, false)`

async function rowsOf<Row>(knex: Knex, sql: string): Promise<Row[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(sql)
  return rows
}

async function oneRow<Row>(knex: Knex, sql: string): Promise<Row> {
  const [row] = await rowsOf<Row>(knex, sql)
  if (!row) throw new Error('An aggregate always has one row.')
  return row
}

/** Number of items that wait per topic. */
export const pendingCounts = (knex: Knex): Promise<Pending> =>
  oneRow(
    knex,
    `SELECT ${reviewedItems.map((items) => `(SELECT count(*) ${pendingOf(items)}) AS "${items.topic}",`).join('\n')}
       (SELECT count(*) FROM ${openItems} AND NOT ${hasOpenAppeal}) AS moderation,
       (SELECT count(*) FROM ${openItems} AND ${hasOpenAppeal}) AS appeals`,
  )

const countedUsers = `(SELECT coalesce(sum(row_count), 0)::bigint FROM read.user_counts WHERE NOT (is_deleted OR is_erased))`

const totals = (knex: Knex) =>
  oneRow<Pick<AdminDashboard, 'totalUsers' | 'activeUsers' | 'totalSessions' | 'averageSession' | 'totalTrafficToday'>>(
    knex,
    `SELECT ${countedUsers} AS "totalUsers",
       (SELECT count(*) FROM (
          SELECT user_id FROM app.sessions WHERE last_seen_at > now() - interval '30 days'
          UNION SELECT user_id FROM app.sign_ins WHERE is_success AND at > now() - interval '30 days'
        ) AS seen) AS "activeUsers",
       (SELECT count(*) FROM app.sessions WHERE expires_at > now()) AS "totalSessions",
       (SELECT round(avg(session_duration))::int FROM app.user_sessions
          WHERE NOT is_active AND logout_time > now() - interval '30 days') AS "averageSession",
       (SELECT count(*) FROM app.traffic_logs WHERE "timestamp" >= ${startOf(today)}) AS "totalTrafficToday"`,
  )

const firstDay = `(${today} - 29)`
const since = startOf(firstDay)

const topCountries = (knex: Knex) =>
  rowsOf<AdminDashboard['topCountries'][number]>(
    knex,
    `SELECT location ->> 'country' AS country, count(*) AS count FROM app.traffic_logs
     WHERE is_unique_visit AND location IS NOT NULL AND "timestamp" >= (SELECT ${since})
     GROUP BY 1 ORDER BY count DESC, country LIMIT 10`,
  )

const recentActivity = (knex: Knex) =>
  rowsOf<AdminDashboard['recentActivity'][number]>(
    knex,
    `SELECT item.id, item.action, item.page, item.created_at AS "createdAt",
       CASE WHEN person.id IS NOT NULL THEN
         jsonb_build_object('firstName', person.first_name, 'lastName', person.last_name) END AS user
     FROM (SELECT * FROM app.user_activity_log ORDER BY created_at DESC, id DESC LIMIT 20) AS item
     LEFT JOIN read.users AS person ON person.id = item.user_id
     ORDER BY item.created_at DESC, item.id DESC`,
  )

const perDay = (column: string, table: string, counted = 'count(*)', where = 'true', from = since) =>
  `(SELECT ${dayAmong(column, '(SELECT first FROM span)', '(SELECT starts FROM span)')} AS day, ${counted} AS count
    FROM ${table} WHERE ${column} >= ${from} AND ${where} GROUP BY 1)`

const days = (knex: Knex) =>
  rowsOf<AdminDashboard['days'][number]>(
    knex,
    `WITH span AS MATERIALIZED (SELECT ${firstDay} AS first, ${startsOf(firstDay, today)} AS starts)
     SELECT to_char(each.day, 'YYYY-MM-DD') AS day,
       ${countedUsers} - sum(coalesce(joined.count, 0)) OVER ()::int
         + sum(coalesce(joined.count, 0)) OVER (ORDER BY each.day)::int AS users,
       coalesce(present.count, 0) AS "activeUsers",
       coalesce(sign_in.count, 0) AS sessions,
       coalesce(traffic.visits, 0) AS visits,
       coalesce(traffic.unique_visits, 0) AS "uniqueVisits",
       coalesce(traffic.hits, 0) AS hits,
       coalesce(signup.count, 0) AS signups,
       coalesce(volunteer.count, 0) AS volunteers
     FROM (SELECT first + number AS day FROM span, generate_series(0, 29) AS number) AS each
     LEFT JOIN ${perDay('created_at', 'read.users', 'count(*)', 'NOT (is_deleted OR is_erased)')} AS joined USING (day)
     LEFT JOIN ${perDay('"timestamp"', 'app.traffic_logs', 'count(DISTINCT user_id)', 'user_id IS NOT NULL', '(SELECT starts[1] FROM span)')} AS present USING (day)
     LEFT JOIN ${perDay('at', 'app.sign_ins', 'count(*)', 'is_success')} AS sign_in USING (day)
     LEFT JOIN ${perDay('created_at', 'read.email_signups')} AS signup USING (day)
     LEFT JOIN ${perDay('created_at', 'read.volunteers', 'count(*)', 'NOT is_deleted')} AS volunteer USING (day)
     LEFT JOIN (
       SELECT ${dayAmong('log."timestamp"', '(SELECT first FROM span)', '(SELECT starts FROM span)')} AS day,
         count(*) AS hits, count(*) FILTER (WHERE ${isVisit}) AS visits,
         count(*) FILTER (WHERE log.is_unique_visit AND ${isVisit}) AS unique_visits
       FROM app.traffic_logs AS log WHERE log."timestamp" >= (SELECT starts[1] FROM span) GROUP BY 1) AS traffic USING (day)
     ORDER BY each.day`,
  )

const marks = (knex: Knex) =>
  rowsOf<AdminDashboard['marks'][number]>(
    knex,
    `SELECT at, to_char(${dayOf('at')}, 'YYYY-MM-DD') AS day, kind, title FROM (
       SELECT published_at AS at, 'article' AS kind, title FROM read.news_articles WHERE is_published
       UNION ALL SELECT created_at, 'event', title FROM read.campaign_events WHERE is_active
       UNION ALL SELECT min(created_at), 'evolution', 'Generation ' || generation FROM read.page_variations
         WHERE generation > 0 GROUP BY generation) AS mark
     WHERE at >= ${since} ORDER BY at, kind, title`,
  )

const waiting = (knex: Knex) =>
  rowsOf<AdminDashboard['waiting'][number]>(
    knex,
    `SELECT topic, count(*) AS count, min(created_at) AS oldest FROM (
       SELECT CASE WHEN ${hasOpenAppeal} THEN 'appeals' ELSE 'moderation' END AS topic,
         coalesce((SELECT min(created_at) FROM read.forum_reports WHERE content_id = item.id AND is_open),
           item.created_at) AS created_at
         FROM ${openItems}
       ${reviewedItems.map((items) => `UNION ALL SELECT '${items.topic}', created_at ${pendingOf(items)}`).join('\n')}) AS item
     GROUP BY topic ORDER BY oldest, topic`,
  )

/** `rights`: of the reader; who may not read people gets no activity of theirs. */
export async function adminDashboard(knex: Knex, rights: HeldRights): Promise<AdminDashboard> {
  const seesPeople = rights.has('people')
  const [figures, countries, activity, curve, moments, items] = await Promise.all([
    totals(knex),
    topCountries(knex),
    seesPeople ? recentActivity(knex) : [],
    days(knex),
    marks(knex),
    waiting(knex),
  ])
  return {
    ...figures,
    topCountries: countries,
    recentActivity: activity,
    ...(!seesPeople && { leftOut: ['recentActivity' as const] }),
    days: curve,
    marks: moments,
    waiting: items,
  }
}
