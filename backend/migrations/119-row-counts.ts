import type { Knex } from 'knex'

/**
 * Trigger of a read table: keeps the number of its rows per combination of values of some columns, once per statement.
 * Arguments: the table of the counts, in the same schema, and the columns.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION app.count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changes text := concat_ws(' UNION ALL ',
        CASE WHEN TG_OP <> 'DELETE' THEN format('SELECT %s, 1 AS change FROM new_rows', TG_ARGV[1]) END,
        CASE WHEN TG_OP <> 'INSERT' THEN format('SELECT %s, -1 AS change FROM old_rows', TG_ARGV[1]) END);
    BEGIN
      EXECUTE format(
        'INSERT INTO %1$I.%2$I AS counted (%3$s, row_count)
         SELECT %3$s, sum(change) FROM (%4$s) AS changes GROUP BY %3$s HAVING sum(change) <> 0
         ON CONFLICT (%3$s) DO UPDATE SET row_count = counted.row_count + excluded.row_count',
        TG_TABLE_SCHEMA, TG_ARGV[0], TG_ARGV[1], changes);
      IF TG_OP <> 'INSERT' THEN
        EXECUTE format('DELETE FROM %I.%I WHERE row_count = 0', TG_TABLE_SCHEMA, TG_ARGV[0]);
      END IF;
      RETURN NULL;
    END $$`)
}
