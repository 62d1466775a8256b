import type { Knex } from 'knex'

/** The roles of staff beside the admins, read with every request as `is_admin` is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.accounts ADD COLUMN roles jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE app.accounts ALTER COLUMN roles SET STATISTICS 0;
    COMMENT ON COLUMN app.accounts.roles IS
      'As the log has them: role, eventId (null: everywhere) and until (null: no end), ended ones too.'`)
}
