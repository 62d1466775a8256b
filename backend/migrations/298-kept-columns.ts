import type { Knex } from 'knex'

/**
 * Texts of lists inside of a column, for the indexes of searches: what PostgreSQL has for this it calls stable, since a type may
 * be written in another way tomorrow. Texts are not.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION app.joined_texts(texts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      RETURN array_to_string(texts, ' ');
    END $$;
    CREATE FUNCTION app.column_texts(columns jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN
      RETURN (SELECT string_agg(one->>'text', ' ' ORDER BY place)
        FROM jsonb_array_elements(columns) WITH ORDINALITY AS listed (one, place));
    END $$;
    COMMENT ON FUNCTION app.column_texts IS 'Of the columns of imported lists that no field took (records/kept-columns.ts).'`)
}
