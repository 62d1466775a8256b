import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.second_factors': anyChange,
  'app.recovery_codes': anyChange,
  'app.sign_in_challenges': anyChange,
}

/** The second step of signing in: a code from an authenticator app, or one of ten recovery codes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.accounts ADD COLUMN has_second_factor boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN app.accounts.has_second_factor IS 'No session starts without a code: checked in the statement that inserts it.';

    CREATE TABLE app.second_factors (
      user_id integer PRIMARY KEY REFERENCES app.accounts ON DELETE CASCADE,
      secret bytea NOT NULL,
      last_step integer NOT NULL DEFAULT 0,
      started_at timestamptz NOT NULL DEFAULT now(),
      turned_on_at timestamptz
    );
    COMMENT ON COLUMN app.second_factors.secret IS 'AES-256-GCM under a key outside the database.';
    COMMENT ON COLUMN app.second_factors.last_step IS 'Time step of the last accepted code; it and earlier ones are no longer valid.';
    COMMENT ON COLUMN app.second_factors.turned_on_at IS 'NULL: waiting for its first code; not required at sign-in yet.';

    CREATE TABLE app.recovery_codes (
      user_id integer NOT NULL REFERENCES app.second_factors ON DELETE CASCADE,
      code_hash bytea NOT NULL,
      PRIMARY KEY (user_id, code_hash)
    );
    COMMENT ON TABLE app.recovery_codes IS 'Unused codes, as an HMAC under a key outside the database.';

    CREATE TABLE app.sign_in_challenges (
      id_hash bytea PRIMARY KEY,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      method text NOT NULL,
      password_mark bytea,
      tries integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sign_in_challenges_expiry ON app.sign_in_challenges (expires_at);
    CREATE INDEX sign_in_challenges_of_user ON app.sign_in_challenges (user_id);
    COMMENT ON TABLE app.sign_in_challenges IS 'Successful first steps that are waiting for a code.';
    COMMENT ON COLUMN app.sign_in_challenges.password_mark IS 'SHA-256 of the password hash at the first step: changing the password ends the challenge.';

    ALTER TABLE app.sign_ins ADD COLUMN second_factor text;
    COMMENT ON COLUMN app.sign_ins.second_factor IS 'The second factor used; on a failure it means that the code was wrong.';
  `)
}
