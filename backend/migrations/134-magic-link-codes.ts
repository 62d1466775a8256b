import type { Knex } from 'knex'

/** Six digits in the mail with a sign-in link: a second way in, bound to the page that asked for the mail. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.one_time_tokens
      ADD COLUMN code_hash bytea,
      ADD COLUMN tries smallint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN app.one_time_tokens.code_hash IS 'HMAC of the code that must be entered along with the token.'`)
}
