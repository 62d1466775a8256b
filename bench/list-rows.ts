import type pg from 'pg'

/**
 * Rows of the console's lists with these ids, as the projections write them: with a thousand names, a hundred places, and
 * words of several lengths. The requests are of the last 30 days.
 */
export async function insertListRows(
  client: Pick<pg.ClientBase, 'query'>,
  { first = 1, last }: { first?: number; last: number },
): Promise<void> {
  const name = (id: string) => `initcap(substr(translate(md5((${id} % 1000)::text), '0123456789', 'ghijklmnop'), 1, 7))`
  const ids = `generate_series(${first}, ${last}) AS id`
  await client.query(`
    INSERT INTO read.prayers (id, first_name, email, location, prayer, status, is_erased, created_at, subject, revision)
    SELECT id, ${name('id')}, 'person' || id || '@example.org', 'Town ' || id % 100,
      'For ' || ${name('id * 7')} || ' and a good ' || CASE id % 50 WHEN 0 THEN 'harvest' ELSE 'year' END || ' ' || md5(id::text),
      CASE WHEN id % 100 = 0 THEN 'pending' ELSE 'approved' END, false, now(), gen_random_uuid(), 0
    FROM ${ids};
    INSERT INTO read.users (id, email, first_name, last_name, is_admin, is_active, is_banned, is_email_verified,
      created_at, subject, revision, is_deleted, is_erased)
    SELECT id, 'person' || id || '@example.org', ${name('id')}, ${name('id * 3')}, id < 10, id % 20 > 0, id % 500 = 0,
      id % 2 = 0, now(), gen_random_uuid(), 0, false, false
    FROM ${ids};
    INSERT INTO app.last_visits
    SELECT id, CASE WHEN id % 3 = 0 THEN now() - id % 7919 * interval '1 minute' ELSE '-infinity' END
    FROM ${ids}
    ON CONFLICT (user_id) DO UPDATE SET at = excluded.at;
    INSERT INTO read.email_signups (id, email, first_name, created_at, is_erased, subject)
    SELECT id, 'person' || id || '@example.org', ${name('id')}, now(), false, gen_random_uuid()
    FROM ${ids};
    INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, request_path, request_method,
      response_status, response_time, is_unique_visit)
    SELECT now() - (${last} - id) * interval '30 days' / ${last - first + 1}, '192.0.2.' || id % 250, 'Mozilla/5.0 Firefox',
      false, '/news/' || id % 50, 'GET', CASE WHEN id % 30 = 0 THEN 404 ELSE 200 END, 1, id % 5 = 0
    FROM ${ids}`)
}
