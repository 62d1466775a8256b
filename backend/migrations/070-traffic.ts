import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.traffic_logs': anyChange,
  'app.traffic_visitors': anyChange,
  'app.user_activity_log': anyChange,
}

/** Requests and activities: technical tables outside the log, written in batches, kept for a limited time. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.traffic_logs (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer REFERENCES app.accounts ON DELETE SET NULL,
      ip_address varchar(255) NOT NULL,
      user_agent text NOT NULL,
      is_crawler boolean NOT NULL,
      location json,
      request_path varchar(500) NOT NULL,
      request_method varchar(10) NOT NULL,
      response_status integer NOT NULL,
      response_time integer NOT NULL,
      referrer text,
      source_url varchar(500),
      template_id varchar(100),
      is_unique_visit boolean NOT NULL DEFAULT false,
      session_id varchar(255),
      timestamp timestamptz NOT NULL
    );
    CREATE INDEX traffic_logs_age ON app.traffic_logs USING brin (timestamp);
    CREATE INDEX traffic_logs_visits ON app.traffic_logs (timestamp DESC, id DESC) WHERE is_unique_visit;
    CREATE INDEX traffic_logs_user ON app.traffic_logs (user_id) WHERE user_id IS NOT NULL;
    COMMENT ON COLUMN app.traffic_logs.session_id IS 'SHA-256 of the id in the cookie, as in app.sessions.';

    CREATE TABLE app.traffic_visitors (
      ip_address varchar(255) PRIMARY KEY,
      visited_at timestamptz NOT NULL
    );
    COMMENT ON TABLE app.traffic_visitors IS 'Last unique visit per address; rows older than a day no longer count.';

    CREATE TABLE app.user_activity_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id integer REFERENCES app.accounts ON DELETE SET NULL,
      action varchar(100) NOT NULL,
      page varchar(100) NOT NULL,
      metadata json,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX user_activity_log_newest ON app.user_activity_log (created_at DESC, id DESC);
    CREATE INDEX user_activity_log_user ON app.user_activity_log (user_id) WHERE user_id IS NOT NULL;
  `)
}
