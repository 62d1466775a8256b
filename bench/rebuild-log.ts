import type pg from 'pg'

/**
 * `count` mixed events, generated in SQL. Of ten: three prayers or endorsements submitted, three decided by an admin,
 * two signups, one registration and one reserved address. Of a thousand: one erasure and one new admin. Personal fields
 * are in plain text, since SQL alone could not read them otherwise.
 */
export async function makeLog(pool: pg.Pool, count: number): Promise<void> {
  const subject = (kind: string, id: string) => `md5('${kind}' || ${id})::uuid`
  await pool.query(`
    TRUNCATE eventlog.events;
    UPDATE eventlog.head SET position = ${count};
    INSERT INTO eventlog.events (position, stream, revision, id, type, data, metadata)
    SELECT position, stream, revision, md5('event' || position)::uuid, type, data::text,
      json_build_object('at', to_char(timestamp '2026-01-01' + position * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', CASE WHEN is_admin THEN '{"kind":"admin","id":7}' ELSE '{"kind":"visitor"}' END::json,
        'requestId', 'request-' || position, 'correlationId', 'request-' || position, 'command', command, 'schemaVersion', 1)
    FROM generate_series(1, ${count}) AS position,
    LATERAL (SELECT (position - 1) / 10 AS k, (position - 1) % 10 AS step) AS at,
    LATERAL (
      SELECT 'prayer-' || 2 * k + 1 + step / 2 AS stream, 0 AS revision, 'PrayerSubmitted' AS type, false AS is_admin,
        'SubmitPrayer' AS command, json_build_object('prayerId', 2 * k + 1 + step / 2,
          'subject', ${subject('prayer', '(2 * k + 1 + step / 2)')}, 'firstName', 'First ' || k,
          'email', 'p' || position || '@example.org', 'location', NULL, 'prayer', repeat('Please keep us. ', 5)) AS data
      WHERE step IN (0, 2)
      UNION ALL
      SELECT 'prayer-' || 2 * k + 1 + step / 2, 1,
        CASE WHEN step = 3 AND k % 5 = 0 THEN 'PrayerDeleted' ELSE 'PrayerApproved' END, true,
        CASE WHEN step = 3 AND k % 5 = 0 THEN 'DeletePrayer' ELSE 'ApprovePrayer' END,
        json_build_object('prayerId', 2 * k + 1 + step / 2)
      WHERE step IN (1, 3)
      UNION ALL
      SELECT 'endorsement-' || k + 1, 0, 'EndorsementSubmitted', false, 'SubmitEndorsement',
        json_build_object('endorsementId', k + 1, 'subject', ${subject('endorsement', 'k')}, 'name', 'Name ' || k,
          'email', 'e' || k || '@example.org', 'title', 'Title', 'endorsementText', repeat('A good candidate. ', 5))
      WHERE step = 4
      UNION ALL
      SELECT 'endorsement-' || k + 1, 1, 'EndorsementApproved', true, 'ApproveEndorsement',
        json_build_object('endorsementId', k + 1)
      WHERE step = 5
      UNION ALL
      SELECT 'email-signup-' || position, 0, 'MailingListJoined', false, 'JoinMailingList',
        json_build_object('emailSignupId', 2 * k + step - 5, 'subject', ${subject('signup', 'position')},
          'email', 's' || position || '@example.org', 'firstName', 'First')
      WHERE step IN (6, 7)
      UNION ALL
      SELECT 'user-' || k + 1, 0, 'UserRegistered', false, 'RegisterUser',
        json_build_object('userId', k + 1, 'subject', ${subject('user', 'k')}, 'email', 'u' || k || '@example.org',
          'firstName', 'First', 'lastName', 'Last')
      WHERE step = 8
      UNION ALL
      SELECT 'user-' || k + 1, 1, 'AdminGranted', true, 'GrantAdmin', json_build_object('userId', k + 1)
      WHERE step = 9 AND k % 100 = 0
      UNION ALL
      SELECT 'subject-' || k, 0, 'SubjectErased', true, 'EraseSubject',
        json_build_object('subject', ${subject('prayer', '(2 * k + 1)')})
      WHERE step = 9 AND k % 100 = 50
      UNION ALL
      SELECT 'user-email-' || k, 0, 'EmailReserved', false, 'ReserveEmail',
        json_build_object('userId', k + 1, 'subject', ${subject('user', 'k')})
      WHERE step = 9 AND k % 100 NOT IN (0, 50)
    ) AS event;
    ANALYZE eventlog.events;`)
}

