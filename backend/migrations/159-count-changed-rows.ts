import type { Knex } from 'knex'

/**
 * `app.count_rows` does nothing for a statement that changed no row. An upsert calls the triggers of both operations, one
 * of them without rows, and each call plans three statements.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE OR REPLACE FUNCTION app.count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changes text := concat_ws(' UNION ALL ',
        CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT %s, 1 AS change FROM new_rows', TG_ARGV[1]) END,
        CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT %s, -1 AS change FROM old_rows', TG_ARGV[1]) END);
    BEGIN
      IF TG_OP = 'DELETE' THEN PERFORM FROM old_rows LIMIT 1; ELSE PERFORM FROM new_rows LIMIT 1; END IF;
      IF NOT FOUND THEN RETURN NULL; END IF;
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
    END $$`)
}
