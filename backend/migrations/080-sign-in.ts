import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.sign_ins': anyChange }

/**
 * Sessions show where a person is signed in; sign_ins show past attempts. Neither stores a full IP address or user
 * agent: both are reduced to a few words at sign-in.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.sessions
      DROP COLUMN ip,
      DROP COLUMN user_agent,
      ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
      ADD COLUMN method text NOT NULL DEFAULT 'password',
      ADD COLUMN device text NOT NULL DEFAULT 'Unknown device',
      ADD COLUMN city text,
      ADD COLUMN region text,
      ADD COLUMN country text;
    COMMENT ON COLUMN app.sessions.id IS 'Public id of the session; the cookie cannot be derived from it.';

    CREATE TABLE app.sign_ins (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      at timestamptz NOT NULL DEFAULT now(),
      method text NOT NULL,
      is_success boolean NOT NULL,
      device text NOT NULL,
      city text,
      region text,
      country text
    );
    CREATE INDEX sign_ins_of_user ON app.sign_ins (user_id, at DESC);
    CREATE INDEX sign_ins_age ON app.sign_ins (at);
    COMMENT ON TABLE app.sign_ins IS 'Kept for 90 days.';
  `)
}
