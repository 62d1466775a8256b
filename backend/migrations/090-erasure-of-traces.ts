import type { Knex } from 'knex'

/**
 * When an account row is deleted, for whatever reason, its traces in the technical tables go too: activities by their
 * foreign key; visits, which are counted, lose whatever could identify the visitor.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.user_activity_log
      DROP CONSTRAINT user_activity_log_user_id_fkey,
      ADD CONSTRAINT user_activity_log_user_id_fkey
        FOREIGN KEY (user_id) REFERENCES app.accounts ON DELETE CASCADE;

    CREATE FUNCTION app.forget_visits() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE app.traffic_logs
      SET user_id = NULL, ip_address = 'erased', user_agent = '', location = NULL, referrer = NULL, source_url = NULL,
        session_id = NULL
      WHERE user_id = OLD.user_id;
      RETURN OLD;
    END $$;
    CREATE TRIGGER accounts_forget_visits BEFORE DELETE ON app.accounts
      FOR EACH ROW EXECUTE FUNCTION app.forget_visits();
  `)
}
