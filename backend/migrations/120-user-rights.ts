import type { Knex } from 'knex'

/** Bans with a reason and an end; a ban stops counting at its end, even if the timer that lifts it is late. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.accounts ADD COLUMN ban_reason text, ADD COLUMN banned_until timestamptz;
    COMMENT ON COLUMN app.accounts.ban_reason IS 'Personal data in plain text; the row is deleted when the person is erased.';
    COMMENT ON COLUMN app.accounts.banned_until IS 'NULL: no end. Read is_banned only through app.is_banned.';
    CREATE INDEX accounts_ending_bans ON app.accounts (banned_until) WHERE is_banned AND banned_until IS NOT NULL;

    CREATE FUNCTION app.is_banned(account app.accounts) RETURNS boolean LANGUAGE sql STABLE AS
      'SELECT account.is_banned AND (account.banned_until IS NULL OR account.banned_until > now())';
  `)
}
