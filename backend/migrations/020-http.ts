import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.idempotency_answers': anyChange, 'app.rate_limits': anyChange }

/**
 * Stored responses for idempotent replays (idempotency-answers.ts) and rate limits per address or account
 * (rate-limits.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.idempotency_answers (
      key_hash bytea PRIMARY KEY,
      fingerprint bytea NOT NULL,
      status smallint NOT NULL,
      answer bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`)
  // Rows arrive in order of time and are deleted by age: a block range index is enough and costs almost nothing per
  // insert.
  await knex.raw('CREATE INDEX idempotency_answers_age ON app.idempotency_answers USING brin (created_at)')
  // Losing the counts in a crash is acceptable: they are not worth a write-ahead log record per attempt.
  await knex.raw(`
    CREATE UNLOGGED TABLE app.rate_limits (
      key bytea PRIMARY KEY,
      taken integer NOT NULL,
      resets_at timestamptz NOT NULL
    )`)
}
