import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.bounce_mails': anyChange }

/**
 * Messages in the mailbox for bounces that were read, whatever other mail programs did to their flags. A row goes when its
 * message does. `is_hard`: whether the mailbox of this recipient is gone, as the mail server said when it refused the mail.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.bounce_mails (
      uid_validity bigint NOT NULL,
      uid bigint NOT NULL,
      PRIMARY KEY (uid_validity, uid)
    );
    COMMENT ON TABLE app.bounce_mails IS 'Messages by UIDVALIDITY and UID (RFC 3501).';
    ALTER TABLE app.campaign_recipients ADD COLUMN is_hard boolean NOT NULL DEFAULT false`)
}
