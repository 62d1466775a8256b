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
