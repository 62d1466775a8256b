import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.row_changes': anyChange, 'app.traffic_counts': anyChange }

/**
 * `app.count_rows` also keeps the number of changes of the table, in the same transaction: a cached value about the
 * rows is valid as long as this number stays the same. It is stored by the id of the table, which a rebuilt table does
 * not share. Requests are counted too. Several processes write them, so the counts are locked in one order; their
 * updates only remove what identifies a visitor, and change no count.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.row_changes (relation oid PRIMARY KEY, changes bigint NOT NULL);

    CREATE OR REPLACE FUNCTION app.count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changes text := concat_ws(' UNION ALL ',
        CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT %s, 1 AS change FROM new_rows', TG_ARGV[1]) END,
        CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT %s, -1 AS change FROM old_rows', TG_ARGV[1]) END);
    BEGIN
      EXECUTE format(
        'INSERT INTO %1$I.%2$I AS counted (%3$s, row_count)
         SELECT %3$s, sum(change) FROM (%4$s) AS changes GROUP BY %3$s HAVING sum(change) <> 0 ORDER BY %3$s
         ON CONFLICT (%3$s) DO UPDATE SET row_count = counted.row_count + excluded.row_count',
        TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[1], changes);
      IF TG_OP <> 'INSERT' THEN
        EXECUTE format('DELETE FROM %I.%I WHERE row_count = 0', TG_TABLE_SCHEMA, TG_ARGV[0]);
      END IF;
      INSERT INTO app.row_changes AS known VALUES (TG_RELID, 1)
        ON CONFLICT (relation) DO UPDATE SET changes = known.changes + 1;
      RETURN NULL;
    END $$;

    CREATE TABLE app.traffic_counts (
      is_unique_visit boolean, is_crawler boolean, response_status integer, row_count bigint NOT NULL,
      PRIMARY KEY (is_unique_visit, is_crawler, response_status)
    );
    INSERT INTO app.traffic_counts
      SELECT is_unique_visit, is_crawler, response_status, count(*) FROM app.traffic_logs GROUP BY 1, 2, 3;
    CREATE TRIGGER count_insert AFTER INSERT ON app.traffic_logs REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION
        app.count_rows('traffic_counts', '"is_unique_visit", "is_crawler", "response_status"');
    CREATE TRIGGER count_delete AFTER DELETE ON app.traffic_logs REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION
        app.count_rows('traffic_counts', '"is_unique_visit", "is_crawler", "response_status"')`)
}
