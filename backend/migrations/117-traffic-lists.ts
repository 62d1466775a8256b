import type { Knex } from 'knex'

/**
 * The console pages through all requests by time, and counts those of a day. Rows arrive in order of time, so that the
 * index only grows at its end.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX traffic_logs_newest ON app.traffic_logs ("timestamp", id);
    DROP INDEX app.traffic_logs_age;
    CREATE INDEX sign_ins_successes ON app.sign_ins (at) WHERE is_success;
    CREATE INDEX sessions_seen ON app.sessions (last_seen_at)`)
}
