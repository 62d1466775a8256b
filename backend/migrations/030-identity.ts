import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.accounts': anyChange,
  'app.sessions': anyChange,
  'app.one_time_tokens': anyChange,
}

/** Accounts and sessions: read on every request, written by the commands, never projected. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.accounts (
      user_id integer PRIMARY KEY,
      subject uuid NOT NULL UNIQUE,
      email text NOT NULL,
      email_hash bytea NOT NULL UNIQUE,
      password_hash text,
      is_admin boolean NOT NULL DEFAULT false,
      is_active boolean NOT NULL DEFAULT true,
      is_banned boolean NOT NULL DEFAULT false,
      is_email_verified boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      registered_at timestamptz,
      claim text,
      claimed_at timestamptz,
      rights_revision integer NOT NULL DEFAULT -1,
      notified_at timestamptz
    );
    CREATE INDEX accounts_admins ON app.accounts (user_id) WHERE is_admin;
    COMMENT ON COLUMN app.accounts.email IS 'Personal data in plain text; the row is deleted when the person is erased.';
    COMMENT ON COLUMN app.accounts.registered_at IS 'NULL until UserRegistered is in the log; until then nobody can sign in.';
    COMMENT ON COLUMN app.accounts.claim IS 'The registration that wrote password_hash.';
    COMMENT ON COLUMN app.accounts.rights_revision IS 'Revision in user-<id> of the event that set the rights.';
    COMMENT ON COLUMN app.accounts.notified_at IS 'When the owner was last notified of an attempt to register the address.';

    CREATE TABLE app.sessions (
      sid bytea PRIMARY KEY,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      ip text NOT NULL,
      user_agent text NOT NULL
    );
    CREATE INDEX sessions_expiry ON app.sessions (expires_at);
    CREATE INDEX sessions_of_user ON app.sessions (user_id);
    COMMENT ON COLUMN app.sessions.sid IS 'SHA-256 of the id in the cookie; the id itself is stored nowhere.';

    CREATE TABLE app.one_time_tokens (
      id_hash bytea PRIMARY KEY,
      purpose text NOT NULL,
      email_hash bytea,
      user_id integer REFERENCES app.accounts ON DELETE CASCADE,
      expires_at timestamptz NOT NULL,
      used_at timestamptz
    );
    CREATE INDEX one_time_tokens_expiry ON app.one_time_tokens (expires_at);
  `)
}
