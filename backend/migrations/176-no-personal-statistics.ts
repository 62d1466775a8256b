import type { Knex } from 'knex'

/**
 * Columns that identify people or hold what belongs to one person. Read tables declare theirs themselves (`personal`).
 */
const personal: { [table: string]: string[] } = {
  'app.accounts': ['email', 'email_hash', 'password_hash', 'claim', 'ban_reason'],
  'app.admin_addresses': ['request_id', 'ip_address'],
  'app.campaign_recipients': ['email', 'first_name'],
  'app.failed_sign_ins': ['key'],
  'app.idempotency_answers': ['key_hash', 'fingerprint', 'answer'],
  'app.identities': ['subject'],
  'app.inbox_mails': ['key', 'inbox'],
  'app.one_time_tokens': ['id_hash', 'email_hash', 'code_hash'],
  'app.passkey_challenges': ['challenge_hash', 'holder'],
  'app.passkeys': ['credential_id', 'public_key', 'name'],
  'app.provider_flows': ['state_hash', 'nonce', 'next'],
  'app.rate_limits': ['key'],
  'app.recovery_codes': ['code_hash'],
  'app.second_factors': ['secret'],
  'app.sent_mails': ['key'],
  'app.sessions': ['sid', 'device', 'city', 'region', 'country'],
  'app.sign_in_challenges': ['id_hash', 'password_mark'],
  'app.sign_ins': ['device', 'city', 'region', 'country'],
  'app.traffic_logs': ['ip_address', 'user_agent', 'location', 'request_path', 'referrer', 'source_url', 'session_id'],
  'app.traffic_visitors': ['ip_address'],
  'app.unsent_mails': ['key', 'about', 'title', 'reason'],
  'app.user_activity_log': ['action', 'page', 'metadata'],
  'eventlog.issued_numbers': ['command_id', 'fingerprint'],
  'eventlog.subject_keys': ['email_hash', 'wrapped_key'],
}

/**
 * PostgreSQL samples the values of a column to plan queries, and the samples outlive the rows: addresses of erased
 * people, even their wrapped keys. From here on it samples none of these columns. Giving a column its own type again
 * drops its samples in every version of PostgreSQL, without rewriting the table.
 */
export async function up(knex: Knex): Promise<void> {
  const wanted = Object.entries(personal).flatMap(([table, columns]) => columns.map((column) => [table, column]))
  await knex.raw(
    `DO $$
    DECLARE found record;
    BEGIN
      FOR found IN
        SELECT attrelid::regclass AS name, attname, format_type(atttypid, atttypmod) AS type
        FROM (VALUES ${wanted.map(([table, column]) => `('${table}', '${column}')`).join(', ')}) AS wanted (name, attribute)
        JOIN pg_attribute ON attrelid = wanted.name::regclass AND attname = wanted.attribute
      LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I TYPE %s, ALTER COLUMN %I SET STATISTICS 0',
          found.name, found.attname, found.type, found.attname);
      END LOOP;
    END $$`,
  )
}
