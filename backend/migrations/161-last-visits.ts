import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.last_visits': anyChange }

/**
 * Each person’s last visit, for the list of users: the latest visit of their sessions and sign-in that are still on
 * record. Triggers of both tables keep it, once per statement, so that one index sorts all users. The users projection
 * adds those who never visited.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.last_visits (
      user_id integer PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT '-infinity'
    );
    CREATE INDEX last_visits_at ON app.last_visits (at, user_id);
    COMMENT ON COLUMN app.last_visits.at IS '-infinity: no session and no successful sign-in is on record.';
    INSERT INTO app.last_visits
      SELECT user_id, max(at) FROM (
        SELECT user_id, last_seen_at AS at FROM app.sessions
        UNION ALL SELECT user_id, at FROM app.sign_ins WHERE is_success) AS seen
      GROUP BY user_id;

    CREATE FUNCTION app.keep_last_visits() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      people integer[];
    BEGIN
      IF TG_OP = 'DELETE' THEN
        SELECT array_agg(DISTINCT user_id) INTO people FROM old_rows;
      ELSIF TG_TABLE_NAME = 'sign_ins' THEN
        SELECT array_agg(DISTINCT user_id) INTO people FROM new_rows WHERE is_success;
      ELSE
        SELECT array_agg(DISTINCT user_id) INTO people FROM new_rows;
      END IF;
      IF people IS NULL THEN RETURN NULL; END IF;
      INSERT INTO app.last_visits (user_id) SELECT unnest(people) AS id ORDER BY id ON CONFLICT DO NOTHING;
      -- Of two changes at once, the second waits here and then sees what the first did.
      PERFORM FROM app.last_visits WHERE user_id = ANY (people) ORDER BY user_id FOR NO KEY UPDATE;
      UPDATE app.last_visits AS visit SET at = latest.at
      FROM (
        SELECT person, coalesce(greatest(
          (SELECT max(last_seen_at) FROM app.sessions WHERE user_id = person),
          (SELECT at FROM app.sign_ins WHERE user_id = person AND is_success ORDER BY at DESC LIMIT 1)), '-infinity') AS at
        FROM unnest(people) AS person
      ) AS latest
      WHERE visit.user_id = latest.person AND visit.at <> latest.at;
      RETURN NULL;
    END $$`)
  const changes = {
    INSERT: 'NEW TABLE AS new_rows',
    UPDATE: 'NEW TABLE AS new_rows',
    DELETE: 'OLD TABLE AS old_rows',
  }
  for (const table of ['sessions', 'sign_ins'])
    for (const [operation, referencing] of Object.entries(changes))
      await knex.raw(
        `CREATE TRIGGER last_visits_${operation.toLowerCase()} AFTER ${operation} ON app.${table} REFERENCING ${referencing}
         FOR EACH STATEMENT EXECUTE FUNCTION app.keep_last_visits()`,
      )
}
