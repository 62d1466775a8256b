import type { Knex } from 'knex'

/**
 * Fencing checks that a single-statement transaction calls to prove that it may write: they raise an error otherwise.
 */
export async function up(knex: Knex): Promise<void> {
  // The shared row lock keeps a successor out until the statement's transaction has ended.
  await knex.raw(`
    CREATE FUNCTION app.hold_lease(lease text, held bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM app.leases WHERE name = lease AND epoch = held FOR SHARE;
      IF NOT FOUND THEN
        RAISE 'The lease is no longer held.' USING ERRCODE = 'LE001';
      END IF;
    END
    $$;
    CREATE FUNCTION app.require_moved(moved bigint, expected bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF moved <> expected THEN
        RAISE 'Only % of % checkpoints are where they were left.', moved, expected USING ERRCODE = 'CP001';
      END IF;
    END
    $$;
  `)
}
