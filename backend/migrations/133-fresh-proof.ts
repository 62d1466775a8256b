import type { Knex } from 'knex'

/** When a person last proved their identity, and the one sign-in that admins have without a second factor. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.sessions
      ADD COLUMN proven_at timestamptz,
      ADD COLUMN is_grace boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN app.sessions.proven_at IS 'The latest proof since the sign-in, which is one itself.';
    COMMENT ON COLUMN app.sessions.is_grace IS 'An admin without a second factor may use the console in this session.';
    ALTER TABLE app.accounts ADD COLUMN grace_used_at timestamptz;
    COMMENT ON COLUMN app.accounts.grace_used_at IS 'When an admin without a second factor signed in for the first time.';
  `)
}
