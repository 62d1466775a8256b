import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.waiting_imports': anyChange,
  'app.waiting_import_rows': anyChange,
}

/** Files that staff have checked and not imported yet, with their rows (docs/decisions/0160). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.waiting_imports (
      id uuid PRIMARY KEY,
      kind text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      revision integer NOT NULL DEFAULT 0,
      plan uuid UNIQUE,
      content bytea NOT NULL
    );
    COMMENT ON TABLE app.waiting_imports IS 'A row is deleted after a day, or once its file is imported.';
    COMMENT ON COLUMN app.waiting_imports.revision IS 'Of its rows and of what staff said about it.';
    COMMENT ON COLUMN app.waiting_imports.plan IS 'Of what the last check said; null: fields are missing, or it is being imported.';
    COMMENT ON COLUMN app.waiting_imports.content IS 'Encrypted: its name, headings and columns.';
    CREATE TABLE app.waiting_import_rows (
      file_id uuid NOT NULL REFERENCES app.waiting_imports ON DELETE CASCADE,
      line integer NOT NULL,
      cells bytea NOT NULL,
      related text,
      status text,
      amount bigint NOT NULL DEFAULT 0,
      refund bigint,
      said jsonb,
      PRIMARY KEY (file_id, line)
    );
    COMMENT ON COLUMN app.waiting_import_rows.cells IS 'Encrypted.';
    COMMENT ON COLUMN app.waiting_import_rows.related IS 'Keyed hash of the person or the gift: rows that share it are checked together.';
    COMMENT ON COLUMN app.waiting_import_rows.amount IS 'Cents of a new gift.';
    COMMENT ON COLUMN app.waiting_import_rows.refund IS 'Cents; null: none.';
    COMMENT ON COLUMN app.waiting_import_rows.said IS 'Why it is refused, which fields it changes, and how it was read. It quotes no cell.';
    -- PostgreSQL takes no samples of people.
    ALTER TABLE app.waiting_imports ALTER COLUMN content SET STATISTICS 0;
    ALTER TABLE app.waiting_import_rows ALTER COLUMN cells SET STATISTICS 0,
      ALTER COLUMN related SET STATISTICS 0, ALTER COLUMN said SET STATISTICS 0`)
}
