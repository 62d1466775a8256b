import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.passkeys': anyChange, 'app.passkey_challenges': anyChange }

/** Passkeys, and two-step sign-in as a switch of the account: an authenticator app is only one of its second steps. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.accounts
      ADD COLUMN passkey_handle uuid NOT NULL DEFAULT gen_random_uuid(),
      ADD COLUMN second_factor_at timestamptz;
    COMMENT ON COLUMN app.accounts.passkey_handle IS 'What authenticators know the person by; it says nothing about them.';
    COMMENT ON COLUMN app.accounts.has_second_factor IS 'Signing in takes a second step, unless it is by passkey: checked in the statement that inserts a session.';
    UPDATE app.accounts SET second_factor_at = turned_on_at FROM app.second_factors AS factor
      WHERE factor.user_id = accounts.user_id AND has_second_factor;

    ALTER TABLE app.recovery_codes DROP CONSTRAINT recovery_codes_user_id_fkey;
    ALTER TABLE app.recovery_codes ADD FOREIGN KEY (user_id) REFERENCES app.accounts ON DELETE CASCADE;

    CREATE TABLE app.passkeys (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      credential_id bytea NOT NULL UNIQUE,
      public_key bytea NOT NULL,
      counter bigint NOT NULL,
      transports text[] NOT NULL,
      name text NOT NULL,
      is_backed_up boolean NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz
    );
    CREATE INDEX passkeys_of_user ON app.passkeys (user_id);
    COMMENT ON COLUMN app.passkeys.counter IS 'Signatures made so far; 0 for ever where the authenticator does not count.';
  `)
  // Losing them in a crash is acceptable: the person signs in again.
  await knex.raw(`
    CREATE UNLOGGED TABLE app.passkey_challenges (
      challenge_hash bytea PRIMARY KEY,
      purpose text NOT NULL,
      holder bytea NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX passkey_challenges_expiry ON app.passkey_challenges (expires_at);
    COMMENT ON COLUMN app.passkey_challenges.holder IS 'Hash of the browser, session or first step that the challenge was given to.';
  `)
}
