import type { Knex } from 'knex'

/**
 * Trigger of a read table: runs the statements in its arguments once per statement that changed rows, each after
 * `WITH changed AS (…)`: the old rows with sign -1 and the new ones with sign 1. `%1$I` is the schema of the table.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION app.derive_rows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      changed text := concat_ws(' UNION ALL ',
        CASE WHEN TG_OP <> 'INSERT' THEN 'SELECT *, -1 AS sign FROM old_rows' END,
        CASE WHEN TG_OP <> 'DELETE' THEN 'SELECT *, 1 AS sign FROM new_rows' END);
      statement text;
    BEGIN
      -- An upsert calls the triggers of both operations, one of them without rows.
      IF TG_OP = 'DELETE' THEN PERFORM FROM old_rows LIMIT 1; ELSE PERFORM FROM new_rows LIMIT 1; END IF;
      IF NOT FOUND THEN RETURN NULL; END IF;
      FOREACH statement IN ARRAY TG_ARGV LOOP
        EXECUTE format('WITH changed AS (' || changed || ') ' || statement, TG_TABLE_SCHEMA);
      END LOOP;
      RETURN NULL;
    END $$`)
}
