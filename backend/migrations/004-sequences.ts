import type { Knex } from 'knex'

/** Integer ids, drawn before a decision and stored in the event. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA IF NOT EXISTS eventlog;
    CREATE SEQUENCE eventlog.prayer_id_seq;
    CREATE SEQUENCE eventlog.endorsement_id_seq;
    CREATE SEQUENCE eventlog.email_signup_id_seq;
    CREATE SEQUENCE eventlog.user_id_seq;
  `)
}
