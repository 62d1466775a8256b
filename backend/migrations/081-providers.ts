import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.identities': anyChange, 'app.provider_flows': anyChange }

/** Sign-in with Google and Facebook, and the order in which an account got its email addresses. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.identities (
      provider text NOT NULL,
      subject text NOT NULL,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (provider, subject),
      UNIQUE (user_id, provider)
    );
    COMMENT ON COLUMN app.identities.subject IS 'The id the provider has for the person: never an email address, since those change hands.';

    CREATE TABLE app.provider_flows (
      state_hash bytea PRIMARY KEY,
      provider text NOT NULL,
      nonce text NOT NULL,
      next text,
      user_id integer REFERENCES app.accounts ON DELETE CASCADE,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX provider_flows_expiry ON app.provider_flows (expires_at);
    COMMENT ON TABLE app.provider_flows IS 'One row per pending trip to a provider; deleted when the person returns.';

    ALTER TABLE app.accounts ADD COLUMN email_revision integer NOT NULL DEFAULT -1;
    COMMENT ON COLUMN app.accounts.email_revision IS 'Revision in user-<id> of the event that set the address.';
  `)
}
