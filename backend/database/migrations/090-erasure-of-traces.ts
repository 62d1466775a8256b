import type { Knex } from 'knex'

/**
 * What an account leaves in the technical tables goes with it, whichever way its row is deleted: activities by their
 * foreign key; of visits, which are counted, only what could tell whose they were.
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
