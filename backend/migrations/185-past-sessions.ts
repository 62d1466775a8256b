import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.past_sessions': anyChange }

/**
 * Where a row of app.sessions goes when the session ends (decisions/0068), and both tables together as the
 * specification names them: `user_sessions`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.past_sessions (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      method text NOT NULL,
      device text NOT NULL,
      city text,
      region text,
      country text,
      created_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      ended_at timestamptz NOT NULL,
      duration integer GENERATED ALWAYS AS (extract(epoch FROM ended_at - created_at)) STORED,
      end_reason text NOT NULL,
      ended_by integer
    );
    ALTER TABLE app.past_sessions
      ALTER COLUMN device SET STATISTICS 0, ALTER COLUMN city SET STATISTICS 0,
      ALTER COLUMN region SET STATISTICS 0, ALTER COLUMN country SET STATISTICS 0;
    CREATE INDEX past_sessions_of_user ON app.past_sessions (user_id, ended_at DESC);
    CREATE INDEX past_sessions_age ON app.past_sessions (ended_at);
    COMMENT ON TABLE app.past_sessions IS 'Kept for 90 days after the end.';
    COMMENT ON COLUMN app.past_sessions.duration IS 'Seconds from the sign-in to the end.';
    COMMENT ON COLUMN app.past_sessions.end_reason IS 'One of SessionEnd in backend/identity/session-ends.ts.';
    COMMENT ON COLUMN app.past_sessions.ended_by IS 'The admin who ended it; a user id.';

    CREATE VIEW app.user_sessions AS
      SELECT id, user_id, method, device, city, region, country, created_at AS login_time, last_seen_at,
        CASE WHEN expires_at <= now() THEN expires_at END AS logout_time,
        extract(epoch FROM least(expires_at, now()) - created_at)::integer AS session_duration,
        expires_at > now() AS is_active,
        CASE WHEN expires_at <= now() THEN 'expired' END AS end_reason,
        NULL::integer AS ended_by
      FROM app.sessions
      UNION ALL
      SELECT id, user_id, method, device, city, region, country, created_at, last_seen_at, ended_at, duration, false,
        end_reason, ended_by
      FROM app.past_sessions`)
}