const submitted = (type: string, decided: string, deleted: string, id: string) => `
  FROM (SELECT (data::jsonb) AS d, metadata::jsonb ->> 'at' AS at FROM eventlog.events WHERE type = '${type}') AS made
  LEFT JOIN (SELECT DISTINCT data::jsonb -> '${id}' AS id FROM eventlog.events WHERE type = '${decided}') AS decided
    ON decided.id = d -> '${id}'
  LEFT JOIN (SELECT DISTINCT data::jsonb -> '${id}' AS id FROM eventlog.events WHERE type = '${deleted}') AS deleted
    ON deleted.id = d -> '${id}'
  LEFT JOIN erased ON erased.subject = d ->> 'subject'`
const status = `CASE WHEN deleted.id IS NOT NULL THEN 'deleted' WHEN decided.id IS NOT NULL THEN 'approved' ELSE 'pending' END`
const erased = `WITH erased AS MATERIALIZED (SELECT data::jsonb ->> 'subject' AS subject FROM eventlog.events WHERE type = 'SubjectErased')`
const unless = (value: string, redactedValue: string) =>
  `CASE WHEN erased.subject IS NULL THEN ${value} ELSE ${redactedValue} END`

/**
 * The same tables that the projections build from that log, each with one INSERT … SELECT: a limit that no event
 * handler can beat.
 */
