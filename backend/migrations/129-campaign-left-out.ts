import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.campaign_left_out': anyChange }

/** People of the chosen segments who got no mail, with the reason that held when the list was made. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.campaign_left_out (
      subject uuid NOT NULL,
      list_id uuid NOT NULL,
      reason text NOT NULL,
      reasons text[] NOT NULL,
      PRIMARY KEY (subject, list_id)
    );
    COMMENT ON COLUMN app.campaign_left_out.reasons IS 'The segments that they were in.';
    CREATE INDEX campaign_left_out_list ON app.campaign_left_out (list_id)`)
}
