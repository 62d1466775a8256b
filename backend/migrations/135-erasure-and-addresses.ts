import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.due_vacuum': anyChange, 'app.admin_addresses': anyChange }

/**
 * Records whether dead rows of an erasure wait for a VACUUM, and the IP addresses of acting admins, which the log could not
 * forget.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.due_vacuum (
      id boolean PRIMARY KEY DEFAULT true CHECK (id),
      requested_at timestamptz NOT NULL
    );
    CREATE TABLE app.admin_addresses (
      request_id text PRIMARY KEY,
      user_id integer NOT NULL,
      ip_address text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE app.admin_addresses IS 'From where admins acted; a row is deleted after 90 days.';
    CREATE INDEX admin_addresses_at ON app.admin_addresses (at);
    CREATE INDEX admin_addresses_user ON app.admin_addresses (user_id);

    CREATE FUNCTION app.forget_admin_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM app.admin_addresses WHERE user_id = OLD.user_id;
      RETURN OLD;
    END $$;
    CREATE TRIGGER accounts_forget_admin_addresses BEFORE DELETE ON app.accounts
      FOR EACH ROW EXECUTE FUNCTION app.forget_admin_addresses()`)
}