export const sqlOnly = (schema: string): string[] => [
  `${erased} INSERT INTO ${schema}.prayers (id, first_name, email, location, prayer, status, is_erased, created_at, subject)
   SELECT (d ->> 'prayerId')::int, ${unless(`d ->> 'firstName'`, `'Erased'`)}, ${unless(`d ->> 'email'`, 'NULL')},
     ${unless(`d ->> 'location'`, 'NULL')}, ${unless(`d ->> 'prayer'`, `'[erased]'`)},
     ${status}, erased.subject IS NOT NULL, at::timestamptz, (d ->> 'subject')::uuid
   ${submitted('PrayerSubmitted', 'PrayerApproved', 'PrayerDeleted', 'prayerId')}`,
  `${erased} INSERT INTO ${schema}.endorsements
     (id, name, email, title, endorsement_text, status, is_public, is_erased, created_at, subject)
   SELECT (d ->> 'endorsementId')::int, d ->> 'name', d ->> 'email', d ->> 'title', d ->> 'endorsementText',
     ${status}, true, erased.subject IS NOT NULL, at::timestamptz, (d ->> 'subject')::uuid
   ${submitted('EndorsementSubmitted', 'EndorsementApproved', 'EndorsementDeleted', 'endorsementId')}`,
  `INSERT INTO ${schema}.email_signups (id, email, first_name, created_at, is_erased, subject)
   SELECT (d ->> 'emailSignupId')::int, d ->> 'email', d ->> 'firstName', at::timestamptz, false, (d ->> 'subject')::uuid
   FROM (SELECT data::jsonb AS d, metadata::jsonb ->> 'at' AS at FROM eventlog.events WHERE type = 'MailingListJoined') AS made`,
  `INSERT INTO ${schema}.email_signup_totals (scope, signups)
   SELECT 'all', count(*) FROM eventlog.events WHERE type = 'MailingListJoined' HAVING count(*) > 0`,
  `WITH admins AS (SELECT DISTINCT data::jsonb -> 'userId' AS id FROM eventlog.events WHERE type = 'AdminGranted')
   INSERT INTO ${schema}.users
     (id, email, first_name, last_name, is_admin, is_active, is_banned, is_email_verified, created_at, subject,
      revision, is_deleted, is_erased)
   SELECT (d ->> 'userId')::int, d ->> 'email', d ->> 'firstName', d ->> 'lastName', admins.id IS NOT NULL, true, false,
     false, at::timestamptz, (d ->> 'subject')::uuid, (admins.id IS NOT NULL)::int, false, false
   FROM (SELECT data::jsonb AS d, metadata::jsonb ->> 'at' AS at FROM eventlog.events WHERE type = 'UserRegistered') AS made
   LEFT JOIN admins ON admins.id = d -> 'userId'`,
  `INSERT INTO ${schema}.admin_actions
     (request_id, command, stream, id, actor_kind, actor_id, action, details, ip_address, timestamp, target_user_id, topic,
      item_id)
   SELECT m ->> 'requestId', m ->> 'command', stream,
     ('x' || right(replace(id::text, '-', ''), 16))::bit(64)::bigint & 9007199254740991, 'admin',
     (m #>> '{actor,id}')::int, substring(m ->> 'command' from '^[A-Z][a-z]+') || lower(regexp_replace(m ->> 'command', '^[A-Z][a-z]+', ' ')),
     jsonb_build_object('event', type) || d, NULL, (m ->> 'at')::timestamptz, (d ->> 'userId')::int,
     CASE WHEN d ? 'prayerId' THEN 'prayers' WHEN d ? 'endorsementId' THEN 'endorsements' WHEN d ? 'userId' THEN 'users' END,
     coalesce(d ->> 'prayerId', d ->> 'endorsementId', d ->> 'userId')::int
   FROM (SELECT *, data::jsonb AS d, metadata::jsonb AS m FROM eventlog.events
     WHERE type IN ('PrayerApproved', 'PrayerDeleted', 'EndorsementApproved', 'AdminGranted', 'SubjectErased')) AS made`,
  `${erased} INSERT INTO ${schema}.history
     (event_id, topic, item_id, revision, type, at, actor_kind, actor_id, command, changes, personal, subject)
   SELECT made.id, topic, (d ->> field)::int, revision, type, (m ->> 'at')::timestamptz, m #>> '{actor,kind}',
     (m #>> '{actor,id}')::int, m ->> 'command', '{}'::jsonb,
     CASE WHEN erased.subject IS NOT NULL AND type = 'PrayerSubmitted'
       THEN '{"firstName":"Erased","email":null,"location":null,"prayer":"[erased]"}'
       ELSE d - field - 'subject' END, (d ->> 'subject')::uuid
   FROM (SELECT *, data::jsonb AS d, metadata::jsonb AS m,
       CASE WHEN type LIKE 'Prayer%' THEN 'prayers' WHEN type LIKE 'Endorsement%' THEN 'endorsements'
         WHEN type = 'MailingListJoined' THEN 'email-signups' WHEN type = 'SubjectErased' THEN 'subjects' ELSE 'users' END AS topic,
       CASE WHEN type LIKE 'Prayer%' THEN 'prayerId' WHEN type LIKE 'Endorsement%' THEN 'endorsementId'
         WHEN type = 'MailingListJoined' THEN 'emailSignupId' WHEN type = 'SubjectErased' THEN '' ELSE 'userId' END AS field
     FROM eventlog.events WHERE type <> 'EmailReserved') AS made
   LEFT JOIN erased ON erased.subject = d ->> 'subject'`,
  `INSERT INTO ${schema}.page_tags (tag, version)
   SELECT tag, count(*) FROM (SELECT CASE WHEN type LIKE 'Prayer%' THEN 'prayers' WHEN type LIKE 'Endorsement%' THEN
     'endorsements' ELSE 'erasures' END AS tag FROM eventlog.events WHERE type IN
     ('PrayerApproved', 'PrayerDeleted', 'EndorsementApproved', 'EndorsementDeleted', 'SubjectErased')) AS changed GROUP BY tag`,
]
